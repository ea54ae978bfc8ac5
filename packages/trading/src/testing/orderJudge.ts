import type { OrderField, SpotMarket, SpotOrder } from '../spot/spotOrder.ts'
import type { OrderRefusal } from '../spot/wire.ts'
import { enters, limited, quoted, triggered } from './orders.ts'
import { R, Rational } from './rational.ts'

type Prices = readonly (readonly [OrderField, Rational])[]
type Judged = Exclude<OrderRefusal, 'would-cross' | 'not-fillable'>

export const ORDER_OF_CHECKS = [
  'parameter',
  'tick',
  'step',
  'minimum',
  'protection',
  'direction',
  'balance',
] as const satisfies readonly Judged[]

export const isMultiple = (value: string, step: string): boolean => R(value).over(R(step)).isWhole()
const priceOf = (text: string | null | undefined): Rational | null =>
  text === null || text === undefined ? null : R(text)
const bandOf = (m: SpotMarket) => m.protection ?? { limitBand: '0.2', marketBand: '0.05' }
const least = (a: Rational, b: Rational) => (a.compare(b) <= 0 ? a : b)
const most = (a: Rational, b: Rational) => (a.compare(b) >= 0 ? a : b)

/**
 * The price a trigger is measured against: the mark price where the order says so and the market
 * has one of its own.
 */
function referenceOf(o: SpotOrder, m: SpotMarket): Rational | null {
  if (o.triggerBy !== 'mark' || m.markPrice === undefined) return priceOf(m.lastPrice)
  return priceOf(m.markPrice)
}

const oppositeOf = (o: SpotOrder, m: SpotMarket): Rational | null =>
  priceOf(o.side === 'buy' ? m.bestAsk : m.bestBid)

/**
 * Where what goes at the market is expected to trade: a trailing order fires when the price turns
 * back by its rate.
 */
function marketPrice(o: SpotOrder, m: SpotMarket): Rational | null {
  if (o.orderType === 'market') return oppositeOf(o, m)
  if (o.orderType !== 'trailing') return priceOf(o.triggerPrice)
  const turning = priceOf(o.triggerPrice) ?? referenceOf(o, m)
  const back = R(o.callbackRate ?? '').over(R(o.side === 'buy' ? 100 : -100))
  return turning === null ? oppositeOf(o, m) : turning.times(R(1).plus(back))
}

/** What the order is reckoned at. */
export const expectedPrice = (o: SpotOrder, m: SpotMarket): Rational | null =>
  limited(o) ? priceOf(o.price) : marketPrice(o, m)

/**
 * The worst price on the tick that the part at the market may reach; `null` where no part goes
 * there.
 */
export function worstPrice(o: SpotOrder, m: SpotMarket): Rational | null {
  const isLimitOnly =
    o.orderType === 'limit' ||
    o.orderType === 'stop_limit' ||
    (o.orderType === 'oco' && o.stopPrice !== undefined)
  const price = isLimitOnly ? null : marketPrice(o, m)
  if (price === null) return null
  const tick = R(m.symbol.tickSize)
  const { marketBand } = bandOf(m)
  if (o.side === 'buy')
    return R(
      price
        .times(R(1).plus(R(marketBand)))
        .over(tick)
        .floor(),
    ).times(tick)
  return R(
    -R(0)
      .minus(price.times(R(1).minus(R(marketBand))).over(tick))
      .floor(),
  ).times(tick)
}

/** What is kept back: what is sold, or the most that the buy can cost by its dearest leg. */
export function heldAmount(o: SpotOrder, m: SpotMarket): Rational {
  if (o.side === 'sell' || quoted(o)) return R(o.size)
  return [priceOf(o.price), priceOf(o.stopPrice), worstPrice(o, m)].reduce(
    (sum: Rational, price) => (price === null ? sum : most(sum, R(o.size).times(price))),
    R(0),
  )
}

export const worth = (o: SpotOrder, m: SpotMarket): Rational | null =>
  quoted(o) ? R(o.size) : (expectedPrice(o, m)?.times(R(o.size)) ?? null)

/**
 * Where the position of an order with exits begins: at its limit, or at a better price that stands
 * opposite.
 */
function entryOf(o: SpotOrder, m: SpotMarket): Rational | null {
  const [limit, best] = [priceOf(o.price), oppositeOf(o, m)]
  if (limit === null || best === null) return limit ?? best
  return o.side === 'buy' ? least(limit, best) : most(limit, best)
}

const fields = (wrong: Partial<Record<OrderField, boolean>>): OrderField[] =>
  (Object.keys(wrong) as OrderField[]).filter((field) => wrong[field])

