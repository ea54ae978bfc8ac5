import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitViolation, toggleCheck, assertLimits } from './checkLimits.ts'

describe('minimum and maximum (U11)', () => {
  it('without limits every press changes sides (U11.1, spec 5.10)', () => {
    expect(toggleCheck([], { key: 'a' })).toEqual({ status: 'changed', checked: ['a'] })
    expect(toggleCheck(['a', 'b'], { key: 'a' })).toEqual({ status: 'changed', checked: ['b'] })
    expect(toggleCheck(['a'], { key: 'a' })).toEqual({ status: 'changed', checked: [] })
  })
  it('unchecking below the minimum is blocked, and the reason names it (U11.2, spec 5.10)', () => {
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
  it('checking above the maximum is blocked, and the reason names it (U11.3, spec 5.10)', () => {
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
  it('at the maximum what is checked may still be unchecked, at the minimum more may be checked (U11.4)', () => {
    expect(limitViolation(['a', 'b'], { key: 'a', min: 0, max: 2 })).toBeUndefined()
    expect(limitViolation(['a'], { key: 'b', min: 1, max: 2 })).toBeUndefined()
  })
  it('where the limits meet nothing can change (U11.5)', () => {
    expect(limitViolation(['a', 'b'], { key: 'a', min: 2, max: 2 })?.reason).toBe('min')
    expect(limitViolation(['a', 'b'], { key: 'c', min: 2, max: 2 })?.reason).toBe('max')
  })
  it('a list that begins beyond a limit may move towards it and not away (U11.6)', () => {
    expect(limitViolation(['a', 'b', 'c'], { key: 'a', max: 1 })).toBeUndefined()
    expect(limitViolation(['a', 'b', 'c'], { key: 'd', max: 1 })?.reason).toBe('max')
    expect(limitViolation([], { key: 'a', min: 2 })).toBeUndefined()
    expect(limitViolation(['a'], { key: 'a', min: 2 })?.reason).toBe('min')
  })
  it('once within its limits a group never leaves them (U11.7)', () => {
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

describe('limits that nothing can meet', () => {
  it.each([
    [{ min: 3, max: 2 }],
    [{ min: -1 }],
    [{ max: 1.5 }],
    [{ min: Number.NaN }],
    [{ min: Infinity }],
  ])('%j is a RangeError', (limits) => {
    expect(() => assertLimits(limits)).toThrow(RangeError)
  })
  it.each([[{}], [{ min: 0, max: 0 }], [{ min: 2, max: 2 }], [{ max: Infinity }]])(
    '%j is not',
    (limits) => {
      expect(() => assertLimits(limits)).not.toThrow()
    },
  )
})
