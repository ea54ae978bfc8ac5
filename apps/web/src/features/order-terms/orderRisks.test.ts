import type { BookView } from '@x/market'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossesBest } from './crossesBest.ts'
import type { Crossing, LimitTerms } from './crossing.ts'
import { hasWorsened, mustAsk, orderRisks, type OrderRisks } from './orderRisks.ts'

const spec = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const level = (price: string, size: string) => ({ price, size, total: size })
const bookOf = (part: object = {}) =>
  ({
    status: 'live',
    receivedAt: 1_000,
    bids: [level('99', '5')],
    asks: [level('100', '1'), level('103', '5')],
    ...part,
  }) as unknown as BookView

describe('whether a limit reaches the best price of the other side', () => {
  const best = { bestBid: '99', bestAsk: '101' }
  it.each([
    ['buy', '100.99', false],
    ['buy', '101', true],
    ['buy', '101.00', true],
    ['buy', '102', true],
    ['sell', '99.01', false],
    ['sell', '99', true],
    ['sell', '98', true],
    // Compared as numbers, not as texts.
    ['buy', '1000', true],
    ['sell', '9.5', true],
    ['sell', '0100', false],
  ] as const)('is compared for a %s at %s: %s', (side, price, crosses) => {
    expect(crossesBest({ side, price }, best)).toBe(crosses)
  })

  it.each(['', '.', 'abc', null])('does not without a price: %o', (price) => {
    expect(crossesBest({ side: 'buy', price }, best)).toBe(false)
  })

  it('does not where the other side is empty', () => {
    const none = { bestBid: null, bestAsk: null }
    expect(crossesBest({ side: 'buy', price: '1000' }, none)).toBe(false)
    expect(crossesBest({ side: 'buy', price: '1000' }, { ...none, bestBid: '99' })).toBe(false)
  })

  it('is true of one side alone while there is a spread', () => {
    const cents = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(cents, cents, cents, (one, other, limit) => {
        fc.pre(one !== other)
        const [bid, ask] = [Math.min(one, other), Math.max(one, other)].map((price) => `${price}`)
        const quotes = { bestBid: bid ?? null, bestAsk: ask ?? null }
        const crosses = (side: 'buy' | 'sell') => crossesBest({ side, price: `${limit}` }, quotes)
        return !(crosses('buy') && crosses('sell'))
      }),
    )
  })
})

describe('the risks of an order', () => {
  const limit: LimitTerms = { side: 'buy', price: '103', size: '2' }

  it('are none of an order that rests beside a current book', () => {
    const rests = { ...limit, price: '99.99' }
    for (const terms of [undefined, rests]) {
      const risks = orderRisks({ spec, book: bookOf(), limit: terms })
      expect([risks, mustAsk(risks)]).toEqual([
        { crossing: undefined, staleSince: undefined },
        false,
      ])
    }
  })

  it.each([
    ['101', false],
    ['101.01', true],
  ])('are asked about beyond one percent: a limit of %s', (price, asks) => {
    expect(mustAsk(orderRisks({ spec, book: bookOf(), limit: { ...limit, price } }))).toBe(asks)
  })

  it.each(['stale', 'resyncing', 'connecting'])('have the age of a book that is %s', (status) => {
    const risks = orderRisks({ spec, book: bookOf({ status }), limit: undefined })
    expect([risks.staleSince, mustAsk(risks)]).toEqual([1_000, true])
  })

  it.each([
    ['never came', undefined],
    ['has no moment', bookOf({ status: 'connecting', receivedAt: 0 })],
  ])('have no age of a book that %s', (_what, book) => {
    const risks = orderRisks({ spec, book, limit })
    expect([risks.staleSince, mustAsk(risks)]).toEqual([Number.NaN, true])
  })
})

describe('a market that moved while the question was open', () => {
  const far = (throughPercent: string): OrderRisks => ({
    crossing: { isFar: Number(throughPercent) > 1, throughPercent } as Crossing,
    staleSince: undefined,
  })
  const none: OrderRisks = { crossing: undefined, staleSince: undefined }
  const stale: OrderRisks = { crossing: undefined, staleSince: 1_000 }

  it.each([
    ['nothing, nothing', none, none, false],
    ['nothing, a limit that is far now', far('1.01'), none, true],
    ['a near limit, a far one', far('1.01'), far('1'), true],
    ['a near limit, another near one', far('1'), far('0.2'), false],
    ['a far limit, one percent further', far('3'), far('2'), false],
    ['a far limit, more than that', far('3.01'), far('2'), true],
    ['a far limit, a nearer one', far('2'), far('9'), false],
    ['a far limit, nothing', none, far('9'), false],
    ['a live book, a stale one', stale, none, true],
    ['a stale book, the same', stale, stale, false],
    ['a stale book, a live one', none, stale, false],
    ['a stale book, a live one and a far limit', far('1.5'), stale, true],
  ])('was asked about, from %s: %#', (_what, now, asked, again) => {
    expect(hasWorsened(now, { asked })).toBe(again)
  })
})
