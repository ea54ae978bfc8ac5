import { addLocale } from '@x/locale'
import type { AppConfig } from '../config.ts'
import { endSession, restoreSession } from '../features/session/thunks.ts'
import { selectRealm } from '../features/session/slice.ts'
import { followUser } from '../features/user-stream/followUser.ts'
import { createServices } from '../services.ts'
import { type AppStore, createAppStore } from '../store.ts'
import { type AppRouter, createAppRouter } from './createAppRouter.tsx'

/** Builds services and store, which know each other only through a few verbs, and asks who is here. */
export async function startApp(config: AppConfig) {
  const parts: { store?: AppStore; router?: AppRouter } = {}
  const services = await createServices(config, {
    realm: () => (parts.store ? selectRealm(parts.store.getState()) : 'live'),
    logout: (reason) => void parts.store?.dispatch(endSession({ reason })).then(() => parts.router?.navigate(addLocale('/login', services.preferences.getState().locale))),
    realmChanged: () => void parts.store?.dispatch(restoreSession()),
    navigate: (to, options) => void parts.router?.navigate(to, options),
  })
  const store = (parts.store = createAppStore(services))
  followUser({ store, stream: services.userStream })
  void store.dispatch(restoreSession())
  const router = (parts.router = createAppRouter(services))
  return { services, store, router }
}
