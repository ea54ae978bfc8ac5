import { describe, expect, it } from 'vitest'
import { LOCALES } from '../locales/localeTable.ts'
import { COOKIE_DAYS, COOKIE_DEFAULTS, STORAGE_DEFAULTS } from './defaults.ts'
import { FIELDS, PREFERENCE_NAMES } from './fields.ts'
import { type PreferenceSources, resolvePreferences } from './resolvePreferences.ts'

const nothing: PreferenceSources = {
  chosen: {},
  urlLocale: undefined,
  languages: [],
  cookiesAvailable: true,
}

describe('preference defaults', () => {
  it('exports the storage defaults as given (spec 3.5)', () => {
    expect(STORAGE_DEFAULTS).toEqual({
      locale: 'en',
      theme: 'dark',
      layout: 'right',
      unit: 'CNY',
      'show-asset': false,
      'valuation-unit': 1,
      'login-flag': false,
      direction: 'ltr',
      'terminal-code': '',
    })
  })

  it('exports the cookie defaults as given (spec 3.6)', () => {
    expect(COOKIE_DEFAULTS).toEqual({
      unit: 'USD',
      'show-asset': true,
      theme: 'black',
      layout: 'right',
      'valuation-unit': 1,
      'login-flag': false,
    })
  })

  it('keeps cookies for 365 days (spec 3.6, spec 9.2)', () => {
    expect(COOKIE_DAYS).toBe(365)
  })

  it('defaults to a dark theme, shown assets, right layout (locale Precedence)', () => {
    expect(resolvePreferences(nothing)).toEqual({
      locale: 'en',
      direction: 'ltr',
      theme: 'dark',
      layout: 'right',
      unit: 'USD',
      showAsset: true,
      valuationUnit: 1,
      loggedIn: false,
      tradingNumbers: 'invariant',
    })
  })

  it('uses the storage defaults without cookies (locale Precedence)', () => {
    expect(resolvePreferences({ ...nothing, cookiesAvailable: false })).toMatchObject({
      unit: 'CNY',
      showAsset: false,
      theme: 'dark',
    })
  })

  it('the unit follows the currency of the locale until one is chosen (locale Precedence)', () => {
    expect(resolvePreferences({ ...nothing, urlLocale: 'ja' }).unit).toBe('JPY')
    expect(resolvePreferences({ ...nothing, urlLocale: 'ja', chosen: { unit: 'EUR' } }).unit).toBe(
      'EUR',
    )
  })

  it('resolves the language by address, choice, browser, English (locale Precedence)', () => {
    const languages = ['fr-CA']
    expect(
      resolvePreferences({ ...nothing, languages, chosen: { locale: 'de' }, urlLocale: 'it' })
        .locale,
    ).toBe('it')
    expect(resolvePreferences({ ...nothing, languages, chosen: { locale: 'de' } }).locale).toBe(
      'de',
    )
    expect(resolvePreferences({ ...nothing, languages }).locale).toBe('fr')
    expect(resolvePreferences({ ...nothing, languages: ['ko'] }).locale).toBe('en')
  })

  it('the direction follows the language and cannot be chosen', () => {
    expect(
      LOCALES.filter(
        (urlLocale) => resolvePreferences({ ...nothing, urlLocale }).direction === 'rtl',
      ),
    ).toEqual(['ar'])
    expect(PREFERENCE_NAMES).not.toContain('direction')
  })
})

describe('preference fields', () => {
  it('lists the names of the seven cookies (wire 2)', () => {
    expect(PREFERENCE_NAMES.map((name) => FIELDS[name].cookie)).toEqual([
      'language',
      'theme',
      'layout',
      'unit',
      'show-asset',
      'valuation-unit',
      'login-flag',
      'trading-numbers',
    ])
  })

  it('names the storage keys, locale where the cookie says language (spec 3.5)', () => {
    expect(PREFERENCE_NAMES.map((name) => FIELDS[name].storage)).toEqual([
      'locale',
      'theme',
      'layout',
      'unit',
      'show-asset',
      'valuation-unit',
      'login-flag',
      'trading-numbers',
    ])
  })

  it.each([
    ['locale', 'zh-TC', 'zh-tc'],
    ['theme', 'black', 'blue'],
    ['layout', 'left', 'top'],
    ['unit', 'THB', 'thb'],
    ['showAsset', 'true', '1'],
    ['valuationUnit', '3', '4'],
    ['loggedIn', 'false', 'no'],
    ['tradingNumbers', 'locale', 'german'],
  ] as const)('%s takes %s and refuses %s', (name, good, bad) => {
    expect(FIELDS[name].parse(good)).not.toBeUndefined()
    expect(FIELDS[name].parse(bad)).toBeUndefined()
    expect(FIELDS[name].parse('')).toBeUndefined()
  })
})
