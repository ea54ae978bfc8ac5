import { combineSlices, configureStore } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { sessionSlice } from './features/session/slice.ts'
import type { Services } from './services.ts'

const reducer = combineSlices(sessionSlice, api)

/** The app's own state. Package state stays in the packages' stores; market data never comes here. */
export function createAppStore(services: Services) {
  return configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: services } }).concat(api.middleware),
  })
}

export type AppStore = ReturnType<typeof createAppStore>
export type AppState = ReturnType<typeof reducer>
export type AppDispatch = AppStore['dispatch']
