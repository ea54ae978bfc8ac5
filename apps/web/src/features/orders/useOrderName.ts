import { useMessages } from '../../messages.ts'
import type { SpotOrder, SpotSymbol } from './model.ts'

/** How an order is named in a sentence: its side and amount. */
export function useOrderName(): (order: SpotOrder, spec: SpotSymbol | undefined) => { readonly side: string; readonly amount: string } {
  const t = useMessages()
  return (order, spec) => ({
    side: order.side === 'buy' ? t('spot.buy') : t('spot.sell'),
    amount: `${order.size} ${(order.sizeUnit === 'quote' ? spec?.quote : spec?.base) ?? ''}`.trim(),
  })
}
