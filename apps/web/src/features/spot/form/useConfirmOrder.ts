import { useServices } from '../../../app/servicesContext.ts'
import { useMessages } from '../../../messages.ts'
import { STORAGE_KEYS } from '../../../storageKeys.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import { needsConfirmation, readConfirmLevel } from './confirmLevel.ts'
import type { OrderDraft } from './orderDraft.ts'
import type { OrderFigures } from './orderFigures.ts'
import { useOrderTexts } from './useOrderTexts.ts'

/** What an order will do is said in figures before it is sent; the question can be switched off where it is asked. */
export function useConfirmOrder(spec: SpotSymbol): (draft: OrderDraft, figures: OrderFigures) => Promise<boolean> {
  const t = useMessages()
  const { dialogs, storage, toasts } = useServices()
  const texts = useOrderTexts(spec)
  return async (draft, figures) => {
    if (!needsConfirmation(draft, readConfirmLevel(storage.get(STORAGE_KEYS.confirmOrders)))) return true
    const summary = await import('./OrderSummary.tsx').catch(() => undefined)
    if (!summary) {
      toasts.show({ kind: 'error', text: t('error.other') })
      return false
    }
    let isLast = false
    const isBuy = draft.side === 'buy'
    const { action } = await dialogs.confirm({
      title: draft.type === 'market' ? t(isBuy ? 'spot.confirmBuy' : 'spot.confirmSell', { base: spec.base }) : t(isBuy ? 'spot.confirmBuyOrder' : 'spot.confirmSellOrder', { base: spec.base }),
      message: summary.orderSummary({ spec, draft, figures, onLast: (checked) => (isLast = checked) }),
      confirmText: texts.submit(draft.side),
      variant: draft.side,
    })
    if (action === 'confirm' && isLast) storage.set(STORAGE_KEYS.confirmOrders, 'none')
    return action === 'confirm'
  }
}
