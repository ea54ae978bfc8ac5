import { describe, expect, it } from 'vitest'
import { roe } from './roe.ts'

const position = { side: 'long', entryPrice: '50000', markPrice: '60000', leverage: '10' } as const

describe('roe', () => {
  it('divides PnL by the margin at mark, in percent (trading 2)', () => {
    expect(roe(position)).toBe('166.67')
    expect(roe({ ...position, side: 'short' })).toBe('-166.67')
  })

  it('divides PnL by the margin at entry on basis entry (trading 2)', () => {
    expect(roe({ ...position, basis: 'entry' })).toBe('200.00')
  })

  it('swaps the two for inverse contracts (trading 2)', () => {
    expect(roe({ ...position, contract: 'inverse' })).toBe('200.00')
    expect(roe({ ...position, contract: 'inverse', basis: 'entry' })).toBe('166.67')
  })

  it('rounds to 2 decimals, halves up (spec 9.4, spec 5.13, trading 1)', () => {
    const eighth = { entryPrice: '80000', leverage: '1', basis: 'entry' } as const
    expect(roe({ ...eighth, side: 'long', markPrice: '80004' })).toBe('0.01')
    expect(roe({ ...eighth, side: 'short', markPrice: '80004' })).toBe('0.00')
    expect(roe({ ...eighth, side: 'short', markPrice: '80012' })).toBe('-0.01')
  })
})
