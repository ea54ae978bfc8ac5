import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prices, readRange } from './assetHistory.ts'
import { afterFill, afterTransfer, NOTHING, type Bought } from './ports/averageCost.ts'

/** A lot of BTC is 0.00001: a thousand atoms. */
const LOT = 1_000n
const fill = (side: 'buy' | 'sell', lots: bigint, ticks: bigint, fee = 0n) => ({
  symbol: 'BTCUSDT',
  side,
  lots,
  ticks,
  fee: String(fee),
})
const of = (bought: bigint, sold: bigint, cost: bigint): Bought => ({ bought, sold, cost })
/** Ticks of an atom that is left; the average of what was paid. */
const average = ({ bought, sold, cost }: Bought) => Number(cost) / Number(bought - sold)

describe('what a trader bought (docs/adr/trading.md)', () => {
  it('is what came in after the fee, at its price', () => {
    expect(afterFill(NOTHING, fill('buy', 10n, 500n, 10n))).toEqual(of(9_990n, 0n, 500n * 9_990n))
  })

  it('has the average of its prices', () => {
    const first = afterFill(NOTHING, fill('buy', 10n, 400n))
    const both = afterFill(first, fill('buy', 30n, 800n))
    expect(average(both)).toBe(700)
  })

  it.each([
    [1n, 3_000n],
    [10n, 3_000n],
    [29n, 1n],
  ])('keeps its average when %d lots are sold at %d', (lots, ticks) => {
    const before = of(30n * LOT, 0n, 700n * 30n * LOT)
    const after = afterFill(before, fill('sell', lots, ticks))
    expect(after.sold).toBe(lots * LOT)
    expect(average(after)).toBe(700)
  })

  it.each([
    ['all of it', 30n],
    ['more than was bought', 40n],
  ])('begins anew after %s was sold', (_, lots) => {
    expect(afterFill(of(30n * LOT, 0n, 5n), fill('sell', lots, 1n))).toEqual(NOTHING)
  })

  it('begins anew when less than a lot is left', () => {
    // The fee of the buy left a part of a lot.
    const bought = afterFill(NOTHING, fill('buy', 10n, 500n, 999n))
    expect(afterFill(bought, fill('sell', 9n, 500n))).toEqual(NOTHING)
    const more = afterFill(NOTHING, fill('buy', 11n, 500n, 999n))
    expect(afterFill(more, fill('sell', 9n, 500n))).toMatchObject({ sold: 9n * LOT })
  })

  it('never costs less than nothing, and has an average between its prices', () => {
    const fills = fc.array(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        lots: fc.bigInt(1n, 50n),
        ticks: fc.bigInt(100n, 900n),
      }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(fills, (list) => {
        let held = NOTHING
        for (const { side, lots, ticks } of list) {
          held = afterFill(held, fill(side, lots, ticks))
          const left = held.bought - held.sold
          expect(left).toBeGreaterThanOrEqual(0n)
          if (left === 0n) expect(held).toEqual(NOTHING)
          else {
            expect(average(held)).toBeGreaterThanOrEqual(99.9)
            expect(average(held)).toBeLessThanOrEqual(900.1)
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('what a trader sent to another account (docs/adr/trading.md)', () => {
  const bought = of(40n * LOT, 10n * LOT, 700n * 30n * LOT)
  const left = (leftBehind: bigint) => afterTransfer(bought, { symbol: 'BTCUSDT', leftBehind })

  it.each([30n * LOT, 31n * LOT])('takes first what had no price: %d are left', (leftBehind) => {
    expect(left(leftBehind)).toBe(bought)
  })

  it('takes its cost along, so that the average stays', () => {
    const after = left(12n * LOT)
    expect(after).toMatchObject({ bought: 22n * LOT, sold: 10n * LOT })
    expect(average(after)).toBe(700)
  })

  it.each([
    [LOT, false],
    [LOT - 1n, true],
    [0n, true],
  ])('begins anew where less than a lot is left: %d', (leftBehind, isOver) => {
    expect(left(leftBehind) === NOTHING).toBe(isOver)
  })
})

describe('the range of a history', () => {
  it.each([
    [undefined, 30],
    ['', 30],
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
    ['1y', 365],
  ])('has for "%s" %i days', (text, days) => {
    expect(readRange(text)).toBe(days)
  })

  it.each(['8d', '1Y', '7', ' 7d'])('is refused: "%s"', (text) => {
    expect(() => readRange(text)).toThrow('range must be one of 7d, 30d, 90d, 1y')
  })
})

describe('the price of an atom at the end of a day', () => {
  const DAY_MS = 86_400_000
  const FINE = 36n
  const candles = (...closes: readonly (readonly [day: number, close: number])[]) =>
    prices(['BTC', 'USDT', 'NONE'], {
      days: 9,
      dailyCloses: (async () =>
        closes.map(([day, close]) => ({ openTime: day * DAY_MS, close }))) as never,
    })
  /** At two decimals of a price and eight of the coin. */
  const worth = (ticks: number) => BigInt(ticks) * 10n ** (FINE - 2n - 8n)

  it.each([
    [4, 500],
    [5, 500],
    [6, 600],
    [7, 600],
    [9, 900],
    [50, 900],
  ])('is on day %i that of the last candle: %i ticks', async (day, ticks) => {
    const priceOf = await candles([5, 500], [6, 600], [9, 900])
    expect(priceOf('BTC', day)).toBe(worth(ticks))
  })

  it('is nothing for what has no pair or candle', async () => {
    const priceOf = await candles()
    expect(priceOf('USDT', 1)).toBe(10n ** (FINE - 8n))
    expect([priceOf('BTC', 1), priceOf('NONE', 1), priceOf('ETH', 1)]).toEqual([0n, 0n, 0n])
  })
})
