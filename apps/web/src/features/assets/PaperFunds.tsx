import type { Random } from '@x/kit'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { api } from '../../api.ts'
import { useMessages } from '../../messages.ts'
import { serverText } from '../errors/serverText.ts'
import styles from './assets.module.css'

/** The size of one top-up; the server caps a day's sum. */
const TOP_UP = { asset: 'USDT', amount: '10000' }

/** What only paper funds can do: grow, and begin anew. */
export function PaperFunds() {
  const t = useMessages()
  const { client, dialogs, random, toasts } = useServices()
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState<'topup' | 'reset'>()

  const run = async (verb: 'topup' | 'reset', data: object) => {
    setBusy(verb)
    try {
      await client.post(`/spot/paper/${verb}`, { data, silent: true, idempotencyField: 'clientOid', retries: verb === 'topup' ? 1 : 0 })
      toasts.show({ kind: 'success', text: t(`paper.${verb}Done`) })
    } catch (error) {
      toasts.show({ kind: 'error', text: serverText(error, t) })
    } finally {
      dispatch(api.util.invalidateTags(['Assets', 'OpenOrders', 'History', 'Fills']))
      setBusy(undefined)
    }
  }
  const reset = async () => {
    const { action } = await dialogs.confirm({ title: t('paper.resetTitle'), message: t('paper.resetText'), confirmText: t('paper.reset'), variant: 'danger' })
    if (action === 'confirm') await run('reset', {})
  }
  return (
    <div className={styles['paper']}>
      <Button size="small" loading={busy === 'topup'} onClick={() => void run('topup', { ...TOP_UP, clientOid: newKey(random) })}>{t('paper.topup', { amount: '10,000 USDT' })}</Button>
      <Button size="small" variant="ghost" loading={busy === 'reset'} onClick={() => void reset()}>{t('paper.reset')}</Button>
    </div>
  )
}

/** Makes a repeated attempt of one press count once. */
function newKey(random: Random): string {
  return `t${Array.from(random.bytes(12), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
