import { useNumbers } from '@x/locale/react'
import { useMessages } from '../../messages.ts'
import { decimalsOfStep } from '../spot/book/grouping.ts'
import type { SpotOrder, SpotSymbol } from './model.ts'

/** How an order is named in a sentence: its side and amount. */
export function useOrderName(): (order: SpotOrder, spec: SpotSymbol | undefined) => { readonly side: string; readonly amount: string } {
  const t = useMessages()
  const numbers = useNumbers('trading')
  return (order, spec) => ({
    side: order.side === 'buy' ? t('spot.buy') : t('spot.sell'),
    amount: `${numbers.number(order.size, { digits: decimalsOfStep(order.size), purpose: 'size' })} ${(order.sizeUnit === 'quote' ? spec?.quote : spec?.base) ?? ''}`.trim(),
  })
}
