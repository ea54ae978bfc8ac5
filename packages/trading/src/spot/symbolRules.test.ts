import { describe, expect, it } from 'vitest'
import { fitsStep, roundToGrid } from './symbolRules.ts'

describe('fitsStep', () => {
  it('compares by value, also off powers of ten', () => {
    expect(
      ['100.50', '100.5', '100.75', '100.1', '0'].map((price) => fitsStep(price, { step: '0.25' })),
    ).toEqual([true, true, true, false, true])
    expect(fitsStep('0.30', { step: '0.1' })).toBe(true)
  })

  it('returns false for text that is not a decimal', () => {
    expect(['', '.5', '1e2'].map((price) => fitsStep(price, { step: '0.1' }))).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('roundToGrid', () => {
  it('rounds a size down, a price by the given mode', () => {
    expect(roundToGrid('0.12999', { step: '0.001' })).toBe('0.129')
    expect(roundToGrid('100.13', { step: '0.25', mode: 'half-away' })).toBe('100.25')
  })

  it('refuses text that is no decimal and a step that is none', () => {
    expect(() => roundToGrid('x', { step: '1' })).toThrow(
      expect.objectContaining({ code: 'not-a-decimal', detail: 'value' }),
    )
    expect(() => roundToGrid('1', { step: '-1' })).toThrow(
      expect.objectContaining({ code: 'out-of-range', detail: 'tick' }),
    )
  })
})
