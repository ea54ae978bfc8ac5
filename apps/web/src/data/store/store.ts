import { configureStore } from '@reduxjs/toolkit'
import { apiMiddleware, onApiSlice, apiSliceInjected, reducer } from './injectApiSlice.ts'
import type { DataServices } from './dataServices.ts'

/**
 * The app's own state. Package state stays in the packages' stores; market data never comes here.
 */
export function createAppStore(services: DataServices) {
  const store = configureStore({
    reducer,
    // At each action the checks of a development build would look at every cached record: JSON
    // that Immer has frozen.
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: services },
        immutableCheck: false,
        serializableCheck: false,
      }).concat(apiMiddleware),
  })
  onApiSlice(() => store.dispatch(apiSliceInjected()))
  return store
}

export type AppStore = ReturnType<typeof createAppStore>
export type AppState = ReturnType<typeof reducer>
export type AppDispatch = AppStore['dispatch']
