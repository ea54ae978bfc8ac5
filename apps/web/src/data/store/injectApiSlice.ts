import {
  combineSlices,
  createAction,
  createDynamicMiddleware,
  type Middleware,
  type Reducer,
} from '@reduxjs/toolkit'
import { createEmitter } from '@x/kit'
import { sessionSlice } from './slice.ts'

/** Where the query cache stands in the store. */
export const API_PATH = 'api'

export const reducer = combineSlices(sessionSlice)

const late = createDynamicMiddleware()
export const apiMiddleware = late.middleware

const arrivals = createEmitter<void>()
/** Called when the cache has come: its part of the state begins with the next action. */
export const onApiSlice = (listener: () => void): (() => void) => arrivals.subscribe(listener)
export const apiSliceInjected = createAction('store/queriesJoined')

/**
 * Takes the query cache into the store. Its code comes with the first page that asks for something
 * of the user's own (docs/adr/web.md).
 */
export function injectApiSlice({
  reducer: queries,
  middleware,
}: {
  readonly reducer: Reducer
  readonly middleware: Middleware
}): void {
  reducer.inject({ reducerPath: API_PATH, reducer: queries })
  late.addMiddleware(middleware)
  arrivals.emit()
}

/**
 * The cache's own action (`api.util.resetApiState`) without its code: nothing to forget where it
 * never was.
 */
export const resetApiState = createAction(`${API_PATH}/resetApiState`)
