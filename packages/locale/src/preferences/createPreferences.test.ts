import type { KeyValueStorage } from '@x/kit'
import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { isLocaleError } from '../LocaleError.ts'
import { createPreferences, type PreferencesOptions } from './createPreferences.ts'

/** One browser: its cookie jar, its storage, and as many tabs as asked for. */
function browser({
  cookies = {},
  storage = {},
}: { cookies?: Record<string, string>; storage?: Record<string, string> } = {}) {
  const jar = createMemoryStorage(cookies)
  const data = createMemoryStorage(storage)
  const openTab = (options: Partial<PreferencesOptions> = {}) =>
    createPreferences({
      cookies: jar.openTab(),
      storage: data.openTab(),
      navigatorLanguages: ['en-US'],
      ...options,
    })
  const all = (store: KeyValueStorage) =>
    Object.fromEntries(
      store
        .keys()
        .sort()
        .map((key) => [key, store.get(key)]),
    )
  return { jar, data, openTab, cookies: () => all(jar), storage: () => all(data) }
}

describe('preferences at the start', () => {
  it('uses defaults in a new browser without writing them (locale Precedence)', () => {
    const fresh = browser()
    expect(fresh.openTab().getState()).toMatchObject({
      locale: 'en',
      theme: 'dark',
      unit: 'USD',
      showAsset: true,
      loggedIn: false,
    })
    expect([fresh.cookies(), fresh.storage()]).toEqual([{}, {}])
  })

  it('prefers a valid cookie to a valid storage value (locale Precedence)', () => {
    const tab = browser({
      cookies: { unit: 'EUR', theme: 'white' },
      storage: { 'x:unit': 'JPY', 'x:theme': 'dark' },
    }).openTab()
    expect(tab.getState()).toMatchObject({ unit: 'EUR', theme: 'light' })
  })

  it('prefers a valid storage value to the default (locale Precedence)', () => {
    const tab = browser({
      storage: { 'x:layout': 'left', 'x:valuation-unit': '2', 'x:show-asset': 'false' },
    }).openTab()
    expect(tab.getState()).toMatchObject({ layout: 'left', valuationUnit: 2, showAsset: false })
  })

  it('resolves the language by address, cookie, storage, browser (locale Precedence)', () => {
    const cookies = { language: 'de' }
    const storage = { 'x:locale': 'fr' }
    expect(browser({ cookies, storage }).openTab({ urlLocale: 'it' }).getState().locale).toBe('it')
    expect(browser({ cookies, storage }).openTab().getState().locale).toBe('de')
    expect(browser({ storage }).openTab().getState().locale).toBe('fr')
    expect(
      browser()
        .openTab({ navigatorLanguages: ['xx', 'pt-BR'] })
        .getState().locale,
    ).toBe('pt')
  })

  it('fills what one source lacks from the other', () => {
    const half = browser({ cookies: { theme: 'white' }, storage: { 'x:unit': 'THB' } })
    half.openTab()
    expect(half.cookies()).toEqual({ theme: 'white', unit: 'THB' })
    expect(half.storage()).toEqual({ 'x:theme': 'light', 'x:unit': 'THB' })
  })

  it('overwrites a storage value that differs from the cookie', () => {
    const both = browser({ cookies: { unit: 'EUR' }, storage: { 'x:unit': 'JPY' } })
    both.openTab()
    expect(both.storage()['x:unit']).toBe('EUR')
  })

  it('ignores and overwrites invalid values (locale Precedence)', () => {
    const odd = browser({
      cookies: { unit: 'XXX', theme: 'blue', language: 'klingon' },
      storage: { 'x:unit': 'RUB', 'x:layout': 'diagonal' },
    })
    expect(odd.openTab().getState()).toMatchObject({
      unit: 'RUB',
      theme: 'dark',
      locale: 'en',
      layout: 'right',
    })
    expect(odd.cookies()).toEqual({ unit: 'RUB', theme: 'black', language: 'en', layout: 'right' })
    expect(odd.storage()).toEqual({
      'x:unit': 'RUB',
      'x:theme': 'dark',
      'x:locale': 'en',
      'x:layout': 'right',
    })
  })

  it('uses storage and its defaults without cookies (locale Precedence)', () => {
    const poor = browser({ storage: { 'x:theme': 'light' } })
    const tab = poor.openTab({ cookies: undefined })
    expect(tab.getState()).toMatchObject({ theme: 'light', unit: 'CNY', showAsset: false })
    tab.set({ unit: 'HKD' })
    expect(poor.cookies()).toEqual({})
    expect(poor.storage()).toEqual({ 'x:theme': 'light', 'x:unit': 'HKD' })
  })

  it('keeps its keys under the given prefix', () => {
    const other = browser()
    other.openTab({ storagePrefix: 'shop.' }).set({ unit: 'USD' })
    expect(other.storage()).toEqual({ 'shop.unit': 'USD' })
    const prefixed = browser()
    prefixed.openTab({ storagePrefix: '' }).set({ unit: 'USD' })
    expect(prefixed.storage()).toEqual({ unit: 'USD' })
  })
})

