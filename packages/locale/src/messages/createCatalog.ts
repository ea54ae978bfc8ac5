import { createStore, type Store } from '@x/kit'
import { LocaleError } from '../LocaleError.ts'
import type { Locale, MessageLocale } from '../locales/localeTable.ts'
import { messageFallback } from './messageFallback.ts'

/** One loader a compiled locale: `() => import('./de.ts')` unwrapped; the compiler writes this object. */
export type MessageLoaders<M> = Readonly<Partial<Record<MessageLocale, () => Promise<M>>>>

export interface CatalogState<M> {
  readonly locale: Locale
  readonly messages: M
  /** The locale that is being loaded, while one is. */
  readonly loading: Locale | undefined
}

export interface CatalogOptions<M> {
  readonly loaders: MessageLoaders<M>
  readonly locale: Locale
  readonly messages: M
}

export interface Catalog<M> extends Store<CatalogState<M>> {
  /** Loads the messages of a locale and only then changes over, in one step. The last call wins. Throws LocaleError `messages-unavailable`; the state is then as before. */
  switchTo(locale: Locale): Promise<void>
}

/** The messages of a locale, or of its nearest relative that has been compiled; English in the end. */
export async function loadMessages<M>(locale: MessageLocale, loaders: MessageLoaders<M>): Promise<M> {
  for (let at: MessageLocale | undefined = locale; at; at = messageFallback(at)) {
    const load = loaders[at]
    if (load) return load()
  }
  throw new LocaleError('messages-unavailable', { detail: locale })
}

/** The messages on the screen: a language switch without a reload. */
export function createCatalog<M>({ loaders, locale, messages }: CatalogOptions<M>): Catalog<M> {
  const store = createStore<CatalogState<M>>({ locale, messages, loading: undefined })
  let latest = 0
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    async switchTo(next) {
      const turn = ++latest
      const { loading, ...shown } = store.getState()
      if (next === shown.locale) {
        if (loading) store.setState({ ...shown, loading: undefined })
        return
      }
      store.setState({ ...shown, loading: next })
      try {
        const loaded = await loadMessages(next, loaders)
        if (turn === latest) store.setState({ locale: next, messages: loaded, loading: undefined })
      } catch (cause) {
        if (turn === latest) store.setState({ ...shown, loading: undefined })
        throw new LocaleError('messages-unavailable', { detail: next, cause })
      }
    },
  }
}
