import type { FuturesProduct } from '@x/api'
import { randomHex } from '@x/kit'
import { Button } from '@x/ui/button'
import { useState } from 'react'
import { useCloseAllPositions } from '../../data/futures/positionsApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './futuresPanel.module.css'
import { LazyMoveDialog } from './LazyMoveDialog.tsx'
import { useFuturesCounts } from './useFuturesCounts.ts'

/** What is done with all positions, and the way of funds between the wallets. */
export function PanelTools({ product }: { readonly product: FuturesProduct }) {
  const t = useFuturesMessages()
  const to = useLocalePath()
  const [isMoving, setMoving] = useState(false)
  const { closeAll, isClosing } = useCloseAll(product)
  const { positions = 0 } = useFuturesCounts(product)
  return (
    <span className={styles['actions']}>
      <Link to={to('/record/mcp')} className={styles['toolLink']}>
        {t('positions.recordsTitle')}
      </Link>
      <Button size="mini" variant="ghost" onClick={() => setMoving(true)}>
        {t('positions.transfer')}
      </Button>
      <Button
        size="mini"
        variant="ghost"
        disabled={positions === 0}
        loading={isClosing}
        onClick={() => void closeAll(positions)}
      >
        {t('positions.closeAll')}
      </Button>
      {isMoving ? <LazyMoveDialog onClose={() => setMoving(false)} product={product} /> : null}
    </span>
  )
}

function useCloseAll(product: FuturesProduct) {
  const t = useFuturesMessages()
  const { dialogs, toasts, log, random } = useServices()
  const [run, { isLoading }] = useCloseAllPositions()
  const closeAll = async (count: number): Promise<void> => {
    const { action } = await dialogs.confirm({
      title: t('positions.closeAll'),
      message: t('positions.closeAllText', { count: String(count) }),
      confirmText: t('positions.closeAll'),
      cancelText: t('orders.keep'),
      variant: 'danger',
      initialFocus: 'cancel',
    })
    if (action !== 'confirm') return
    const { data, error } = await run({ product, clientOid: `w${randomHex(random, 12)}` })
    if (error || !data) return void toasts.error(futuresErrorText(error, t))
    const text =
      data.left.length === 0
        ? t('positions.closedAll')
        : t('positions.closeLeft', { count: String(data.left.length) })
    if (data.left.length === 0) toasts.success(text)
    else toasts.error(text)
    log.add({ kind: data.left.length === 0 ? 'success' : 'error', text })
  }
  return { closeAll, isClosing: isLoading }
}
