import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { serverText } from '../errors/serverText.ts'
import { usePaperTerms } from '../realm/paperTerms.ts'
import { createSubmissions } from '../spot/form/createSubmissions.ts'
import { isFateUnknown } from '../spot/form/isFateUnknown.ts'
import styles from './assets.module.css'
import { resetPaper, type TopUp, topUpPaper } from './paperFunds.ts'

/** What only paper funds can do: grow, and begin anew. */
export function PaperFunds() {
  const t = useMessages()
  const { dialogs, random, toasts } = useServices()
  const dispatch = useAppDispatch()
  const { start, topUp } = usePaperTerms()
  const [submissions] = useState(() => createSubmissions<TopUp>({ random }))
  const [busy, setBusy] = useState<'topup' | 'reset'>()

  const run = async (verb: 'topup' | 'reset', act: () => Promise<void>) => {
    setBusy(verb)
    try {
      await act()
      toasts.show({ kind: 'success', text: t(`paper.${verb}Done`) })
    } catch (error) {
      toasts.show({ kind: 'error', text: isFateUnknown(error) ? t('paper.unknown') : serverText(error, t) })
    } finally {
      setBusy(undefined)
    }
  }
  const add = ({ asset, amount }: TopUp) => run('topup', () => dispatch(topUpPaper({ asset, amount }, { submissions })))
  const reset = async () => {
    const message = start === undefined ? t('paper.resetPlain') : t('paper.resetText', { funds: start })
    const { action } = await dialogs.confirm({ title: t('paper.resetTitle'), message, confirmText: t('paper.reset'), variant: 'danger' })
    if (action === 'confirm') await run('reset', () => dispatch(resetPaper()))
  }
  return (
    <div className={styles['paper']}>
      {topUp ? <Button size="small" loading={busy === 'topup'} onClick={() => void add(topUp)}>{t('paper.topup', { amount: topUp.text })}</Button> : null}
      <Button size="small" variant="ghost" loading={busy === 'reset'} onClick={() => void reset()}>{t('paper.reset')}</Button>
    </div>
  )
}
