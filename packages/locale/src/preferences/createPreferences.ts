import { createStore, type KeyValueStorage, type Store } from '@x/kit'
import { LocaleError } from '../LocaleError.ts'
import type { Locale } from '../locales/localeTable.ts'
import {
  type Field,
  FIELDS,
  PREFERENCE_NAMES,
  type PreferenceName,
  type PreferenceValues,
} from './fields.ts'
import { type PreferencesState, resolvePreferences } from './resolvePreferences.ts'

/** Where preferences are saved, and their inputs. */
export interface PreferencesOptions {
  /** Cookies that live COOKIE_DAYS days; `undefined` where the browser keeps none. */
  readonly cookies: KeyValueStorage | undefined
  /** Usually localStorage: its changes in other tabs are followed. */
  readonly storage: KeyValueStorage
  /** As `navigator.languages`. */
  readonly navigatorLanguages: readonly string[]
  /** The locale of the address at the start (parsePath). */
  readonly urlLocale?: Locale | undefined
  /**
   * Before every key, behind a prefix of the storage itself; default `x:`. `''` keeps a storage
   * with a prefix from having two.
   */
  readonly storagePrefix?: string
  /**
   * What the server has rendered with, as it read it from the request's cookies: the first render
   * of a hydration shows the same. Default none: the defaults and `urlLocale`.
   */
  readonly initial?: Partial<PreferenceValues> | undefined
}

/** A store of the user's preferences, saved in cookies and storage. */
export interface Preferences extends Store<PreferencesState> {
  /**
   * What the trader chooses. Written to the cookies and the storage; throws LocaleError
   * `bad-preference` for a value outside the table.
   */
  set(values: Partial<PreferenceValues>): void
  /**
   * The address names another locale, or none. Nothing is written: a link in a foreign language
   * must not change what was chosen.
   */
  enter(urlLocale: Locale | undefined): void
  /** The same on a server and in a browser: of `initial` and `urlLocale`, else the defaults. */
  getInitialState(): PreferencesState
  /** Stops following other tabs. */
  dispose(): void
}

/**
 * What a trader has chosen, over cookies and storage (spec section 3, docs/adr/locale.md): a valid
 * cookie goes before a valid value of the storage, before the default. Follows other tabs until it
 * is disposed of.
 */
export function createPreferences({
  cookies,
  storage,
  navigatorLanguages,
  urlLocale,
  storagePrefix = 'x:',
  initial = {},
}: PreferencesOptions): Preferences {
  const keyOf = (name: PreferenceName) => storagePrefix + FIELDS[name].storage
  const textsOf = (name: PreferenceName) =>
    [cookies?.get(FIELDS[name].cookie), storage.get(keyOf(name))].filter(
      (text) => text !== null && text !== undefined,
    )
  const write = <K extends PreferenceName>(name: K, value: PreferenceValues[K]) => {
    const field: Field<PreferenceValues[K]> = FIELDS[name]
    // The cookie first: another tab that hears of the storage's change finds both written.
    cookies?.set(field.cookie, field.print(value, 'cookie'))
    storage.set(keyOf(name), field.print(value, 'storage'))
  }

  let chosen: Partial<PreferenceValues> = {}
  let entered = urlLocale
  const resolve = () =>
    resolvePreferences({
      chosen,
      urlLocale: entered,
      languages: navigatorLanguages,
      cookiesAvailable: cookies !== undefined,
    })
  const choose = (values: Partial<PreferenceValues>) => {
    chosen = { ...chosen, ...values }
    // A choice of language outweighs the address, which the app then changes.
    if (values.locale !== undefined) entered = undefined
    store.setState(resolve())
  }

  for (const name of PREFERENCE_NAMES) {
    const value = textsOf(name)
      .map((text) => FIELDS[name].parse(text))
      .find((parsed) => parsed !== undefined)
    if (value !== undefined) chosen = { ...chosen, [name]: value }
  }
  const store = createStore(resolve())
  // What one place lacks or cannot spell is put right. What neither has stays unwritten, so that it
  // keeps following its default.
  for (const name of PREFERENCE_NAMES)
    if (textsOf(name).length > 0) write(name, chosen[name] ?? store.getState()[name])

  // Of nothing that only one side knows: not the stored values, not the browser's languages.
  const initialState = resolvePreferences({
    chosen: initial,
    urlLocale,
    languages: [],
    cookiesAvailable: true,
  })
  const unsubscribe = storage.subscribe(({ key, value }) => {
    const name = PREFERENCE_NAMES.find((candidate) => keyOf(candidate) === key)
    if (!name || value === null) return
    const parsed = FIELDS[name].parse(value)
    if (parsed === undefined) return write(name, store.getState()[name])
    if (parsed !== chosen[name]) choose({ [name]: parsed })
  })

  return {
    getState: store.getState,
    getInitialState: () => initialState,
    subscribe: store.subscribe,
    set(values) {
      const names = PREFERENCE_NAMES.filter((name) => values[name] !== undefined)
      const bad = names.find((name) => FIELDS[name].parse(String(values[name])) !== values[name])
      if (bad) throw new LocaleError('bad-preference', { detail: `${bad}: ${String(values[bad])}` })
      choose(values)
      for (const name of names) write(name, store.getState()[name])
    },
    enter(locale) {
      if (locale === entered) return
      entered = locale
      store.setState(resolve())
    },
    dispose: unsubscribe,
  }
}
