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
  let store: AppStore | undefined
  let router: AppRouter | undefined
  const services = await createServices(config, {
    realm: () => (store ? selectRealm(store.getState()) : 'live'),
    logout: (reason) => void store?.dispatch(endSession({ reason })).then(() => router?.navigate(addLocale('/login', services.preferences.getState().locale))),
    navigate: (to, options) => void router?.navigate(to, options),
  })
  store = createAppStore(services)
  followUser({ store, stream: services.userStream })
  void store.dispatch(restoreSession())
  router = createAppRouter(services)
  return { services, store, router }
}
