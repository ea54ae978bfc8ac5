import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { masked } from './masked.ts'

describe('a covered value', () => {
  it.each([
    ['DE00 1234 5678', '••••5678'],
    ['abc', '••••c'],
    ['a', '••••'],
    ['', '••••'],
  ])('shows %s as %s', (value, text) => {
    expect(masked(value)).toBe(text)
  })

  it('never shows more than half of what it covers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const shown = [...masked(value)].length - 4
        expect(shown * 2).toBeLessThanOrEqual([...value].length)
        expect(value.endsWith(masked(value).slice(4))).toBe(true)
      }),
    )
  })
})
