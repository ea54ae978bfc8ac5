import { describe, expect, it } from 'vitest'
import { countryName } from './countryName.ts'

describe('the name of a country', () => {
  it.each([
    ['DE', 'en', 'Germany'],
    ['DE', 'de', 'Deutschland'],
    ['GB', 'fr', 'Royaume-Uni'],
    ['JP', 'ja', '日本'],
    ['SA', 'ar', 'المملكة العربية السعودية'],
  ] as const)('is written, of %s, in the language %s: %s', (code, locale, name) => {
    expect(countryName(code, locale)).toBe(name)
  })

  it.each(['', 'X', 'Germany', '<b>', '12', '💶'])('is what stands there for %o', (code) => {
    expect(countryName(code, 'en')).toBe(code)
  })
})
