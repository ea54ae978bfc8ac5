import { compare, decimal, parseDecimal } from '@x/decimal'
import {
  CALLBACK_RATES,
  fitsStep,
  ORDER_REFUSAL_CODES,
  type OrderField,
  type OrderProblem,
  type OrderRefusal,
} from '@x/trading'
import type { FuturesSymbol } from '../../data/futures/contractsApi.ts'
import { isArmed, type SpotOrder } from '../../data/spot/model.ts'
import { crossesBest } from '../order-terms/index.ts'
import { type AmendmentJudge, orderValue } from '../orders/index.ts'

const problem = (field: OrderField, refusal: OrderRefusal, limit?: string): OrderProblem => ({
  refusal,
  code: ORDER_REFUSAL_CODES[refusal],
  field,
  ...(limit === undefined ? {} : { limit }),
})

const PRICES = [
  'price',
  'triggerPrice',
  'takeProfitTriggerPrice',
  'takeProfitPrice',
  'stopLossTriggerPrice',
  'stopLossPrice',
] as const

/**
 * What a change of a futures order breaks of the rules that need no account (futures 4): prices on
 * the tick, the size on the step and above the minimum, the bounds of a callback rate, and a
 * post-only limit that would trade. The gateway judges the rest.
 */
export const futuresProblems: AmendmentJudge = (order, { wanted, market }) => {
  const spec = market.symbol as typeof market.symbol &
    Pick<FuturesSymbol, 'contractValue' | 'quote'>
  const { tickSize, stepSize, minNotional } = spec
  const { size, price, callbackRate } = wanted
  const offTick = PRICES.filter((field) => {
    const text = wanted[field]
    return text !== undefined && !fitsStep(text, { step: tickSize })
  }).map((field) => problem(field, 'tick', tickSize))
  if (size !== undefined && !fitsStep(size, { step: stepSize }))
    return [...offTick, problem('size', 'step', stepSize)]
  const changed: SpotOrder = {
    ...order,
    ...(size === undefined ? {} : { size }),
    ...(price === undefined ? {} : { price }),
  }
  const value = orderValue(changed, spec)
  const isSmall = value !== null && compare(decimal(value), decimal(minNotional)) < 0
  const isReducing = 'contract' in order && (order.contract as { reduceOnly: boolean }).reduceOnly
  return [
    ...offTick,
    ...(isSmall && !isReducing ? [problem('size', 'minimum', minNotional)] : []),
    ...(callbackRate === undefined || isRate(callbackRate)
      ? []
      : [problem('callbackRate', 'parameter')]),
    ...(price !== undefined &&
    order.timeInForce === 'post_only' &&
    !isArmed(order) &&
    crossesBest({ side: order.side, price }, market)
      ? [problem('price', 'would-cross')]
      : []),
  ]
}

function isRate(text: string): boolean {
  const rate = parseDecimal(text)
  return (
    rate !== null &&
    compare(rate, decimal(CALLBACK_RATES.least)) >= 0 &&
    compare(rate, decimal(CALLBACK_RATES.most)) <= 0 &&
    fitsStep(text, { step: CALLBACK_RATES.step })
  )
}
