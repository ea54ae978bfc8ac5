import { describe, expect, it } from 'vitest'
import { allocation } from './allocation.ts'

const row = (asset: string, value: string | undefined) => ({
  asset,
  value,
  available: '1',
  held: '0',
  total: '1',
})

describe('the allocation of a total', () => {
  it('lists the largest assets first, in percent', () => {
    expect(allocation([row('ETH', '25'), row('BTC', '75')])).toEqual([
      { asset: 'BTC', share: '75.0' },
      { asset: 'ETH', share: '25.0' },
    ])
  })
  it('sums what is past the seventh asset', () => {
    const rows = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((asset) => row(asset, '1'))
    const parts = allocation(rows)
    expect(parts).toHaveLength(8)
    expect(parts.at(-1)).toEqual({ asset: undefined, share: '30.0' })
  })
  it('leaves out what has no price or no value', () => {
    expect(allocation([row('A', undefined), row('B', '0.00'), row('C', '1')])).toEqual([
      { asset: 'C', share: '100.0' },
    ])
    expect(allocation([row('A', '0')])).toEqual([])
  })
})
