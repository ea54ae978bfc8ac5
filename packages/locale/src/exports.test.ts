import { expect, it } from 'vitest'
import * as compiler from './exports/compiler.ts'
import * as dates from './exports/dates.ts'
import * as index from './exports/index.ts'
import * as messages from './exports/messages.ts'
import * as numbers from './exports/numbers.ts'
import * as react from './exports/react.tsx'

it.each([
  [
    '@x/locale',
    index,
    [
      'COOKIE_DAYS',
      'COOKIE_DEFAULTS',
      'CURRENCY_CODES',
      'LOCALES',
      'LOCALE_TABLE',
      'LocaleError',
      'MESSAGE_LOCALES',
      'MESSAGE_ONLY_TABLE',
      'STORAGE_DEFAULTS',
      'THEME_WORDS',
      'addLocale',
      'alternateLinks',
      'bestLocale',
      'canonicalLink',
      'createPreferences',
      'currencySymbol',
      'defaultCurrency',
      'directionOf',
      'htmlAttributes',
      'htmlLang',
      'isCurrencyCode',
      'isLocale',
      'isLocaleError',
      'languageEntries',
      'languageType',
      'localeRow',
      'matchLocale',
      'messageLanguageId',
      'parsePath',
      'preferencesOfCookies',
      'requestLanguageType',
      'stripLocale',
      'switchLocale',
      'themeOfWord',
    ],
  ],
  [
    '@x/locale/numbers',
    numbers,
    [
      'EMPTY_NUMBER',
      'ROUNDING',
      'SCENES',
      'convertValuation',
      'currencyName',
      'formatCompact',
      'formatNumber',
      'formatPercent',
      'formatValuation',
      'numberPattern',
      'priceParts',
      'readPastedAmount',
      'readTypedAmount',
      'valuationEntries',
    ],
  ],
  [
    '@x/locale/dates',
    dates,
    ['formatAge', 'formatDate', 'formatTimestamp', 'isTimeZone', 'resolveTimeZone'],
  ],
  [
    '@x/locale/messages',
    messages,
    [
      'createCatalog',
      'createMessageFormat',
      'createTranslate',
      'loadMessages',
      'messageFallback',
      'plainOf',
    ],
  ],
  [
    '@x/locale/react',
    react,
    [
      'LocaleProvider',
      'PriceText',
      'createMessages',
      'useDates',
      'useDocumentLocale',
      'useLocale',
      'useNumbers',
    ],
  ],
  [
    '@x/locale/compiler',
    compiler,
    ['DEFAULT_TAGS', 'PSEUDO_LOCALES', 'compileCatalogs', 'compileFolder', 'printFinding'],
  ],
])('%s exports these names', (_subpath, module, names) => {
  expect(Object.keys(module).sort()).toEqual(names)
})
