import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { sizeForShare, sizeForValue } from '../spot/orderSize.ts'
import { limitPriceBand, protectionPrice } from '../spot/priceBands.ts'
import { type SpotMarket, type SpotOrder } from '../spot/spotOrder.ts'
import { validateSpotOrder } from '../spot/validateSpotOrder.ts'
import { type OrderRefusal } from '../spot/wire.ts'
import * as arb from './arbitraries.ts'
import { R, Rational } from './rational.ts'
import { LAW_TIMEOUT, runs } from './runs.ts'

vi.setConfig({ testTimeout: LAW_TIMEOUT })

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4, nil: null })
const scaled = (units: fc.Arbitrary<number>, places: number) => units.map((value) => (value / 10 ** places).toFixed(places))
const oftener = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) => fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare })
/** Around 100 and mostly on the tick: whether a check bites is an even chance. */
const near = oftener(scaled(fc.integer({ min: 850, max: 1150 }), 1), scaled(fc.integer({ min: 7000, max: 13_000 }), 2))
const size = oftener(scaled(fc.integer({ min: 5, max: 150 }), 2), scaled(fc.integer({ min: 0, max: 90_000 }), 5))

/** Mostly with the fields of its type, now and then with one too many or too few. */
const order: fc.Arbitrary<SpotOrder> = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    orderType: fc.constantFrom('limit', 'market', 'stop_limit', 'stop_market'),
    price: near,
    triggerPrice: near,
    triggerBy: fc.constantFrom(undefined, 'last', 'mark'),
    size,
    sizeUnit: oftener(fc.constantFrom(undefined, 'base'), fc.constant('quote')),
    timeInForce: oftener(fc.constantFrom(undefined, 'gtc', 'ioc', 'fok'), fc.constant('post_only')),
    odd: fc.integer({ min: 0, max: 19 }),
  })
  .map(({ price, triggerPrice, odd, ...rest }) => ({
    ...rest,
    // A budget: a hundred times what buys that much.
    size: quoted(rest) ? `${rest.size.replace('.', '')}.00` : rest.size,
    price: limited(rest) === (odd !== 0) ? price : undefined,
    triggerPrice: waits(rest) === (odd !== 1) ? triggerPrice : undefined,
  }))

const market: fc.Arbitrary<SpotMarket> = fc.record({
  symbol: fc.record({ tickSize: fc.constantFrom('0.01', '0.02', '0.05'), stepSize: fc.constantFrom('0.001', '0.002', '0.00001'), minNotional: fc.constantFrom('5', '20.5') }),
  lastPrice: maybe(near),
  markPrice: maybe(near),
  bestBid: maybe(near),
  bestAsk: maybe(near),
  available: fc.option(fc.record({ base: size, quote: scaled(fc.integer({ min: 0, max: 300 }), 0) }), { freq: 3, nil: undefined }),
  protection: fc.constantFrom(undefined, { limitBand: '0.1', marketBand: '0.02' }),
})

const multiple = (value: string, step: string) => R(value).over(R(step)).isWhole()
const limited = (o: Pick<SpotOrder, 'orderType'>) => o.orderType === 'limit' || o.orderType === 'stop_limit'
const waits = (o: Pick<SpotOrder, 'orderType'>) => o.orderType === 'stop_limit' || o.orderType === 'stop_market'
const quoted = (o: Pick<SpotOrder, 'side' | 'orderType' | 'sizeUnit'>) => (o.sizeUnit ?? (!limited(o) && o.side === 'buy' ? 'quote' : 'base')) === 'quote'
const best = (o: SpotOrder, m: SpotMarket) => (waits(o) ? (o.triggerPrice ?? null) : o.side === 'buy' ? m.bestAsk : m.bestBid)
const bandOf = (m: SpotMarket) => m.protection ?? { limitBand: '0.2', marketBand: '0.05' }

