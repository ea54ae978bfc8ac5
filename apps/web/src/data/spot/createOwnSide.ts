import { createStore, type WritableStore } from '@x/kit'
import type { SpotAsset, SpotOrder } from './model.ts'

/** The user's side of the market: `undefined` for guests and until it is known. */
export interface OwnSide {
  readonly orders: readonly SpotOrder[] | undefined
  readonly assets: readonly SpotAsset[] | undefined
}

const NOBODY: OwnSide = { orders: undefined, assets: undefined }

export interface OwnSideStore extends WritableStore<OwnSide> {
  /** Of whoever left, nothing stays. */
  clear(): void
}

/**
 * What book, form and tabs show of the user's own. They are there for guests too, who do without
 * the query cache; `OwnSideFeed` brings it over.
 */
export function createOwnSide(): OwnSideStore {
  const store = createStore(NOBODY)
  return { ...store, clear: () => store.setState(NOBODY) }
}
