import { addLocale } from '@x/locale'
import type { NavigateFunction } from 'react-router'
import type { AppConfig } from '../../lib/config/config.ts'
import { startReferral } from '../../features/referral/index.ts'
import { watchSession, type SessionWatcher } from '../../data/session/watchSession.ts'
import { selectRealm, selectSessionKey, selectUserId } from '../../data/store/slice.ts'
import { endSession, restoreSession } from '../../data/session/thunks.ts'
import { fetchReferralRules, fetchRegion } from '../../data/visitor/api.ts'
import { syncUrlLocale } from './syncUrlLocale.ts'
import { syncUserStream } from '../../data/account-stream/syncUserStream.ts'
import { browserPlatform, type Platform } from '../platform.ts'
import { createServices } from '../services/createServices.ts'
import { type AppStore, createAppStore } from '../../data/store/store.ts'

/**
 * Longer than a first load takes: what computes the fingerprint is a chunk of 13 KB, and nobody
 * waits for it (docs/adr/device.md).
 */
export const FINGERPRINT_AFTER_MS = 30_000
/** After the first load; where a gateway says nothing of regions nothing is fetched. */
export const REGION_AFTER_MS = 3_000

/**
 * Builds services and store, which know each other only through a few verbs, and asks who is here.
 */
export async function startApp(config: AppConfig, platform: Platform = browserPlatform(config)) {
  const parts: { store?: AppStore; session?: SessionWatcher; navigate?: NavigateFunction } = {}
  const navigate = (to: string, options?: { readonly replace: boolean }) =>
    void parts.navigate?.(to, options)
  const services = await createServices(config, {
    platform,
    links: {
      realm: () => (parts.store ? selectRealm(parts.store.getState()) : 'live'),
      sessionKey: () => (parts.store ? selectSessionKey(parts.store.getState()) : ''),
      screenUser: () => parts.store && selectUserId(parts.store.getState()),
      logout: (reason) =>
        void parts.store
          ?.dispatch(endSession({ reason }))
          .then(
            ({ payload }) =>
              payload === 'ended' &&
              navigate(addLocale('/login', services.catalog.getState().locale)),
          ),
      realmChanged: () => void parts.store?.dispatch(restoreSession()),
      userChanged: () => parts.session?.ask(),
      navigate,
    },
  })
  const store = (parts.store = createAppStore(services))
  syncUserStream({ store, stream: services.userStream })
  syncUrlLocale({ ...services, navigate })
  void services.imageDomain.start()
  services.device.start()
  services.clock.after(FINGERPRINT_AFTER_MS, () => void services.device.fingerprint())
  if (config.hasRegionNotice)
    services.clock.after(
      REGION_AFTER_MS,
      () =>
        void import('../../features/region/showRegionNotice.ts').then(
          (region) =>
            region.showRegionNotice({
              ...services,
              fetchRegion: () => store.dispatch(fetchRegion()),
            }),
          () => {},
        ),
    )
  void startReferral({
    ...services,
    fetchRules: () => store.dispatch(fetchReferralRules()),
    href: platform.location.href(),
  })
  parts.session = watchSession({ ...services, store, stream: services.userStream })
  return {
    services,
    store,
    /** Sets the router's navigate function; until then nothing can navigate. */
    setNavigate: (verb: NavigateFunction) => void (parts.navigate = verb),
  }
}