/** Each refusal said once more, as a sentence over fractions. */
const violated: Record<Exclude<OrderRefusal, 'would-cross' | 'not-fillable'>, (o: SpotOrder, m: SpotMarket) => boolean> = {
  parameter: (o) =>
    limited(o) !== (o.price !== undefined) ||
    waits(o) !== (o.triggerPrice !== undefined) ||
    (o.timeInForce === 'post_only' && !limited(o)) ||
    (o.sizeUnit === 'quote' && (limited(o) || o.side === 'sell')) ||
    R(o.size).sign() === 0,
  tick: (o, { symbol }) => (limited(o) && !multiple(o.price ?? '', symbol.tickSize)) || (waits(o) && !multiple(o.triggerPrice ?? '', symbol.tickSize)),
  step: (o, { symbol }) => !multiple(o.size, quoted(o) ? (symbol.stepSize === '0.00001' ? '0.0000001' : '0.00001') : symbol.stepSize),
  minimum: (o, m) => {
    const price = limited(o) ? (o.price ?? null) : best(o, m)
    if (quoted(o)) return R(o.size).compare(R(m.symbol.minNotional)) < 0 || (price !== null && R(o.size).compare(R(price).times(R(m.symbol.stepSize))) < 0)
    return price !== null && R(o.size).times(R(price)).compare(R(m.symbol.minNotional)) < 0
  },
  protection: (o, m) => {
    if (!limited(o)) return best(o, m) === null
    const around = waits(o) ? o.triggerPrice : m.lastPrice
    if (around === null || around === undefined) return false
    const share = R(o.price ?? '').over(R(around)).minus(R(1))
    return share.compare(R(bandOf(m).limitBand)) > 0 || share.compare(R(`-${bandOf(m).limitBand}`)) < 0
  },
  direction: (o, m) => {
    const reference = o.triggerBy === 'mark' ? m.markPrice : m.lastPrice
    if (!waits(o) || reference === null || reference === undefined) return false
    const above = R(o.triggerPrice ?? '').compare(R(reference))
    return o.side === 'buy' ? above <= 0 : above >= 0
  },
  balance: (o, m) => {
    if (m.available === undefined) return false
    if (o.side === 'sell') return R(o.size).compare(R(m.available.base)) > 0
    if (quoted(o)) return R(o.size).compare(R(m.available.quote)) > 0
    const opposite = best(o, m)
    if (!limited(o) && opposite === null) return false
    const worst = limited(o) ? (o.price ?? '') : protectionPrice({ side: o.side, bestPrice: opposite ?? '', tickSize: m.symbol.tickSize, marketBand: bandOf(m).marketBand })
    return R(o.size).times(R(worst)).compare(R(m.available.quote)) > 0
  },
}
const ORDER_OF_CHECKS = ['parameter', 'tick', 'step', 'minimum', 'protection', 'direction', 'balance'] as const

describe('order rules against their sentences', () => {
  it('wire 10 refuses an order for the first rule it breaks, names only rules it breaks, and accepts the others', () => {
    fc.assert(
      fc.property(order, market, (o, m) => {
        const outcome = validateSpotOrder(o, m)
        const first = ORDER_OF_CHECKS.find((check) => violated[check](o, m))
        expect(outcome.status === 'refused' ? outcome.problems[0].refusal : undefined).toBe(first)
        if (outcome.status === 'accepted') return
        for (const { refusal } of outcome.problems) expect(violated[refusal as keyof typeof violated](o, m)).toBe(true)
      }),
      runs(3000),
    )
  })

  it('trading 7 a protection price and the ends of a band lie on the tick, inside the band, less than a tick from its end', () => {
    const tick = fc.constantFrom('0.01', '0.25', '0.5')
    fc.assert(
      fc.property(near, tick, fc.constantFrom('buy', 'sell'), arb.decimalBetween(0n, 500n, 3), (price, tickSize, side, band) => {
        const ends = limitPriceBand({ lastPrice: price, tickSize, limitBand: band })
        const end = (direction: bigint) => R(price).times(R(1).plus(R(direction).times(R(band))))
        const [lowGap, highGap] = [R(ends.lowest).minus(end(-1n)), end(1n).minus(R(ends.highest))]
        for (const gap of [lowGap, highGap]) {
          expect(gap.sign()).toBeGreaterThanOrEqual(0)
          expect(gap.compare(R(tickSize))).toBeLessThan(0)
        }
        expect(multiple(ends.lowest, tickSize) && multiple(ends.highest, tickSize)).toBe(true)
        expect(protectionPrice({ side, bestPrice: price, tickSize, marketBand: band })).toBe(side === 'buy' ? ends.highest : ends.lowest)
      }),
      runs(500),
    )
  })

  it('a size for a value or a share of the balance is the largest number of steps that it pays for', () => {
    fc.assert(
      fc.property(near, near, fc.constantFrom('0.001', '0.005', '1'), fc.constantFrom('0', '0.25', '0.333', '1'), (value, price, stepSize, share) => {
        const most = (budget: Rational, found: string) => {
          expect(multiple(found, stepSize)).toBe(true)
          expect(R(found).times(R(price)).compare(budget)).toBeLessThanOrEqual(0)
          expect(R(found).plus(R(stepSize)).times(R(price)).compare(budget)).toBeGreaterThan(0)
        }
        most(R(value), sizeForValue({ value, price, stepSize }))
        const available = { base: '0', quote: value }
        most(R(value).times(R(share)), sizeForShare({ side: 'buy', share, available, price, stepSize }))
      }),
      runs(500),
    )
  })
})
