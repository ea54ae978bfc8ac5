import { type CurrencyCode, isCurrencyCode } from '../currencies/currencies.ts'
import { isLocale, type Locale } from '../locales/localeTable.ts'
import { type Theme, THEME_WORDS, themeOfWord } from './theme.ts'

/** Layout of the trading page (spec 3.5). */
export type Layout = 'left' | 'right'
/**
 * 1 fiat (the currency `unit`), 2 BTC, 3 USDT: in the order of the number scenes
 * (docs/adr/locale.md).
 */
export type ValuationUnit = 1 | 2 | 3
/**
 * How trading surfaces write numbers: invariant (the default) or as the locale does
 * (docs/adr/locale.md).
 */
export type TradingNumbers = 'invariant' | 'locale'

/** What a trader can choose. */
export interface PreferenceValues {
  readonly locale: Locale
  readonly theme: Theme
  readonly layout: Layout
  readonly unit: CurrencyCode
  readonly showAsset: boolean
  readonly valuationUnit: ValuationUnit
  readonly loggedIn: boolean
  readonly tradingNumbers: TradingNumbers
}

export interface Field<T> {
  /** Name of the cookie (wire-protocol, section 2). */
  readonly cookie: string
  /** Key in browser storage, after the prefix. */
  readonly storage: string
  /** `undefined` for text that is no value of this preference. */
  parse(text: string): T | undefined
  print(value: T, place: 'cookie' | 'storage'): string
}

const oneOf =
  <T extends string | number>(...values: readonly T[]) =>
  (text: string) =>
    values.find((value) => String(value) === text)
const yesNo = (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)
const field = <T>(
  cookie: string,
  parse: (text: string) => T | undefined,
  { storage = cookie, print = String }: Partial<Pick<Field<T>, 'storage' | 'print'>> = {},
): Field<T> => ({ cookie, storage, parse, print })

/** Where each preference is kept and how it is spelled there. */
export const FIELDS: { readonly [K in keyof PreferenceValues]: Field<PreferenceValues[K]> } = {
  locale: field('language', (text) => (isLocale(text) ? text : undefined), { storage: 'locale' }),
  theme: field('theme', themeOfWord, { print: (theme, place) => THEME_WORDS[place][theme] }),
  layout: field('layout', oneOf('left', 'right')),
  unit: field('unit', (text) => (isCurrencyCode(text) ? text : undefined)),
  showAsset: field('show-asset', yesNo),
  valuationUnit: field('valuation-unit', oneOf(1, 2, 3)),
  loggedIn: field('login-flag', yesNo),
  tradingNumbers: field('trading-numbers', oneOf('invariant', 'locale')),
}

/** Name of a preference. */
export type PreferenceName = keyof PreferenceValues
export const PREFERENCE_NAMES = Object.keys(FIELDS) as PreferenceName[]
