import { describe, expect, it } from 'vitest'
import { MAX_SCALE, powerOfTen, requireScale } from './scale.ts'

describe('scale', () => {
  it('returns every power of ten, inside its table and beyond', () => {
    for (const exponent of [0, 1, 18, 19, 40, MAX_SCALE, MAX_SCALE + 500])
      expect(powerOfTen(exponent)).toBe(BigInt(`1${'0'.repeat(exponent)}`))
  })

  it('accepts integers from 0 to 1000 only', () => {
    for (const scale of [0, 18, MAX_SCALE]) expect(() => requireScale(scale)).not.toThrow()
    for (const scale of [-1, 0.5, MAX_SCALE + 1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => requireScale(scale)).toThrow(expect.objectContaining({ code: 'bad-scale' }))
  })
})
