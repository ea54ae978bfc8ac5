import { compare, decimal, parseDecimal, ZERO } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import type { OrderProblem, SpotMarket } from '@x/trading'
import { useMessages } from '../../messages.ts'
import { standsAsExit } from './amendment.ts'
import type { SpotOrder, SpotSymbol } from './model.ts'

type Prices = Pick<SpotMarket, 'lastPrice' | 'bestBid' | 'bestAsk'>

/** What is wrong with an amendment, in the words of the order form. Apart from the form's own file: shared, it would be a further file of a guest's first load. */
export function useAmendRefusal(order: SpotOrder, spec: SpotSymbol): (problem: OrderProblem, lastPrice: string | null) => string {
  const t = useMessages()
  const numbers = useNumbers('trading')
  // An exit that stands is judged by the entry that it leaves.
  const isBuy = (order.side === 'buy') !== standsAsExit(order)
  return ({ refusal, field, limit = '' }, lastPrice) => {
    const price = { limit: numbers.number(limit, { digits: spec.pricePlace, purpose: 'price' }) }
    const follows = field === 'takeProfitTriggerPrice' || (field === 'triggerPrice' && order.orderType !== 'trailing')
    const [least = '', most = ''] = limit.split('–')
    if (refusal === 'tick') return t('spot.badTick', { limit })
    if (refusal === 'step') return t('spot.badStep', { limit })
    if (refusal === 'minimum') return t('spot.belowMinimum', { limit: numbers.number(limit || spec.minNotional, { digits: spec.pricePlace, trim: true }), unit: spec.quote })
    if (refusal === 'protection') return limit ? t(compare(decimal(limit), parseDecimal(lastPrice ?? '') ?? ZERO) < 0 ? 'spot.tooLow' : 'spot.tooHigh', price) : t('spot.noOpposite')
    if (refusal === 'direction') return t(follows === isBuy ? 'spot.mustBeAbove' : 'spot.mustBeBelow', price)
    return field === 'callbackRate' ? t('spot.badRate', { least, most }) : t('error.other')
  }
}

/** Decision 150: the middle one of best bid, best ask and last trade. */
export function markOf({ lastPrice, bestBid, bestAsk }: Prices): string | null {
  if (lastPrice === null || bestBid === null || bestAsk === null) return lastPrice
  return [lastPrice, bestBid, bestAsk].sort((a, b) => compare(decimal(a), decimal(b)))[1] ?? lastPrice
}
