import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Contract } from '../../../data/futures/contracts.ts'
import { BTC_CONTRACT, BTC_INVERSE, BTC_TIERS } from '../../../testing/futuresFixtures.ts'
import { calculate, type CalculatorInput } from './calculate.ts'

const specOf = ({ symbol, ...rules }: typeof BTC_CONTRACT): Contract => ({
  ...rules,
  name: symbol,
  symbol: `${rules.product}/${symbol}`,
})
const input: CalculatorInput = {
  side: 'long',
  leverage: 20,
  entry: '60000',
  exit: '63000',
  size: '0.5',
  roe: '',
}
const of = (part: Partial<CalculatorInput>, contract = BTC_CONTRACT) =>
  calculate({ ...input, ...part }, { spec: specOf(contract), tiers: BTC_TIERS })

describe('the futures calculator (trading 2)', () => {
  it('says margin, PnL and ROE', () => {
    expect(of({})).toMatchObject({ margin: '1500.000000', pnl: '1500.000000', roe: '100.00' })
    expect(of({ side: 'short' })).toMatchObject({ pnl: '-1500.000000', roe: '-100.00' })
  })

  it('says where the position would be liquidated', () => {
    const long = of({})
    expect(Number(long.liquidation)).toBeGreaterThan(57_000)
    expect(Number(long.liquidation)).toBeLessThan(57_500)
    expect(Number(of({ side: 'short' }).liquidation)).toBeGreaterThan(62_500)
  })

  it('says the price of a wanted ROE', () => {
    expect(of({ roe: '50' }).target).toBe('61500.0')
    expect(of({ roe: '-100' }).target).toBe('57000.0')
  })

  it('counts coin where the contract is inverse', () => {
    expect(of({ size: '12' }, BTC_INVERSE)).toMatchObject({ margin: '0.001000', pnl: '0.000952' })
  })

  it('leaves out what an amount is missing for', () => {
    expect(of({ entry: '' })).toEqual({})
    expect(of({ exit: '', size: '' })).toEqual({})
    expect(of({ exit: '' })).not.toHaveProperty('pnl')
  })
})

describe('what a calculation is made of', () => {
  it.each([
    ['an entry of nothing', { entry: '0' }],
    ['an entry that is no number', { entry: '60,000' }],
    ['a negative entry', { entry: '-1' }],
  ])('is nothing with %s', (_what, part) => {
    expect(of(part)).toEqual({})
  })

  it.each([
    ['a target alone', { exit: '', size: '', roe: '50' }, ['target']],
    ['a gain alone', { size: '' }, ['roe']],
    ['a size alone', { exit: '' }, ['liquidation', 'margin']],
    ['a size of nothing', { size: '0', exit: '' }, []],
    ['all', { roe: '10' }, ['liquidation', 'margin', 'pnl', 'roe', 'target']],
  ])('has what %s says', (_what, part, keys) => {
    expect(Object.keys(of(part)).toSorted()).toEqual(keys)
  })

  it('has no liquidation price before the tiers are known', () => {
    expect(calculate(input, { spec: specOf(BTC_CONTRACT), tiers: [] })).not.toHaveProperty(
      'liquidation',
    )
  })

  it('takes the taker rate of the account, else of the lowest tier', () => {
    const at = (takerFeeRate?: string) =>
      calculate(input, { spec: specOf(BTC_CONTRACT), tiers: BTC_TIERS, takerFeeRate }).liquidation
    expect(at()).toBe(at('0.0006'))
    // 28,500 = 0.5 P (1 - 0.004 - f): a dearer fee liquidates earlier.
    expect([at('0.0006'), at('0.0002')]).toEqual(['57263.5', '57240.5'])
  })

  it('liquidates a short above its entry by hand', () => {
    // 1,500 + 30,000 = 0.5 P (1 + 0.004 + 0.0006).
    expect(of({ side: 'short' }).liquidation).toBe('62711.5')
  })
})

describe('the price of a wanted return', () => {
  it.each([
    ['long', '0', '60000.0'],
    ['long', '100', '63000.0'],
    ['short', '100', '57000.0'],
    ['short', '-50', '61500.0'],
    ['long', '0.1', '60003.0'],
  ] as const)('is that of a %s with %s percent', (side, roe, target) => {
    expect(of({ side, roe }).target).toBe(target)
  })

  it('brings that return, to the tick', () => {
    const cases = fc.tuple(
      fc.integer({ min: -80, max: 300 }),
      fc.constantFrom('long' as const, 'short' as const),
      fc.integer({ min: 2, max: 100 }),
    )
    fc.assert(
      fc.property(cases, ([percent, side, leverage]) => {
        const { target } = of({ roe: String(percent), side, leverage })
        fc.pre(typeof target === 'string')
        const { roe = '' } = of({ exit: target ?? '', side, leverage })
        // Half a tick of 0.1 at 60,000 moves the return by this much.
        const slack = (0.05 / 60_000) * leverage * 100 + 0.005
        expect(Math.abs(Number(roe) - percent)).toBeLessThanOrEqual(slack + 1e-9)
      }),
    )
  })

  it('turns the gain of one side into a loss of the other', () => {
    const exits = fc.integer({ min: 30_000, max: 90_000 })
    fc.assert(
      fc.property(exits, (exit) => {
        const [long, short] = (['long', 'short'] as const).map((side) =>
          Number(of({ side, exit: String(exit) }).pnl),
        )
        expect((long ?? 0) + (short ?? 0)).toBe(0)
      }),
    )
  })
})
