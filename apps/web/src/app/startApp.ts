import type { AppConfig } from '../config.ts'
import { endSession, restoreSession } from '../features/session/thunks.ts'
import { selectRealm } from '../features/session/slice.ts'
import { createServices } from '../services.ts'
import { type AppStore, createAppStore } from '../store.ts'

/** Builds services and store, which know each other only through two verbs, and asks who is here. */
export async function startApp(config: AppConfig) {
  let store: AppStore | undefined
  const services = await createServices(config, {
    realm: () => (store ? selectRealm(store.getState()) : 'live'),
    logout: (reason) => void store?.dispatch(endSession({ reason })),
  })
  store = createAppStore(services)
  void store.dispatch(restoreSession())
  return { services, store }
}