/** By refusal the fields it is about: each rule said once more, as a sentence over fractions. */
export const broken: Record<Judged, (o: SpotOrder, m: SpotMarket) => OrderField[]> = {
  parameter(o) {
    const isRate = (text: string) =>
      R(text).compare(R('0.1')) >= 0 && R(text).compare(R(10)) <= 0 && isMultiple(text, '0.01')
    const has = (field: OrderField & keyof SpotOrder) => o[field] !== undefined
    const canWait = o.orderType !== 'oco' || [undefined, 'gtc', 'post_only'].includes(o.timeInForce)
    return fields({
      price: has('price') !== limited(o),
      triggerPrice: o.orderType !== 'trailing' && has('triggerPrice') !== triggered(o),
      stopPrice: has('stopPrice') && o.orderType !== 'oco',
      callbackRate:
        has('callbackRate') !== (o.orderType === 'trailing') ||
        (has('callbackRate') && !isRate(o.callbackRate ?? '')),
      takeProfitTriggerPrice: has('takeProfitTriggerPrice') && !enters(o),
      takeProfitPrice: has('takeProfitPrice') && !(enters(o) && has('takeProfitTriggerPrice')),
      stopLossTriggerPrice: has('stopLossTriggerPrice') && !enters(o),
      stopLossPrice: has('stopLossPrice') && !(enters(o) && has('stopLossTriggerPrice')),
      size: R(o.size).sign() === 0,
      sizeUnit: o.sizeUnit === 'quote' && (limited(o) || o.side === 'sell'),
      timeInForce: !canWait || (o.timeInForce === 'post_only' && !limited(o)),
    })
  },
  tick: (o, { symbol }) =>
    (
      [
        'price',
        'triggerPrice',
        'stopPrice',
        'takeProfitTriggerPrice',
        'takeProfitPrice',
        'stopLossTriggerPrice',
        'stopLossPrice',
      ] as const
    ).filter((field) => o[field] !== undefined && !isMultiple(o[field], symbol.tickSize)),
  step: (o, { symbol }) =>
    fields({
      size: !isMultiple(
        o.size,
        quoted(o) ? (symbol.stepSize === '0.00001' ? '0.0000001' : '0.00001') : symbol.stepSize,
      ),
    }),
  minimum(o, m) {
    const [price, value] = [expectedPrice(o, m), worth(o, m)]
    const paysOneStep =
      price === null || !quoted(o) || R(o.size).compare(price.times(R(m.symbol.stepSize))) >= 0
    return fields({
      size: !paysOneStep || (value !== null && value.compare(R(m.symbol.minNotional)) < 0),
    })
  },
  protection(o, m) {
    // The limit leg of an oco order stands in the book at once; other limits count from their
    // trigger.
    const around: Partial<Record<OrderField, string | null | undefined>> = {
      price: o.orderType === 'stop_limit' ? o.triggerPrice : m.lastPrice,
      stopPrice: o.triggerPrice,
      takeProfitPrice: o.takeProfitTriggerPrice,
      stopLossPrice: o.stopLossTriggerPrice,
    }
    const far = (['price', 'stopPrice', 'takeProfitPrice', 'stopLossPrice'] as const).filter(
      (field) => {
        const [price, from] = [priceOf(o[field]), priceOf(around[field])]
        if (price === null || from === null) return false
        const share = price.over(from).minus(R(1))
        return (
          share.compare(R(bandOf(m).limitBand)) > 0 ||
          share.compare(R(`-${bandOf(m).limitBand}`)) < 0
        )
      },
    )
    return expectedPrice(o, m) === null ? ['size', ...far] : far
  },
  direction(o, m) {
    // A stop buys above the price and sells below it; all else waits for a price that is better
    // than the present one.
    const up = o.side === 'buy' ? 1 : -1
    const signs: Partial<Record<OrderField, number>> = {
      triggerPrice: o.orderType === 'trailing' ? -up : up,
      ...(o.orderType === 'oco' ? { price: -up } : {}),
      takeProfitTriggerPrice: up,
      stopLossTriggerPrice: -up,
    }
    const prices: Prices = (Object.keys(signs) as (OrderField & keyof SpotOrder)[]).flatMap(
      (field) => (o[field] === undefined ? [] : [[field, R(o[field])] as const]),
    )
    return prices.flatMap(([field, price]) => {
      const from =
        field.endsWith('LossTriggerPrice') || field.startsWith('takeProfit')
          ? entryOf(o, m)
          : referenceOf(o, m)
      return from !== null && price.compare(from) !== signs[field] ? [field] : []
    })
  },
  /** Only once the order is on its grid and has a price. */
  balance(o, m) {
    if (
      m.available === undefined ||
      worth(o, m) === null ||
      broken.tick(o, m).length + broken.step(o, m).length > 0
    )
      return []
    return fields({
      size:
        heldAmount(o, m).compare(R(o.side === 'sell' ? m.available.base : m.available.quote)) > 0,
    })
  },
}

/**
 * All that is wrong with the order, in the order of the checks; a field that is out of place hides
 * the rest.
 */
export function judged(o: SpotOrder, m: SpotMarket): readonly string[] {
  const unfit = broken.parameter(o, m)
  return ORDER_OF_CHECKS.flatMap((check) =>
    (check === 'parameter' ? unfit : unfit.length > 0 ? [] : broken[check](o, m))
      .map((field) => `${check} ${field}`)
      .sort(),
  )
}
