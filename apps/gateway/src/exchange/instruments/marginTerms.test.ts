import { describe, expect, it } from 'vitest'
import {
  collateralRate,
  CROSS_LEVELS,
  DAILY_RATES,
  isMarginAsset,
  ISOLATED_TIERS,
  isolatedTier,
  loanLimit,
  MARGIN_ASSETS,
  MARGIN_PAIRS,
  valueUnit,
} from './marginTerms.ts'
import { scaleOf, SPOT_SYMBOLS } from './symbols.ts'

describe('the levels of margin accounts (futures 7)', () => {
  it('fall from leaving over borrowing and the call to the liquidation', () => {
    for (const { leave, borrow, call, liquidation } of [CROSS_LEVELS, ...ISOLATED_TIERS]) {
      expect(leave >= borrow && borrow > call && call > liquidation).toBe(true)
      // Above 1 the account still has more than it owes.
      expect(liquidation).toBeGreaterThan(10_000)
    }
  })

  it.each([
    [10, 11_110, 10_805, 10_500],
    [5, 12_500, 12_000, 11_500],
    [3, 15_000, 13_400, 11_800],
  ])('are at a leverage of %i %i, %i and %i', (leverage, borrow, call, liquidation) => {
    expect(isolatedTier(leverage)).toMatchObject({ borrow, call, liquidation, leave: borrow })
  })

  it.each([0, 1, 2, 4, 20, 2.5, Number.NaN])('are none at a leverage of %s', (leverage) => {
    expect(isolatedTier(leverage)).toBeUndefined()
  })

  it('give larger loans the lower the leverage is', () => {
    const times = [10, 5, 3].map((leverage) => isolatedTier(leverage)?.times)
    expect(times).toEqual([1, 2, 4])
  })
})

describe('what an account may owe (futures 7)', () => {
  const limit = (changes: Partial<Parameters<typeof loanLimit>[0]>) =>
    loanLimit({ asset: 'USDT', leverage: 3, vipLevel: 0, ...changes })

  it.each([
    ['USDT', 0, { amount: '500000', percent: 100 }],
    ['USDT', 1, { amount: '500000', percent: 150 }],
    ['BTC', 7, { amount: '10', percent: 800 }],
    // Levels beyond the table get its last row.
    ['BTC', 9, { amount: '10', percent: 800 }],
    ['BTC', -1, { amount: '10', percent: 100 }],
    ['NOPE', 0, undefined],
  ])('is in a cross account of %s at VIP %i %o', (asset, vipLevel, expected) => {
    expect(limit({ asset, vipLevel })).toEqual(expected)
  })

  it.each([
    ['BTCUSDT', 'BTC', 10, { amount: '9', percent: 100 }],
    ['BTCUSDT', 'USDT', 5, { amount: '70000', percent: 200 }],
    ['BTCUSDT', 'BTC', 3, { amount: '9', percent: 400 }],
    ['ETHUSDT', 'BTC', 10, undefined],
    // Listed, but without isolated accounts.
    ['SHIBUSDT', 'SHIB', 10, undefined],
    ['NOPE', 'USDT', 10, undefined],
  ])('is in the account of %s of %s at leverage %i %o', (symbol, asset, leverage, expected) => {
    expect(limit({ symbol, asset, leverage })).toEqual(expected)
  })

  it('does not grow with the VIP level in an isolated account', () => {
    const of = { symbol: 'BTCUSDT', asset: 'BTC', leverage: 10 }
    expect(limit({ ...of, vipLevel: 7 })).toEqual(limit(of))
  })
})

describe('assets of margin accounts', () => {
  it('are those of the pair, or all with a limit', () => {
    expect([isMarginAsset('BTC'), isMarginAsset('NOPE')]).toEqual([true, false])
    expect(['BTC', 'USDT', 'ETH'].map((asset) => isMarginAsset(asset, 'BTCUSDT'))).toEqual([
      true,
      true,
      false,
    ])
    expect(isMarginAsset('SHIB', 'SHIBUSDT')).toBe(false)
    expect(isMarginAsset('USDT', 'NOPE')).toBe(false)
  })

  it('have a rate of a day, a limit and a scale each', () => {
    for (const asset of MARGIN_ASSETS) {
      expect(DAILY_RATES[asset]).toBeGreaterThan(0)
      expect(scaleOf(asset)).toBeGreaterThan(0)
    }
    expect(Object.keys(DAILY_RATES).toSorted()).toEqual([...MARGIN_ASSETS].toSorted())
  })

  it('have pairs that are listed', () => {
    const listed = SPOT_SYMBOLS.map(({ symbol }) => symbol)
    expect(MARGIN_PAIRS.filter((pair) => !listed.includes(pair))).toEqual([])
  })

  it.each([
    ['USDT', 100n],
    ['BTC', 95n],
    ['ETH', 95n],
    ['DOGE', 80n],
  ])('count of %s as %s per cent', (asset, rate) => expect(collateralRate(asset)).toBe(rate))

  it('count an atom by the decimals of its asset', () => {
    expect([valueUnit('ETH'), valueUnit('USDT'), valueUnit('XRP')]).toEqual([
      1n,
      10n ** 10n,
      10n ** 12n,
    ])
    expect(() => valueUnit('NOPE')).toThrow('The asset NOPE is not listed.')
  })
})
