import { LOCALES } from '@x/locale'
import { expect, it } from 'vitest'
import { searchLanguages } from './searchLanguages.ts'

it('lists all 26 languages for an empty search', () =>
  expect(searchLanguages('  ', { locale: 'en' })).toEqual(LOCALES))
it.each([
  ['espanol', 'en', ['es', 'es-ES', 'es-AR']],
  ['日本', 'en', ['ja']],
  ['japanisch', 'de', ['ja']],
  ['japan', 'ar', ['ja']],
  ['uk', 'ru', ['en-GB', 'uk']],
  ['العربية', 'en', ['ar']],
  ['xyz', 'en', []],
] as const)('%j on a page in %s finds %j', (query, locale, found) =>
  expect(searchLanguages(query, { locale })).toEqual(found),
)
