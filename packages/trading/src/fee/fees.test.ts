import { describe, expect, it } from 'vitest'
import { FEE_TIERS, feeRate, TIER_REQUIREMENTS, type VipLevel, vipLevelOf } from './feeTiers.ts'
import { tradeFee } from './tradeFee.ts'

const levels: readonly VipLevel[] = [0, 1, 2, 3, 4, 5]

describe('fee tiers', () => {
  it('lists spot maker and taker fees in percent (trading 7)', () => {
    expect(FEE_TIERS.spot.map(({ maker, taker }) => `${maker}/${taker}`)).toEqual([
      '0.10/0.10',
      '0.08/0.09',
      '0.07/0.08',
      '0.06/0.07',
      '0.04/0.06',
      '0.02/0.05',
    ])
  })

  it('lists futures maker and taker fees in percent (trading 7)', () => {
    expect(FEE_TIERS.futures.map(({ maker, taker }) => `${maker}/${taker}`)).toEqual([
      '0.020/0.060',
      '0.018/0.055',
      '0.016/0.050',
      '0.014/0.045',
      '0.012/0.040',
      '0.008/0.035',
    ])
  })

  it('gives the rate as a fraction', () => {
    expect(levels.map((vipLevel) => feeRate({ market: 'spot', role: 'taker', vipLevel }))).toEqual([
      '0.0010',
      '0.0009',
      '0.0008',
      '0.0007',
      '0.0006',
      '0.0005',
    ])
    expect(feeRate({ market: 'futures', role: 'maker', vipLevel: 5 })).toBe('0.00008')
  })

  it('reads the table of a deployment', () => {
    const free = { maker: '0', taker: '0.5' }
    const tiers = { ...FEE_TIERS, spot: [free, free, free, free, free, free] } as const
    expect(feeRate({ market: 'spot', role: 'taker', vipLevel: 3, tiers })).toBe('0.005')
    expect(feeRate({ market: 'spot', role: 'maker', vipLevel: 3, tiers })).toBe('0.00')
  })
})

describe('the VIP level (trading 7)', () => {
  it.each([
    ['0', '0', 0],
    ['999999.99999999', '49999.99', 0],
    ['1000000', '0', 1],
    ['0', '50000', 1],
    ['4999999.99', '500000.00', 3],
    ['20000000', '50000', 3],
    ['99999999999', '0', 5],
  ])('gives the VIP level for volume %s and valuation %s: %i', (volume, valuation, level) => {
    expect(vipLevelOf({ volume, valuation })).toBe(level)
  })

  it('asks for more at every step', () => {
    const sorted = (field: 'volume' | 'valuation') =>
      TIER_REQUIREMENTS.map((wanted) => Number(wanted[field])).every(
        (amount, at, all) => at === 0 || amount > all[at - 1]!,
      )
    expect([sorted('volume'), sorted('valuation')]).toEqual([true, true])
  })

  it('uses the table of a deployment', () => {
    const never = { volume: '1000000000', valuation: '1000000000' }
    expect(
      vipLevelOf({
        volume: '10',
        valuation: '0',
        requirements: [{ volume: '10', valuation: '10' }, never, never, never, never],
      }),
    ).toBe(1)
  })
})

describe('tradeFee', () => {
  it('rounds up at the decimals of the fee asset (trading 1)', () => {
    expect(tradeFee({ amount: '0.12345', rate: '0.001' }, { scale: 8 })).toBe('0.00012345')
    expect(tradeFee({ amount: '0.00000001', rate: '0.001' }, { scale: 8 })).toBe('0.00000001')
    expect(tradeFee({ amount: '100.01', rate: '0.0006' }, { scale: 2 })).toBe('0.07')
    expect(tradeFee({ amount: '0', rate: '0.001' }, { scale: 2 })).toBe('0.00')
  })

  it('refuses a negative amount', () => {
    expect(() => tradeFee({ amount: '-1', rate: '0.001' }, { scale: 2 })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'amount' }),
    )
  })
})
