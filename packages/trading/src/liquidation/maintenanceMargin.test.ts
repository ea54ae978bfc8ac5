import { describe, expect, it } from 'vitest'
import { maintenanceMargin } from './maintenanceMargin.ts'
import { withMaintenanceAmounts } from './tiers.ts'

/** The table published with the BTC example of trading 2. */
const published = withMaintenanceAmounts([
  { upTo: '50000', mm: '0.004' },
  { upTo: '250000', mm: '0.005' },
  { upTo: '1000000', mm: '0.01' },
  { upTo: '10000000', mm: '0.025' },
  { upTo: '20000000', mm: '0.05' },
  { upTo: null, mm: '0.1' },
])

describe('maintenance tiers', () => {
  it('computes the amounts that make the requirement continuous (trading 2)', () => {
    expect(published.map(({ cum }) => cum)).toEqual([
      '0',
      '50',
      '1300',
      '16300',
      '266300',
      '1266300',
    ])
  })

  it('asks for the same on both sides of a tier’s end', () => {
    const at = (mm: string, cum: string) =>
      maintenanceMargin({ count: '1', price: '250000', mm, cum })
    expect(at('0.005', '50')).toBe(at('0.01', '1300'))
  })
})

describe('maintenanceMargin', () => {
  it('subtracts the tier’s amount from rate times notional (trading 2)', () => {
    expect(maintenanceMargin({ count: '2', price: '60000', mm: '0.004' })).toBe('480.000000')
    expect(maintenanceMargin({ count: '10', price: '50000', mm: '0.01', cum: '1300' })).toBe(
      '3700.000000',
    )
  })

  it('finds the tier of a notional, upper end included', () => {
    expect(maintenanceMargin({ count: '10', price: '50000', tiers: published })).toBe('3700.000000')
    expect(maintenanceMargin({ count: '1', price: '50000', tiers: published })).toBe('200.000000')
    expect(maintenanceMargin({ count: '1000', price: '50000', tiers: published })).toBe(
      '3733700.000000',
    )
  })

  it('returns coin for inverse contracts and another margin coin', () => {
    expect(
      maintenanceMargin({
        contract: 'inverse',
        count: '60000',
        price: '50000',
        mm: '0.005',
        cum: '0.001',
      }),
    ).toBe('0.005000')
    expect(maintenanceMargin({ count: '2', price: '60000', mm: '0.004', bp: '60000' })).toBe(
      '0.008000',
    )
  })

  it('shows as many decimals as asked for', () => {
    expect(
      maintenanceMargin({ count: '1', price: '0.0001', mm: '0.004' }, { scale: 8, mode: 'up' }),
    ).toBe('0.00000040')
  })
})
