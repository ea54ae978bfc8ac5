import { configureStore } from '@reduxjs/toolkit'
import { lateMiddleware, onQueries, queriesJoined, reducer } from './lateQueries.ts'
import type { DataServices } from './dataServices.ts'

/**
 * The app's own state. Package state stays in the packages' stores; market data never comes here.
 */
export function createAppStore(services: DataServices) {
  const store = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: services } }).concat(lateMiddleware),
  })
  onQueries(() => store.dispatch(queriesJoined()))
  return store
}

export type AppStore = ReturnType<typeof createAppStore>
export type AppState = ReturnType<typeof reducer>
export type AppDispatch = AppStore['dispatch']
