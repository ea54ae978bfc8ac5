import { describe, expect, it } from 'vitest'
import {
  accountEquity,
  adlShares,
  bankruptcyShare,
  crossBankruptcyPrice,
  fundDraw,
  interestFor,
  isDue,
  liquidationFee,
  liquidationPrice,
  liquidationSlice,
  marginRatio,
  requirement,
} from '../exports/futures.ts'
import { withMaintenanceAmounts } from '../liquidation/tiers.ts'

/** BTCUSDT of futures 1. */
const BTC = withMaintenanceAmounts([
  { upTo: '50000', mm: '0.004' },
  { upTo: '600000', mm: '0.005' },
  { upTo: '3000000', mm: '0.0065' },
  { upTo: '12000000', mm: '0.01' },
  { upTo: '70000000', mm: '0.02' },
  { upTo: null, mm: '0.025' },
])

const longAt = (markPrice: string, count = '1', wallet = '1000') => ({
  wallet,
  symbols: [
    {
      leverage: '100',
      feeRate: '0.0006',
      markPrice,
      tiers: BTC,
      legs: [{ side: 'long', count, cost: String(Number(count) * 60000) }],
    } as const,
  ],
})

it('completes the table of BTCUSDT by its amounts (futures 1)', () => {
  expect(BTC.map(({ cum }) => cum)).toEqual(['0', '50', '950', '11450', '131450', '481450'])
})

describe('the checks of section 3', () => {
  it('shows the liquidation price rounded towards the mark (futures 3)', () => {
    const account = longAt('60000')
    expect(liquidationPrice(account, { symbol: 0 })).toMatchObject({
      price: '59281.9790828641',
      when: 'falls',
    })
    expect(liquidationPrice(account, { symbol: 0, tick: '0.1' })).toMatchObject({
      price: '59282.0',
    })
  })

  it('is due from the first mark below that price (futures 3)', () => {
    expect(accountEquity(longAt('59282.0'))).toBe('282.00000000')
    expect(requirement(longAt('59282.0'))).toBe('281.97920000')
    expect(isDue(longAt('59282.0'))).toBe(false)
    expect(accountEquity(longAt('59281.9'))).toBe('281.90000000')
    expect(requirement(longAt('59281.9'))).toBe('281.97864000')
    expect(isDue(longAt('59281.9'))).toBe(true)
    expect(marginRatio(longAt('59282.0'))).toBe('100.00')
    expect(marginRatio(longAt('59281.9'))).toBe('100.03')
  })
})

describe('the checks of section 6', () => {
  const slice = { symbol: 0, stepSize: '0.001', liquidationRate: '0.0006' }

  it('closes the fewest lots that free the account (futures 6)', () => {
    expect(liquidationSlice(longAt('59281.9'), slice)).toBe('0.219')
    expect(liquidationSlice(longAt('59282.0'), slice)).toBe('0')
    const fee = liquidationFee({
      side: 'long',
      count: '0.219',
      price: '59281.9',
      bankruptcyPrice: '59035.4212527516',
      feeRate: '0.0006',
      liquidationRate: '0.0006',
    })
    expect(fee).toBe('7.78964166')
    // The result of the close, 0.219 at a loss of 718.1, the fee and l leave the wallet.
    const after = {
      ...longAt('59281.9', '0.781', '827.15681668'),
    }
    expect(accountEquity(after)).toBe('266.32071668')
    expect(requirement(after)).toBe('212.97615394')
    expect(liquidationPrice(after, { symbol: 0 })).toMatchObject({ price: '59213.2814574701' })
  })

  it('closes everything at two thirds of the requirement (futures 6)', () => {
    expect(liquidationSlice(longAt('59187.0'), slice)).toBe('1')
  })

  it('pays from the fund what a gap leaves (futures 6)', () => {
    const gap = longAt('58900')
    expect(crossBankruptcyPrice(gap, { symbol: 0 })).toBe('59035.4212527516')
    expect(crossBankruptcyPrice(gap, { symbol: 0, tick: '0.1' })).toBe('59035.4')
    // 0.4 at 58990 and 0.6 at 58900: proceeds 58936, fee 35.3616, no l; 1000 - 1064 - 35.3616.
    expect(fundDraw({ shortage: '99.3616', balance: '1000000', high: '1000000' })).toBe(
      '99.36160000',
    )
    for (const price of ['58990', '58900'])
      expect(
        liquidationFee({
          side: 'long',
          count: '0.4',
          price,
          bankruptcyPrice: '59035.4212527516',
          feeRate: '0.0006',
          liquidationRate: '0.0006',
        }),
      ).toBe('0.00000000')
  })

  it('limits the fund to its balance and a share of its high (futures 6)', () => {
    expect(fundDraw({ shortage: '500', balance: '1000', high: '1000' })).toBe('300.00000000')
    expect(fundDraw({ shortage: '500', balance: '1000', high: '1000', paid: '250' })).toBe(
      '50.00000000',
    )
    expect(fundDraw({ shortage: '500', balance: '100', high: '1000' })).toBe('100.00000000')
    expect(fundDraw({ shortage: '500', balance: '100', high: '1000', paid: '400' })).toBe(
      '0.00000000',
    )
  })

  it('shares 1000 lots over 700, 450 and 450 as 438, 281, 281 (futures 6)', () => {
    const holders = [
      { id: 'a', count: '700' },
      { id: 'b', count: '450' },
      { id: 'c', count: '450' },
    ]
    expect(adlShares(holders, { count: '1000', stepSize: '1' }).map(({ count }) => count)).toEqual([
      '438',
      '281',
      '281',
    ])
  })
})

it('charges three hours for 00:10 to 02:30 (futures 7)', () => {
  const day = Date.UTC(2026, 0, 5)
  const loan = { principal: '10000', dailyRate: '0.000126279' }
  expect(interestFor({ ...loan, from: day + 10 * 60_000, to: day + 150 * 60_000 })).toBe(
    '0.15784875',
  )
})

it('shares equity between positions by what they require (futures 6)', () => {
  expect(bankruptcyShare({ equity: '10', requirement: '3', totalRequirement: '5' })).toBe(
    '6.00000000',
  )
  expect(bankruptcyShare({ equity: '-10', requirement: '1', totalRequirement: '3' })).toBe(
    '-3.33333334',
  )
})
