import { configureStore } from '@reduxjs/toolkit'
import { apiMiddleware, onApiSlice, apiSliceInjected, reducer } from './injectApiSlice.ts'
import type { DataServices } from './dataServices.ts'

/**
 * The app's own state. Package state stays in the packages' stores; market data never comes here.
 */
export function createAppStore(services: DataServices) {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: services } }).concat(apiMiddleware),
  })
  onApiSlice(() => store.dispatch(apiSliceInjected()))
  return store
}

export type AppStore = ReturnType<typeof createAppStore>
export type AppState = ReturnType<typeof reducer>
export type AppDispatch = AppStore['dispatch']
