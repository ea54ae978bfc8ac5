import {
  applyMiddleware,
  compose,
  legacy_createStore,
  type Store,
  type StoreEnhancer,
  type UnknownAction,
} from 'redux'
import { type ThunkDispatch, withExtraArgument } from 'redux-thunk'
import type { DataServices } from './dataServices.ts'
import {
  apiMiddleware,
  apiSliceInjected,
  type AppState,
  onApiSlice,
  reducer,
} from './injectApiSlice.ts'
import { batchNotifications } from './batchNotifications.ts'

export type { AppState }
export type AppDispatch = ThunkDispatch<AppState, DataServices, UnknownAction>
export type AppStore = Store<AppState, UnknownAction> & { readonly dispatch: AppDispatch }

/**
 * The app's own state. Package state stays in the packages' stores; market data never comes here.
 * It is made of Redux alone: the toolkit and Immer come with the query cache, which guests do
 * without (docs/adr/web.md).
 */
export function createAppStore(services: DataServices): AppStore {
  const thunk = withExtraArgument<AppState, UnknownAction, DataServices>(services)
  const enhancer: StoreEnhancer<{ readonly dispatch: AppDispatch }> = compose(
    applyMiddleware(thunk, apiMiddleware),
    batchNotifications,
  )
  const store = legacy_createStore(reducer, enhancer)
  onApiSlice(() => store.dispatch(apiSliceInjected()))
  return store
}
