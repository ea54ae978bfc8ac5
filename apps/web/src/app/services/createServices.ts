import { addLocale, stripLocale } from '@x/locale'
import type { Referral } from '@x/referral'
import { createSimulation, SIMULATION_PATHS } from '@x/simulation'
import { createMessageDialogs } from '@x/ui/message-dialog'
import { createToastQueue } from '@x/ui/toast'
import { createAppearance } from '../../lib/appearance/createAppearance.ts'
import { referenceOf } from '../../data/session/sessionReference.ts'
import type { AppConfig } from '../../lib/config/config.ts'
import { createImageDomain } from '../../lib/image-domain/createImageDomain.ts'
import { loadOnce } from '../../lib/loadOnce.ts'
import { createMessageLog } from '../../lib/messages/messageLog.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { Platform } from '../platform.ts'
import type { AppCallbacks } from './appCallbacks.ts'
import { createCaptchaLoader } from './deviceServices.ts'
import { createLanguageServices, type LanguageServices } from './languageServices.ts'
import { createRequestServices, fetchSign } from './requestServices.ts'
import { createTradingServices } from './tradingServices.ts'

export type Services = Awaited<ReturnType<typeof createServices>>

/**
 * Every `createX` call of the app, by concern: the one place where the packages meet. `links` are
 * the functions that need the store and the router, `platform` is the browser.
 */
export async function createServices(
  config: AppConfig,
  { links, platform }: { links: AppCallbacks; platform: Platform },
) {
  const { clock, reporter, storage, visibility } = platform
  // Before anything is waited for: the page has its colours when it is first painted.
  const appearance = createAppearance(storage)
  // Beside the texts, not after them.
  if (referenceOf(platform.cookies) !== '') fetchSign().catch(() => undefined)
  const language = await createLanguageServices(platform)
  const { locale, ...languageServices } = language
  const toasts = createToastQueue({ clock, visibility })
  const dialogs = createMessageDialogs({ reporter })
  const log = createMessageLog({ clock })
  const notices = { toasts, log }
  const requests = createRequestServices(platform, { config, links, language, notices })
  return {
    ...platformServices(platform),
    ...languageServices,
    ...requests,
    ...createTradingServices(platform, { links, ...requests }),
    config,
    appearance,
    toasts,
    dialogs,
    log,
    captcha: createCaptchaLoader(platform, { client: requests.client, locale }),
    imageDomain: createImageDomain({
      own: config.gatewayOrigin,
      candidates: config.imageOrigins,
      loadImage: platform.loadImage,
      storage,
      clock,
      key: STORAGE_KEYS.imageDomain,
    }),
    referral: createReferralLoader(platform),
    simulation: createSimulationMode(platform, { links, locale }),
  }
}

/** What of the platform screens use. */
const platformServices = (platform: Platform) => ({
  clock: platform.clock,
  random: platform.random,
  frame: platform.frame,
  reporter: platform.reporter,
  visibility: platform.visibility,
  storage: platform.storage,
  session: platform.session,
  cookies: platform.cookies,
  location: platform.location,
  passkeys: platform.passkeys,
  wallet: platform.wallet,
})

/**
 * Fetched by a visit that brings codes or has some, and by the pages that register; after a failed
 * fetch the next one tries again.
 */
const createReferralLoader = ({ storage, clock }: Platform) =>
  loadOnce(async (): Promise<Referral> =>
    (await import('@x/referral')).createReferral({
      storage,
      clock,
      stripLocale,
      key: STORAGE_KEYS.referral,
    }),
  )

const createSimulationMode = (
  { storage, visibility, location }: Platform,
  { links, locale }: Pick<LanguageServices, 'locale'> & { readonly links: AppCallbacks },
) =>
  createSimulation({
    storage,
    visibility,
    key: STORAGE_KEYS.simulation,
    // Copy trading has both realms (docs/adr/products.md).
    paths: [...SIMULATION_PATHS, { path: '/copy-trading', match: 'prefix' }],
    currentPath: location.path,
    navigate: links.navigate,
    reload: location.reload,
    stripLocale,
    addLocale: (path) => addLocale(path, locale()),
  })
