import { describe, expect, it } from 'vitest'
import { assetView } from './balances.ts'

describe('amounts of a balance (wire 10)', () => {
  it('subtracts what is held from the balance for available', () => {
    expect(assetView({ asset: 'ETH', balance: 3n * 10n ** 18n, held: 1n })).toEqual({
      asset: 'ETH',
      available: '2.999999999999999999',
      held: '0.000000000000000001',
    })
  })
})
