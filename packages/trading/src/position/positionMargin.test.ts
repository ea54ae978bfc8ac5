import { describe, expect, it } from 'vitest'
import { positionMargin } from './positionMargin.ts'

const position = { entryPrice: '50000', markPrice: '60000', count: '2', leverage: '20' }

describe('positionMargin', () => {
  it('follows the mark by default (trading 2)', () => {
    expect(positionMargin(position)).toBe('6000.000000')
  })

  it('stays at the entry price where the symbol says so (trading 2)', () => {
    expect(positionMargin({ ...position, basis: 'entry' })).toBe('5000.000000')
  })

  it('converts to the margin coin, or counts inverse contracts in coin (trading 2)', () => {
    expect(positionMargin({ ...position, bp: '60000' })).toBe('0.100000')
    expect(positionMargin({ ...position, contract: 'inverse', count: '60000' })).toBe('0.050000')
    expect(
      positionMargin({ ...position, contract: 'inverse', count: '60000', basis: 'entry' }),
    ).toBe('0.060000')
  })

  it('shows as many decimals as asked for', () => {
    expect(positionMargin({ ...position, leverage: '7' }, { scale: 2, mode: 'up' })).toBe(
      '17142.86',
    )
  })

  it('refuses a leverage of zero', () => {
    expect(() => positionMargin({ ...position, leverage: '0' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'leverage' }),
    )
  })
})
