import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Level } from '../../exchange/instruments/Instrument.ts'
import { requireSymbol, scaleOf } from '../../exchange/instruments/symbols.ts'
import { unitsOf } from '../../exchange/state/order.ts'
import { createTestMarket } from '../../testing/testMarket.ts'
import { SPREAD_BP } from './ports/spread.ts'
import { convertedAtoms, valueInUsdt } from './price.ts'

const WHOLE_BP = 10_000n
const { basePerLot, quotePerTickLot } = unitsOf(requireSymbol('BTCUSDT'))

/** Levels of a side: the best price first, and then worse by one step each. */
const levels = (best: number, { step }: { readonly step: 1 | -1 }) =>
  fc
    .array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 12 })
    .map((sizes) => sizes.map((lots, at): Level => [best + at * step, lots]))

const bids = levels(5_990_000, { step: -1 })
const asks = levels(6_000_000, { step: 1 })

function marketOf({
  bids = [],
  asks = [],
}: {
  readonly bids?: readonly Level[]
  readonly asks?: readonly Level[]
}) {
  const market = createTestMarket()
  market.show('BTCUSDT', 'buy', bids)
  market.show('BTCUSDT', 'sell', asks)
  return market
}

/** Sells lot by lot: a second way to the same sum, for whole lots. */
function soldLotByLot(book: readonly Level[], lots: number): bigint {
  let [left, received] = [lots, 0n]
  for (const [ticks, size] of book)
    for (let taken = 0; taken < size && left > 0; taken++, left--)
      received += BigInt(ticks) * quotePerTickLot
  return received
}

const lotsOf = (book: readonly Level[]) => book.reduce((sum, [, lots]) => sum + lots, 0)
const costOf = (book: readonly Level[]) =>
  book.reduce((sum, [ticks, lots]) => sum + BigInt(ticks) * BigInt(lots) * quotePerTickLot, 0n)
const lessSpread = (atoms: bigint) => (atoms * (WHOLE_BP - SPREAD_BP)) / WHOLE_BP
const sell = (book: readonly Level[], atoms: bigint) =>
  convertedAtoms(marketOf({ bids: book }), { fromAsset: 'BTC', toAsset: 'USDT', atoms })
const buy = (book: readonly Level[], atoms: bigint) =>
  convertedAtoms(marketOf({ asks: book }), { fromAsset: 'USDT', toAsset: 'BTC', atoms })

describe('the price of a conversion (wallet 5)', () => {
  it('sells whole lots for what each of them brings', () => {
    fc.assert(
      fc.property(bids, fc.integer({ min: 1, max: 3_000 }), (book, wanted) => {
        const lots = Math.min(wanted, lotsOf(book))
        expect(sell(book, BigInt(lots) * basePerLot)).toBe(lessSpread(soldLotByLot(book, lots)))
      }),
      { numRuns: 100 },
    )
  })

  it('buys a whole book for its whole cost', () => {
    fc.assert(
      fc.property(asks, (book) => {
        expect(buy(book, costOf(book))).toBe(lessSpread(BigInt(lotsOf(book)) * basePerLot))
      }),
      { numRuns: 100 },
    )
  })

  it('never gives back more than was paid, there and back', () => {
    fc.assert(
      fc.property(bids, asks, fc.bigInt({ min: 1n, max: 10n ** 8n }), (low, high, wanted) => {
        const paid = wanted < costOf(high) ? wanted : costOf(high)
        const market = marketOf({ bids: low, asks: high })
        const bought = convertedAtoms(market, { fromAsset: 'USDT', toAsset: 'BTC', atoms: paid })
        if (bought > BigInt(lotsOf(low)) * basePerLot) return
        const back = convertedAtoms(market, { fromAsset: 'BTC', toAsset: 'USDT', atoms: bought })
        expect(back).toBeLessThanOrEqual(paid)
      }),
      { numRuns: 100 },
    )
  })

  it('gives no less for more', () => {
    fc.assert(
      fc.property(bids, fc.bigInt({ min: 1n, max: 10n ** 7n }), (book, atoms) => {
        const most = BigInt(lotsOf(book)) * basePerLot
        if (atoms + 1n > most) return
        expect(sell(book, atoms + 1n)).toBeGreaterThanOrEqual(sell(book, atoms))
      }),
      { numRuns: 100 },
    )
  })

  it('refuses one atom more than the book has', () => {
    const book: readonly Level[] = [[5_990_000, 10]]
    const all = 10n * basePerLot
    expect(sell(book, all)).toBeGreaterThan(0n)
    expect(() => sell(book, all + 1n)).toThrow('The books have less')
  })

  it.each([
    ['an empty book', marketOf({}), 'BTC', 'USDT'],
    ['an empty side', marketOf({ asks: [[6_000_000, 1]] }), 'BTC', 'USDT'],
    ['another pair', marketOf({ bids: [[5_990_000, 1]] }), 'ETH', 'USDT'],
  ] as const)('has no price with %s', (_name, market, fromAsset, toAsset) => {
    expect(() => convertedAtoms(market, { fromAsset, toAsset, atoms: 1n })).toThrow('no price')
  })

  it('pays the spread once on the way through USDT', () => {
    const market = marketOf({ asks: [[6_000_000, 100_000]] })
    market.show('ETHUSDT', 'buy', [[300_000, 100_000]])
    const one = 10n ** BigInt(scaleOf('ETH'))
    const atoms = convertedAtoms(market, { fromAsset: 'ETH', toAsset: 'BTC', atoms: one })
    expect(atoms).toBe(lessSpread(10n ** BigInt(scaleOf('BTC')) / 20n))
  })
})

describe('the value against the daily cap (wallet 4)', () => {
  it('is the amount itself for USDT', () => {
    expect(valueInUsdt(marketOf({}), { asset: 'USDT', atoms: 123n })).toBe(123n)
  })

  it('rounds up, so that dust counts', () => {
    const market = marketOf({})
    market.print({ symbol: 'SHIBUSDT', ticks: 1, lots: 1, takerSide: 'buy' })
    expect(valueInUsdt(market, { asset: 'SHIB', atoms: 1n })).toBe(1n)
  })

  it('is unknown before the first trade', () => {
    expect(() => valueInUsdt(marketOf({}), { asset: 'BTC', atoms: 1n })).toThrow('no price')
  })
})
