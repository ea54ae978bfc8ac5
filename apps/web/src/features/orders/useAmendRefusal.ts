import { useNumbers } from '@x/locale/react'
import type { OrderProblem } from '@x/trading'
import { useMessages } from '../../lib/messages/messages.ts'
import { problemText } from '../order-terms/index.ts'
import { standsAsExit } from './amendment.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'

/** What is wrong with an amendment, in the words of the order form. */
export function useAmendRefusal(
  order: SpotOrder,
  spec: SpotSymbol,
): (problem: OrderProblem, lastPrice: string | null) => string {
  const t = useMessages()
  const numbers = useNumbers('trading')
  // An exit that stands is judged by the entry that it leaves.
  const isBuy = (order.side === 'buy') !== standsAsExit(order)
  return (problem, lastPrice) =>
    problemText(problem, {
      t,
      numbers,
      spec,
      side: isBuy ? 'buy' : 'sell',
      type: order.orderType,
      lastPrice,
    })
}
