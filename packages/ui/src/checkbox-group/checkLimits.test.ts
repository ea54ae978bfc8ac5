import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitViolation, toggleCheck, assertLimits } from './checkLimits.ts'

describe('toggleCheck (U11)', () => {
  it('toggles without limits (U11.1, spec 5.10)', () => {
    expect(toggleCheck([], { key: 'a' })).toEqual({ status: 'changed', checked: ['a'] })
    expect(toggleCheck(['a', 'b'], { key: 'a' })).toEqual({ status: 'changed', checked: ['b'] })
    expect(toggleCheck(['a'], { key: 'a' })).toEqual({ status: 'changed', checked: [] })
  })
  it('blocks unchecking below the minimum with the limit (U11.2, spec 5.10)', () => {
    expect(toggleCheck(['a', 'b'], { key: 'a', min: 2 })).toEqual({
      status: 'blocked',
      reason: 'min',
      limit: 2,
    })
    expect(toggleCheck(['a', 'b', 'c'], { key: 'a', min: 2 })).toEqual({
      status: 'changed',
      checked: ['b', 'c'],
    })
  })
  it('blocks checking above the maximum with the limit (U11.3, spec 5.10)', () => {
    expect(toggleCheck(['a', 'b'], { key: 'c', max: 2 })).toEqual({
      status: 'blocked',
      reason: 'max',
      limit: 2,
    })
    expect(toggleCheck(['a'], { key: 'c', max: 2 })).toEqual({
      status: 'changed',
      checked: ['a', 'c'],
    })
  })
  it('allows changes away from a reached limit (U11.4)', () => {
    expect(limitViolation(['a', 'b'], { key: 'a', min: 0, max: 2 })).toBeUndefined()
    expect(limitViolation(['a'], { key: 'b', min: 1, max: 2 })).toBeUndefined()
  })
  it('blocks every change when minimum equals maximum (U11.5)', () => {
    expect(limitViolation(['a', 'b'], { key: 'a', min: 2, max: 2 })?.reason).toBe('min')
    expect(limitViolation(['a', 'b'], { key: 'c', min: 2, max: 2 })?.reason).toBe('max')
  })
  it('allows a list outside a limit to move only towards it (U11.6)', () => {
    expect(limitViolation(['a', 'b', 'c'], { key: 'a', max: 1 })).toBeUndefined()
    expect(limitViolation(['a', 'b', 'c'], { key: 'd', max: 1 })?.reason).toBe('max')
    expect(limitViolation([], { key: 'a', min: 2 })).toBeUndefined()
    expect(limitViolation(['a'], { key: 'a', min: 2 })?.reason).toBe('min')
  })
  it('keeps a group within its limits (U11.7)', () => {
    const limits = fc.tuple(fc.nat(4), fc.nat(4)).map(([min, more]) => ({ min, max: min + more }))
    fc.assert(
      fc.property(
        limits,
        fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 60 }),
        ({ min, max }, presses) => {
          let checked: readonly string[] = [...'abcdefgh'].slice(0, max)
          for (const key of presses) {
            const change = toggleCheck(checked, { key, min, max })
            if (change.status === 'changed') checked = change.checked
            else expect(checked.length).toBe(change.reason === 'min' ? min : max)
            expect(checked.length).toBeGreaterThanOrEqual(min)
            expect(checked.length).toBeLessThanOrEqual(max)
          }
        },
      ),
    )
  })
})

describe('assertLimits', () => {
  it.each([
    [{ min: 3, max: 2 }],
    [{ min: -1 }],
    [{ max: 1.5 }],
    [{ min: Number.NaN }],
    [{ min: Infinity }],
  ])('throws a RangeError for %j', (limits) => {
    expect(() => assertLimits(limits)).toThrow(RangeError)
  })
  it.each([[{}], [{ min: 0, max: 0 }], [{ min: 2, max: 2 }], [{ max: Infinity }]])(
    'accepts %j',
    (limits) => {
      expect(() => assertLimits(limits)).not.toThrow()
    },
  )
})
