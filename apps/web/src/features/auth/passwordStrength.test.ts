import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordStrength, STRENGTHS } from './passwordStrength.ts'

describe('the strength of a password', () => {
  it.each([
    ['', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefgh12345678', 'weak'],
    ['12345678', 'weak'],
    ['password1', 'weak'],
    ['P4$$w0rd123', 'weak'],
    ['Qwerty2024', 'weak'],
    ['ababababab1', 'weak'],
    ['tk4mqx', 'weak'],
    ['tk4mqxw9', 'fair'],
    ['horse-battery', 'good'],
    ['Kx7#mQ2pw', 'good'],
    ['Kx7#mQ2pwLd9', 'strong'],
    ['korrektes pferd auf batterie', 'strong'],
    ['лошадь-скрепка-батарея', 'strong'],
  ])('is that of %j: %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))

  it('counts parts of the own address for little', () => {
    const own = ['nadia.petrova@example.com']
    expect(passwordStrength('nadia.petrova.24')).toBe('strong')
    expect(passwordStrength('nadia.petrova.24', { own })).not.toBe('strong')
    expect(passwordStrength('n4dia-p3trova', { own })).toBe('weak')
  })

  it('never falls when a fresh sign is added', () => {
    const fresh = fc.uniqueArray(fc.constantFrom(...'acegikmoqsuwy'), { minLength: 2 })
    fc.assert(
      fc.property(fresh, (signs) => {
        const rank = (length: number) =>
          STRENGTHS.indexOf(passwordStrength(signs.slice(0, length).join('')))
        expect(rank(signs.length)).toBeGreaterThanOrEqual(rank(signs.length - 1))
      }),
      { numRuns: 50 },
    )
  })

  it('is found of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (text, own) => {
        expect(STRENGTHS).toContain(passwordStrength(text, { own }))
      }),
    )
  })
})
