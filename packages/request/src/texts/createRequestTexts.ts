import { createStore, type Store } from '@x/kit'
import { englishTexts, type RequestTexts } from './en.ts'
import { loadRequestTexts } from './loadRequestTexts.ts'

export interface RequestTextsStore extends Store<RequestTexts> {
  /** Follows the app's locale; of several loads the last one asked for wins. */
  load(locale: string): Promise<void>
}

/**
 * English until a locale is loaded. Its `getState` is what the client and the middlewares take as
 * `texts`.
 */
export function createRequestTexts(): RequestTextsStore {
  const { getState, subscribe, setState } = createStore(englishTexts)
  let wanted = 'en'
  return {
    getState,
    subscribe,
    async load(locale) {
      wanted = locale
      const texts = await loadRequestTexts(locale)
      if (wanted === locale) setState(texts)
    },
  }
}