describe('choosing', () => {
  it('writes to cookie and storage in their own spellings (locale Precedence)', () => {
    const place = browser()
    place.openTab().set({
      theme: 'dark',
      locale: 'zh-TC',
      unit: 'TWD',
      showAsset: false,
      valuationUnit: 3,
      loggedIn: true,
      layout: 'left',
      tradingNumbers: 'locale',
    })
    expect(place.cookies()).toEqual({
      theme: 'black',
      language: 'zh-TC',
      unit: 'TWD',
      'show-asset': 'false',
      'valuation-unit': '3',
      'login-flag': 'true',
      layout: 'left',
      'trading-numbers': 'locale',
    })
    expect(place.storage()).toEqual({
      'x:theme': 'dark',
      'x:locale': 'zh-TC',
      'x:unit': 'TWD',
      'x:show-asset': 'false',
      'x:valuation-unit': '3',
      'x:login-flag': 'true',
      'x:layout': 'left',
      'x:trading-numbers': 'locale',
    })
  })

  it('survives a reload', () => {
    const place = browser()
    place.openTab().set({ theme: 'light', unit: 'EUR', locale: 'uk' })
    expect(place.openTab().getState()).toMatchObject({ theme: 'light', unit: 'EUR', locale: 'uk' })
  })

  it('notifies subscribers once per change', () => {
    const tab = browser().openTab()
    const notified = vi.fn()
    tab.subscribe(notified)
    tab.set({ theme: 'light', unit: 'EUR' })
    expect(notified).toHaveBeenCalledTimes(1)
  })

  it('throws for a value outside the table and changes nothing', () => {
    const place = browser()
    const tab = place.openTab()
    const before = tab.getState()
    const set = tab.set as (values: Record<string, unknown>) => void
    for (const values of [
      { unit: 'XXX' },
      { theme: 'black' },
      { valuationUnit: 9 },
      { showAsset: 'true' },
      { locale: 'ko' },
      { layout: 'left', unit: 'usd' },
    ]) {
      expect(() => set(values)).toThrow(
        expect.objectContaining({ name: 'LocaleError', code: 'bad-preference' }),
      )
    }
    expect(tab.getState()).toBe(before)
    expect(place.storage()).toEqual({})
  })

  it('names the preference in the error', () => {
    try {
      ;(browser().openTab().set as (values: Record<string, unknown>) => void)({ unit: 'XXX' })
      expect.unreachable()
    } catch (error) {
      expect(isLocaleError(error, 'bad-preference') && error.detail).toBe('unit: XXX')
    }
  })

  it('prefers the chosen language until the address changes', () => {
    const tab = browser().openTab({ urlLocale: 'de' })
    tab.set({ locale: 'fr' })
    expect(tab.getState().locale).toBe('fr')
    tab.enter('it')
    expect(tab.getState().locale).toBe('it')
  })
})

describe('entering an address', () => {
  it('the language follows the address without being written down', () => {
    const place = browser({ cookies: { language: 'de' } })
    const tab = place.openTab()
    tab.enter('ar')
    expect(tab.getState()).toMatchObject({ locale: 'ar', direction: 'rtl' })
    expect(place.cookies()['language']).toBe('de')
    tab.enter(undefined)
    expect(tab.getState()).toMatchObject({ locale: 'de', direction: 'ltr' })
  })

  it('notifies nobody when the locale stays the same', () => {
    const tab = browser().openTab({ urlLocale: 'de' })
    const notified = vi.fn()
    tab.subscribe(notified)
    tab.enter('de')
    expect(notified).not.toHaveBeenCalled()
  })

  it('the default unit goes along, a chosen one stays', () => {
    const tab = browser().openTab()
    tab.enter('vi')
    expect(tab.getState().unit).toBe('VND')
    tab.set({ unit: 'USD' })
    tab.enter('ja')
    expect(tab.getState().unit).toBe('USD')
  })
})

describe('other tabs', () => {
  it('follow every change (locale Precedence)', () => {
    const place = browser()
    const [one, two] = [place.openTab(), place.openTab({ urlLocale: 'de' })]
    const notified = vi.fn()
    two.subscribe(notified)
    one.set({ theme: 'light', locale: 'ja', valuationUnit: 2, loggedIn: true })
    expect(two.getState()).toMatchObject({
      theme: 'light',
      locale: 'ja',
      unit: 'JPY',
      valuationUnit: 2,
      loggedIn: true,
    })
    expect(notified).toHaveBeenCalledTimes(4)
  })

  it('do not answer each other for ever', () => {
    const place = browser()
    const [one, two] = [place.openTab(), place.openTab()]
    const notified = vi.fn()
    one.subscribe(notified)
    two.set({ unit: 'EUR' })
    one.set({ unit: 'THB' })
    expect([one.getState().unit, two.getState().unit]).toEqual(['THB', 'THB'])
    expect(notified).toHaveBeenCalledTimes(2)
  })

  it('ignores and overwrites an invalid stored value', () => {
    const place = browser({ cookies: { unit: 'EUR' } })
    const tab = place.openTab()
    place.data.set('x:unit', 'bananas')
    expect(tab.getState().unit).toBe('EUR')
    expect(place.storage()['x:unit']).toBe('EUR')
  })

  it('ignores removed values and unrelated keys', () => {
    const place = browser({ cookies: { unit: 'EUR' } })
    const tab = place.openTab()
    const before = tab.getState()
    place.data.remove('x:unit')
    place.data.set('unit', 'THB')
    place.data.set('x:klineInterval', '1h')
    expect(tab.getState()).toBe(before)
  })

  it('ignores changes of other tabs after dispose', () => {
    const place = browser()
    const [one, two] = [place.openTab(), place.openTab()]
    two.dispose()
    one.set({ unit: 'EUR' })
    expect(two.getState().unit).toBe('USD')
  })
})
