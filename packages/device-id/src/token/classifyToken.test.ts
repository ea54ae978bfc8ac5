import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyToken } from './classifyToken.ts'

describe('classifyToken', () => {
  it.each([[''], ['   '], ['\n\t'], [undefined], [null], [40], [{}], [['a'.repeat(40)]], [true]])(
    'treats %j as a failure (D1)',
    (answer) => {
      expect(classifyToken(answer)).toBeUndefined()
    },
  )

  it('treats exactly 40 characters as success (D1, spec 5.1)', () => {
    expect(classifyToken('a'.repeat(40))).toEqual({ kind: 'success', token: 'a'.repeat(40) })
  })

  it('counts the trimmed length (D1)', () => {
    expect(classifyToken(`  ${'a'.repeat(40)}\n`)).toEqual({
      kind: 'success',
      token: 'a'.repeat(40),
    })
    expect(classifyToken(` ${'a'.repeat(39)}`)?.kind).toBe('demoted')
  })

  it.each([1, 39, 41, 64, 2000])('treats %i characters as demoted (D1)', (length) => {
    expect(classifyToken('a'.repeat(length))).toEqual({
      kind: 'demoted',
      token: 'a'.repeat(length),
    })
  })

  it('returns success exactly for a trimmed length of 40 (D1)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ minLength: 38, maxLength: 42 })), (text) => {
        const classified = classifyToken(text)
        if (text.trim() === '') expect(classified).toBeUndefined()
        else
          expect(classified).toEqual({
            token: text.trim(),
            kind: text.trim().length === 40 ? 'success' : 'demoted',
          })
      }),
    )
  })
})
