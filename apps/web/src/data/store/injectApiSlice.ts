import { createEmitter } from '@x/kit'
import type { Middleware, Reducer, UnknownAction } from 'redux'
import { sessionReducer, type SessionState } from './slice.ts'

/** Where the query cache stands in the store. */
export const API_PATH = 'api'

/** What is in the store from the start. The query cache has selectors of its own. */
export interface AppState {
  readonly session: SessionState
}

interface QueryCache {
  readonly reducer: Reducer
  readonly middleware: Middleware
}

let cache: QueryCache | undefined
const arrivals = createEmitter<void>()
/** Called when the cache has come: its part of the state begins with the next action. */
export const onApiSlice = (listener: () => void): (() => void) => arrivals.subscribe(listener)
export const apiSliceInjected = () => ({ type: 'store/queriesJoined' }) as const

/**
 * Takes the query cache into the store. Its code comes with the first page that asks for something
 * of the user's own (docs/adr/web.md).
 */
export function injectApiSlice({ reducer: queries, middleware }: QueryCache): void {
  cache = { reducer: queries, middleware }
  arrivals.emit()
}

/** The session and, once it has come, the query cache. */
export function reducer(
  state: (AppState & { readonly [API_PATH]?: unknown }) | undefined,
  action: UnknownAction,
): AppState {
  const session = sessionReducer(state?.session, action)
  const queries: unknown = cache?.reducer(state?.[API_PATH], action)
  if (state?.session === session && state[API_PATH] === queries) return state
  return { session, ...(cache && { [API_PATH]: queries }) }
}

/** Each store's own middleware of the cache, from the first action after it has come. */
export const apiMiddleware: Middleware = (store) => (next) => {
  let send: typeof next | undefined
  return (action) => {
    send ??= cache?.middleware(store)(next) as typeof next | undefined
    return (send ?? next)(action)
  }
}

/**
 * The cache's own action (`api.util.resetApiState`) without its code: nothing to forget where it
 * never was.
 */
export const resetApiState = () => ({ type: `${API_PATH}/resetApiState` }) as const
