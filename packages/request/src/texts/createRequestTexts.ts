import { createStore, type Store } from '@x/kit'
import { englishTexts, type RequestTexts } from './en.ts'
import { loadRequestTexts } from './loadRequestTexts.ts'

/** A store of the error texts in the current language. */
export interface RequestTextsStore extends Store<RequestTexts> {
  /** Loads the texts of a locale. With concurrent loads the last call wins. */
  load(locale: string): Promise<void>
}

/**
 * Creates a store with the English texts. Pass its `getState` as `texts` to client and middlewares.
 */
export function createRequestTexts(): RequestTextsStore {
  const { getState, getInitialState, subscribe, setState } = createStore(englishTexts)
  let wanted = 'en'
  return {
    getState,
    getInitialState,
    subscribe,
    async load(locale) {
      wanted = locale
      const texts = await loadRequestTexts(locale)
      if (wanted === locale) setState(texts)
    },
  }
}
