import { LOCALE_TABLE, LOCALES } from '@x/locale'
import { expect, it } from 'vitest'
import { searchLanguages } from './searchLanguages.ts'

it('lists all 26 languages for an empty search', () =>
  expect(searchLanguages('  ', { locale: 'en' }).toSorted()).toEqual(LOCALES.toSorted()))

it('sorts languages by their own names, the script on screen first', () => {
  const names = (locale: 'en' | 'bg') =>
    searchLanguages('', { locale }).map((each) => LOCALE_TABLE[each].name)
  const { compare } = new Intl.Collator('en')
  expect(names('en')).toEqual(names('en').toSorted(compare))
  const latin = names('en').filter((name) => /^\p{Script=Latin}/u.test(name))
  expect(names('en').slice(0, latin.length)).toEqual(latin)
  expect(names('bg')[0]).toBe('Български')
})
it.each([
  ['espanol', 'en', ['es', 'es-AR', 'es-ES']],
  ['日本', 'en', ['ja']],
  ['japanisch', 'de', ['ja']],
  ['japan', 'ar', ['ja']],
  ['uk', 'ru', ['en-GB', 'uk']],
  ['العربية', 'en', ['ar']],
  ['xyz', 'en', []],
] as const)('%j on a page in %s finds %j', (query, locale, found) =>
  expect(searchLanguages(query, { locale }).toSorted()).toEqual(found),
)
