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

  it.each([
    ['a name that is repeated', 'nadia-nadia-nadia-nadia', ['nadia@example.com'], 'weak'],
    ['a name with a few signs', 'nadia7!', ['nadia@example.com'], 'weak'],
    ['the domain of the address', 'examplecom', ['nadia@example.com'], 'weak'],
    ['a name in capitals', 'PETROVA', ['petrova@example.com'], 'weak'],
    ['a name in digits', '4nd3r50n', ['anderson@example.com'], 'weak'],
    ['a name behind signs of two units', '🔑🔒🔓🔐petrova', ['petrova@example.com'], 'weak'],
    ['a name behind a letter that grows', 'İİİİİpetrova', ['petrova@example.com'], 'weak'],
    ['a known word that is repeated', 'passwordpasswordpasswordpassword', [], 'weak'],
  ])('counts %s for little', (_, password, own, strength) => {
    expect(passwordStrength(password, { own })).toBe(strength)
  })

  it('takes no offence at short parts of an address', () => {
    expect(passwordStrength('Kx7#mQ2pwLd9', { own: ['a.b@c.de'] })).toBe('strong')
    expect(passwordStrength('tk4mqxw9', { own: ['t.k.m@q.x.w'] })).toBe('fair')
  })

  it('counts a word again as little as a sign again', () => {
    const own = ['nadia@example.com']
    // Nine bits for the name and one for each time that it comes again; fair begins at 32.
    expect(passwordStrength('nadia'.repeat(23), { own })).toBe('weak')
    expect(passwordStrength('nadia'.repeat(24), { own })).toBe('fair')
  })

  it('never rises with what is known of the user', () => {
    const names = fc.array(fc.constantFrom('nadia', 'petrova', 'trader', 'xq'), { maxLength: 3 })
    const rank = (password: string, own: readonly string[]) =>
      STRENGTHS.indexOf(passwordStrength(password, { own }))
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), names, (text, own) => {
        const password = own.join('') + text
        expect(rank(password, own)).toBeLessThanOrEqual(rank(password, []))
      }),
    )
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
