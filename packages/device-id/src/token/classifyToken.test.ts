import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyToken } from './classifyToken.ts'

describe('classifyToken', () => {
  it.each([[''], ['   '], ['\n\t'], [undefined], [null], [40], [{}], [['a'.repeat(40)]], [true]])(
    'D1 takes %j for a failure',
    (answer) => {
      expect(classifyToken(answer)).toBeUndefined()
    },
  )

  it('D1 spec 5.1 takes exactly 40 characters for success', () => {
    expect(classifyToken('a'.repeat(40))).toEqual({ kind: 'success', token: 'a'.repeat(40) })
  })

  it('D1 counts the trimmed length', () => {
    expect(classifyToken(`  ${'a'.repeat(40)}\n`)).toEqual({
      kind: 'success',
      token: 'a'.repeat(40),
    })
    expect(classifyToken(` ${'a'.repeat(39)}`)?.kind).toBe('demoted')
  })

  it.each([1, 39, 41, 64, 2000])('D1 takes %i characters for a demoted token', (length) => {
    expect(classifyToken('a'.repeat(length))).toEqual({
      kind: 'demoted',
      token: 'a'.repeat(length),
    })
  })

  it('D1 gives success exactly for a trimmed length of 40, for any text', () => {
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
