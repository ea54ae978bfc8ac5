import { createStore, type Store } from '@x/kit'
import { LocaleError } from '../LocaleError.ts'
import type { Locale, MessageLocale } from '../locales/localeTable.ts'
import { messageFallback } from './messageFallback.ts'

/**
 * One loader a compiled locale: `() => import('./de.ts')` unwrapped; the compiler writes this
 * object.
 */
export type MessageLoaders<M> = Readonly<Partial<Record<MessageLocale, () => Promise<M>>>>

/** Names of parts and their messages; none unless a catalog has some. */
export type Parts = Readonly<Record<string, object>>

/** The current language, its messages and what is being loaded. */
export interface CatalogState<M, P extends Parts = Parts> {
  readonly locale: Locale
  readonly messages: M
  /** The parts that have been asked for, in the same language. */
  readonly parts: Readonly<Partial<P>>
  /** The locale that is being loaded, while one is. */
  readonly loading: Locale | undefined
}

/** The initial messages and the loaders of {@link createCatalog}. */
export interface CatalogOptions<M, P extends Parts = Parts> {
  readonly loaders: MessageLoaders<M>
  readonly locale: Locale
  readonly messages: M
  /**
   * Messages that only some pages need, by the name of their part: `{ account: accountLoaders }`.
   * Default none.
   */
  readonly parts?: { readonly [K in keyof P]: MessageLoaders<P[K]> }
}

/** A store of the current language's messages, which loads other languages. */
export interface Catalog<M, P extends Parts = Parts> extends Store<CatalogState<M, P>> {
  /**
   * Loads the messages of a locale, those of every part in use along with them, and only then
   * changes over, in one step. The last call wins. Throws LocaleError `messages-unavailable`; the
   * state is then as before.
   */
  switchTo(locale: Locale): Promise<void>
  /**
   * Brings a part in the language on screen, and in every later one. The same promise while it is
   * under way, so that a page can suspend on it. Throws LocaleError `messages-unavailable`; the
   * next call tries again.
   */
  loadPart(name: keyof P & string): Promise<void>
}

/**
 * The messages of a locale, or of its nearest relative that has been compiled; English in the end.
 */
export async function loadMessages<M>(
  locale: MessageLocale,
  loaders: MessageLoaders<M>,
): Promise<M> {
  for (let at: MessageLocale | undefined = locale; at; at = messageFallback(at)) {
    const load = loaders[at]
    if (load) return load()
  }
  throw new LocaleError('messages-unavailable', { detail: locale })
}

/** The messages on the screen: a language switch without a reload. */
export function createCatalog<M, P extends Parts = Parts>({
  loaders,
  locale,
  messages,
  parts: partLoaders,
}: CatalogOptions<M, P>): Catalog<M, P> {
  const NONE: Readonly<Partial<P>> = Object.freeze({}) as Readonly<Partial<P>>
  const store = createStore<CatalogState<M, P>>({
    locale,
    messages,
    parts: NONE,
    loading: undefined,
  })
  const pending = new Map<keyof P, Promise<void>>()
  let latest = 0

  const loadOf = <K extends keyof P>(name: K, at: Locale) =>
    loadMessages<P[K]>(at, partLoaders?.[name] ?? {})

  async function fetchPart<K extends keyof P & string>(name: K): Promise<void> {
    try {
      for (;;) {
        const { locale: at } = store.getState()
        const part = await loadOf(name, at)
        const state = store.getState()
        // The language may have changed meanwhile: a page never speaks two.
        if (state.locale !== at) continue
        store.setState({ ...state, parts: { ...state.parts, [name]: part } })
        return
      }
    } catch (cause) {
      throw new LocaleError('messages-unavailable', { detail: name, cause })
    } finally {
      pending.delete(name)
    }
  }

  /** The parts of the state in another language; those in `known` are there already. */
  async function partsIn(next: Locale, known: Readonly<Partial<P>>): Promise<Readonly<Partial<P>>> {
    const names: (keyof P)[] = Object.keys(store.getState().parts).filter(
      (name) => !Object.hasOwn(known, name),
    )
    const loaded = await Promise.all(
      names.map(async (name) => ({ [name]: await loadOf(name, next) })),
    )
    return Object.assign({}, known, ...loaded) as Readonly<Partial<P>>
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    loadPart(name) {
      if (Object.hasOwn(store.getState().parts, name)) return Promise.resolve()
      let under = pending.get(name)
      if (!under) pending.set(name, (under = fetchPart(name)))
      return under
    },
    async switchTo(next) {
      const turn = ++latest
      const { loading, ...shown } = store.getState()
      if (next === shown.locale) {
        if (loading) store.setState({ ...shown, loading: undefined })
        return
      }
      store.setState({ ...shown, loading: next })
      try {
        const [loaded, already] = await Promise.all([
          loadMessages(next, loaders),
          partsIn(next, NONE),
        ])
        let parts = already as Readonly<Partial<P>>
        // A page may have asked for its part meanwhile, in the language that goes.
        while (
          turn === latest &&
          Object.keys(store.getState().parts).some((name) => !Object.hasOwn(parts, name))
        )
          parts = await partsIn(next, parts)
        if (turn === latest)
          store.setState({ locale: next, messages: loaded, parts, loading: undefined })
      } catch (cause) {
        if (turn === latest) store.setState({ ...store.getState(), loading: undefined })
        throw new LocaleError('messages-unavailable', { detail: next, cause })
      }
    },
  }
}
