import { addLocale } from '@x/locale'
import type { NavigateFunction } from 'react-router'
import type { AppConfig } from '../config.ts'
import { endSession, restoreSession } from '../features/session/thunks.ts'
import { selectRealm } from '../features/session/slice.ts'
import { startReferral } from '../features/referral/startReferral.ts'
import { followUser } from '../features/user-stream/followUser.ts'
import { createServices } from '../services.ts'
import { type AppStore, createAppStore } from '../store.ts'

/** Builds services and store, which know each other only through a few verbs, and asks who is here. */
export async function startApp(config: AppConfig) {
  const parts: { store?: AppStore; navigate?: NavigateFunction } = {}
  const services = await createServices(config, {
    realm: () => (parts.store ? selectRealm(parts.store.getState()) : 'live'),
    logout: (reason) => void parts.store?.dispatch(endSession({ reason })).then(() => parts.navigate?.(addLocale('/login', services.preferences.getState().locale))),
    realmChanged: () => void parts.store?.dispatch(restoreSession()),
    navigate: (to, options) => void parts.navigate?.(to, options),
  })
  const store = (parts.store = createAppStore(services))
  followUser({ store, stream: services.userStream })
  void startReferral({ ...services, href: location.href })
  void store.dispatch(restoreSession())
  return {
    services,
    store,
    /** Hands in the router's verb; until then nobody can be sent anywhere. */
    setNavigate: (navigate: NavigateFunction) => void (parts.navigate = navigate),
  }
}
