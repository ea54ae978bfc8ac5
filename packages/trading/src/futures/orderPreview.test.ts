import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountAfterFill,
  accountEquity,
  type FuturesAccount,
  type FuturesSymbol,
  liquidationPrice,
  maxOrderCount,
  orderCost,
} from '../exports/futures.ts'

const symbol: FuturesSymbol = {
  leverage: '100',
  feeRate: '0.0006',
  markPrice: '60000',
  tiers: [
    { upTo: '50000', mm: '0.004', cum: '0' },
    { upTo: null, mm: '0.005', cum: '50' },
  ],
  legs: [],
}
const account = (part: Partial<FuturesSymbol> = {}, wallet = '1036'): FuturesAccount => ({
  wallet,
  symbols: [{ ...symbol, ...part } as FuturesSymbol],
})
const fill = { side: 'buy', price: '60000', count: '1' } as const

describe('the account after a fill', () => {
  it('has the liquidation price of the worked example (futures 3)', () => {
    const after = accountAfterFill(account(), { symbol: 0, fill })
    expect(after.wallet).toBe('1000.00000000')
    expect(liquidationPrice(after, { symbol: 0 })).toMatchObject({ price: '59281.9790828641' })
  })

  it('closes the opposite position before it opens (futures 2)', () => {
    const short = { side: 'short', count: '0.4', cost: '24400' } as const
    const after = accountAfterFill(account({ legs: [short] }), { symbol: 0, fill })
    expect(after.symbols[0]?.legs).toEqual([
      { side: 'long', count: '0.60000000', cost: '36000.00000000' },
    ])
    // 0.4 sold at 61000 and bought back at 60000, less 36 of fees.
    expect(after.wallet).toBe('1400.00000000')
  })

  it('closes a leg of two-way mode and no more (futures 4)', () => {
    const legs = [{ side: 'short', count: '0.4', cost: '24400' }] as const
    const two = account({ legs, mode: 'two-way' })
    const opened = accountAfterFill(two, { symbol: 0, fill: { ...fill, tradeSide: 'open' } })
    expect(opened.symbols[0]?.legs.map(({ side, count }) => [side, Number(count)])).toEqual([
      ['long', 1],
      ['short', 0.4],
    ])
    const closed = accountAfterFill(two, { symbol: 0, fill: { ...fill, tradeSide: 'close' } })
    expect(closed.symbols[0]?.legs).toEqual([])
  })

  it('loses at the mark no more than the fee (futures 2)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.constantFrom('linear' as const, 'inverse' as const),
        (held, lots, side, contract) => {
          const before = account({
            contract,
            legs: [{ side: 'long', count: String(held), cost: String(held * 3) }],
          })
          const after = accountAfterFill(before, {
            symbol: 0,
            fill: { side, price: '60000', count: String(lots), feeRate: '0' },
          })
          const lost = Number(accountEquity(before)) - Number(accountEquity(after))
          expect(Math.abs(lost)).toBeLessThan(1e-4)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the largest order', () => {
  const input = { side: 'buy', price: '60000', available: '1000', step: '0.001' } as const

  it('costs what is available, one step more does not fit (futures 3)', () => {
    const count = maxOrderCount(symbol, input)
    const cost = (size: string) =>
      Number(orderCost(symbol, { order: { side: 'buy', price: '60000', count: size } }))
    expect(cost(count)).toBeLessThanOrEqual(1000)
    expect(cost((Number(count) + 0.001).toFixed(3))).toBeGreaterThan(1000)
  })

  it('stays within the tier of the leverage (futures 1)', () => {
    const tiers = [
      { upTo: '50000', maxLeverage: '125' },
      { upTo: '600000', maxLeverage: '50' },
    ]
    expect(maxOrderCount(symbol, { ...input, available: '1000000', tiers })).toBe('0.833')
  })

  it('is nothing without funds', () => {
    expect(maxOrderCount(symbol, { ...input, available: '-5' })).toBe('0')
  })
})
