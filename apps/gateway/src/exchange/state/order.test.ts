import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireSymbol, SPOT_SYMBOLS } from '../instruments/symbols.ts'
import {
  borrows,
  goesAtMarket,
  isArmed,
  isOpen,
  leftLots,
  ownerOf,
  quoteAtoms,
  receivedAsset,
  spentAsset,
  tickLots,
  triggerOf,
  unitsOf,
  worstTicks,
  type OrderStatus,
} from './order.ts'
import { plainOrder, plainTrigger } from './testing/plainOrder.ts'

describe('the units of a pair', () => {
  it.each([
    // USDT has 8 decimals. BTC: prices of 2 places, sizes of 5, atoms of 8.
    ['BTCUSDT', 10n, 1_000n],
    ['ETHUSDT', 100n, 10n ** 14n],
    ['SOLUSDT', 1_000n, 10n ** 6n],
    ['XRPUSDT', 1_000n, 10n ** 5n],
    ['DOGEUSDT', 1_000n, 10n ** 8n],
    ['LINKUSDT', 10_000n, 10n ** 16n],
    // A tick of SHIB is 10^-8 USDT, which is an atom.
    ['SHIBUSDT', 1n, 10n ** 18n],
  ])('are of %s %s quote atoms and %s base atoms', (symbol, quotePerTickLot, basePerLot) => {
    expect(unitsOf(requireSymbol(symbol))).toEqual({ quotePerTickLot, basePerLot })
  })

  it('are whole for every listed pair', () => {
    for (const pair of SPOT_SYMBOLS) {
      const { quotePerTickLot, basePerLot } = unitsOf(pair)
      expect([quotePerTickLot >= 1n, basePerLot >= 1n]).toEqual([true, true])
    }
  })

  it('are refused where an atom is too large for a tick', () => {
    const coarse = { ...requireSymbol('BTCUSDT'), quoteScale: 6 }
    expect(() => unitsOf(coarse)).toThrow(RangeError)
    expect(() => unitsOf({ ...coarse, quoteScale: 8, baseScale: 4 })).toThrow(RangeError)
  })

  it('give the price of 0.00003 BTC to the atom', () => {
    const units = unitsOf(requireSymbol('BTCUSDT'))
    // 2.700003 USDT.
    expect(quoteAtoms(units, { ticks: 9_000_010, lots: 3 })).toBe(270_000_300n)
  })
})

describe('tickLots', () => {
  it.each([
    [0, 5, 0n],
    [1, 1, 1n],
    [94_906_265, 94_906_265, 9_007_199_136_250_225n],
    // One step beyond what a number holds exactly: 94,906,267 squared.
    [94_906_267, 94_906_267, 9_007_199_515_875_289n],
    [2 ** 40, 2 ** 40, 2n ** 80n],
    [2 ** 52 + 1, 3, 13_510_798_882_111_491n],
  ])('multiplies %i by %i exactly', (ticks, lots, product) => {
    expect(tickLots(ticks, lots)).toBe(product)
  })

  it('is the product of integers for all safe ones', () => {
    const safe = fc.nat({ max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(safe, safe, (ticks, lots) => {
        expect(tickLots(ticks, lots)).toBe(BigInt(ticks) * BigInt(lots))
      }),
    )
  })
})

describe('whose funds an order trades', () => {
  it.each([
    ['user:7', {}],
    ['user:7/margin', { account: 'cross' }],
    ['user:7/margin/BTCUSDT', { account: 'isolated' }],
    ['lead:3', { owner: 'lead:3' }],
    // What is set apart goes first: a lead has no margin account.
    ['copy:9', { owner: 'copy:9', account: 'cross' }],
  ] as const)('are those of %s', (owner, changes) => {
    expect(ownerOf(plainOrder({ userId: '7', ...changes }))).toBe(owner)
  })

  it.each([
    [undefined, false],
    ['auto', true],
    ['repay', false],
    ['both', true],
  ] as const)('are in the loan mode %s borrowed: %s', (loan, expected) => {
    expect(borrows(loan === undefined ? {} : { loan })).toBe(expected)
  })
})

describe('what an order gives and gets', () => {
  const pair = requireSymbol('ETHUSDT')

  it('depends on the side', () => {
    const sides = ['buy', 'sell'] as const
    expect(sides.map((side) => spentAsset({ side }, pair))).toEqual(['USDT', 'ETH'])
    expect(sides.map((side) => receivedAsset({ side }, pair))).toEqual(['ETH', 'USDT'])
  })

  it('leaves the lots that have not traded', () => {
    expect([0, 3, 10].map((filledLots) => leftLots({ lots: 10, filledLots }))).toEqual([10, 7, 0])
  })
})

describe('where an order stands', () => {
  it.each([
    ['waiting', true],
    ['open', true],
    ['partially_filled', true],
    ['filled', false],
    ['cancelled', false],
  ] satisfies readonly (readonly [OrderStatus, boolean])[])('%s is open: %s', (status, open) => {
    expect(isOpen({ status })).toBe(open)
  })

  it.each([
    [false, 'it has no trigger', {}],
    [true, 'its trigger was not reached', { triggers: [plainTrigger()] }],
    [false, 'its trigger was reached', { triggers: [plainTrigger()], firedAt: 9 }],
    [false, 'its first order is not filled', { triggers: [plainTrigger()], phase: 'pending' }],
    [false, 'it is on its way to the market', { triggers: [plainTrigger()], phase: 'ready' }],
  ] as const)('waits for a price: %s where %s', (expected, _why, changes) => {
    expect(isArmed({ ...changes })).toBe(expected)
  })

  it.each([
    [true, { orderType: 'market' }],
    [false, { orderType: 'limit' }],
    [true, { orderType: 'stop_market', atMarket: true }],
    [false, { orderType: 'stop_limit' }],
    [false, { orderType: 'oco', atMarket: false }],
  ] as const)('goes at the market: %s for %o', (expected, order) => {
    expect(goesAtMarket(order)).toBe(expected)
  })
})

describe('the most that a buy may pay for a lot', () => {
  const triggers = [plainTrigger({ bound: 130 }), plainTrigger({ bound: 110 })]

  it('is its limit, or the worst bound of what it waits for', () => {
    expect(worstTicks(plainOrder({ ticks: 100 }))).toBe(100)
    expect(worstTicks(plainOrder({ ticks: 100, triggers }))).toBe(130)
    expect(worstTicks(plainOrder({ ticks: 150, triggers }))).toBe(150)
  })

  it('is its limit once a trigger was reached', () => {
    expect(worstTicks(plainOrder({ ticks: 100, triggers, firedAt: 5 }))).toBe(100)
    expect(worstTicks(plainOrder({ ticks: 100, triggers, phase: 'pending' }))).toBe(100)
  })
})

describe('one trigger of an order', () => {
  const order = plainOrder({ id: 4, triggers: [plainTrigger({ ticks: 1 }), plainTrigger()] })

  it('is found by its place', () => {
    expect([0, 1].map((which) => triggerOf(order, which).ticks)).toEqual([1, 120])
  })

  it.each([2, -1, 0.5])('is refused at the place %s', (which) => {
    expect(() => triggerOf(order, which)).toThrow(`Order 4 has no trigger ${which}.`)
  })

  it('is refused of an order without any', () => {
    expect(() => triggerOf(plainOrder(), 0)).toThrow(RangeError)
  })
})
