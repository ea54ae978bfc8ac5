import type { Locale } from '@x/locale'
import {
  addLocale,
  createPreferences,
  LOCALE_TABLE,
  parsePath,
  requestLanguageType,
  stripLocale,
} from '@x/locale'
import {
  createCatalog,
  createMessageFormat,
  createTranslate,
  loadMessages,
} from '@x/locale/messages'
import type { Captcha } from '@x/captcha'
import { createDeviceId } from '@x/device-id'
import { createGatewaySign } from '@x/gateway-sign'
import { createMarketClient } from '@x/market'
import type { Referral } from '@x/referral'
import {
  createRequestClient,
  createRequestTexts,
  createServerClock,
  standardMiddlewares,
} from '@x/request'
import { createSimulation } from '@x/simulation'
import { createMessageDialogs } from '@x/ui/message-dialog'
import { createToastQueue } from '@x/ui/toast'
import type { AppConfig } from '../lib/config/config.ts'
import { createErrorPresenter } from './errorPresenter.ts'
import { createMessageLog } from '../lib/messages/messageLog.ts'
import { loadOnce } from '../lib/loadOnce.ts'
import {
  partLoaders,
  type Translator,
  type TextParts,
  type Texts,
  textLoaders,
} from '../lib/messages/messages.ts'
import type { Platform } from './platform.ts'
import { STORAGE_KEYS } from '../lib/storageKeys.ts'
import { WIRE_PROFILE } from './wireProfile.ts'
import { serverText } from '../lib/errors/serverText.ts'
import { createReferenceData } from '../data/reference/createReferenceData.ts'
import { createImageDomain } from '../lib/image-domain/createImageDomain.ts'
import { createAppearance } from '../lib/appearance/createAppearance.ts'
import { createSessionGuard } from '../data/session/sessionGuard.ts'
import { cookieUser } from '../data/session/sessionReference.ts'
import type { Realm } from '../data/store/userInfo.ts'
import { createPendingOrders } from '../data/submissions/createPendingOrders.ts'
import { createUserStream } from '../data/account-stream/createUserStream.ts'

export interface AppCallbacks {
  /** The realm that the screens stand in now. */
  readonly realm: () => Realm
  /** The user and realm on screen, as one text. */
  readonly sessionKey: () => string
  /** Whose screens these are; `undefined` for a guest. */
  readonly screenUser: () => string | undefined
  readonly logout: (reason: 'session-expired' | 'signature-invalid' | 'key-missing') => void
  readonly realmChanged: () => void
  /** The cookies name somebody else than the screens do. */
  readonly userChanged: () => void
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void
}

export type Services = Awaited<ReturnType<typeof createServices>>

/**
 * Every `createX` call of the app: the one place where the packages meet. `links` are the verbs
 * that need the store and the router, `platform` is what they stand on.
 */
export async function createServices(
  config: AppConfig,
  { links, platform }: { links: AppCallbacks; platform: Platform },
) {
  const {
    clock,
    cookies,
    keys,
    locks,
    navigator,
    openChannel,
    location,
    random,
    reporter,
    session,
    storage,
    transport,
    visibility,
  } = platform

  const preferences = createPreferences({
    cookies: navigator.cookieEnabled ? cookies : undefined,
    storage,
    navigatorLanguages: navigator.languages,
    urlLocale: parsePath(location.path()).locale,
  })
  const appearance = createAppearance(storage)
  const { locale: initialLocale } = preferences.getState()
  const catalog = createCatalog<Texts, TextParts>({
    loaders: textLoaders,
    parts: partLoaders,
    locale: initialLocale,
    messages: await loadMessages(initialLocale, textLoaders),
  })
  /**
   * The language on screen. URL and preference choose a language; the catalog commits to it once
   * its messages are loaded, and requests carry the committed one.
   */
  const locale = (): Locale => catalog.getState().locale
  /** A text of the app outside of React, in the language on screen now. */
  const translate: Translator = (id, ...args) =>
    createTranslate(
      catalog.getState().messages.app,
      createMessageFormat({ locale: catalog.getState().locale }),
    )(id, ...args)
  const texts = createRequestTexts()
  void texts.load(locale())

  const imageDomain = createImageDomain({
    own: config.gatewayOrigin,
    candidates: config.imageOrigins,
    loadImage: platform.loadImage,
    storage,
    clock,
    key: STORAGE_KEYS.imageDomain,
  })
  /**
   * Fetched by a visit that brings codes or has some, and by the pages that register; after a
   * failed fetch the next one tries again.
   */
  const referral = loadOnce(async (): Promise<Referral> =>
    (await import('@x/referral')).createReferral({
      storage,
      clock,
      stripLocale,
      key: STORAGE_KEYS.referral,
    }),
  )

  const toasts = createToastQueue({ clock, visibility })
  const dialogs = createMessageDialogs({ reporter })
  const log = createMessageLog({ clock })

  const serverClock = createServerClock({ clock })
  const sign = createGatewaySign({
    configStorage: session,
    keyStorage: keys,
    cookies,
    clock,
    random,
    locks,
    secureContext: platform.secureContext,
    // The configuration cannot be fetched with what it configures.
    fetchConfig: async () =>
      client.get('/mix/config/gatewaySignConfig', { bare: true, silent: true }),
    issuerCertificates: config.issuerCertificates,
    profile: WIRE_PROFILE,
    ...(platform.loadCrypto ? { loadCrypto: platform.loadCrypto } : {}),
    onEncryptFailure: 'block',
    onEvent: (event) => reporter.report({ kind: `gateway-sign:${event.type}` }),
  })
  const device = createDeviceId({
    storage,
    cookies: platform.deviceCookies,
    clock,
    visibility,
    random,
    reporter,
    locks,
    openChannel,
    appId: config.deviceAppId,
    collectFingerprint: platform.collectFingerprint,
    // The identity sets its own limits by the signal; a shorter one of the client would end the
    // wait for a late token (D3).
    transport: {
      fetchToken: ({ appId, signal }) =>
        client.get<string>('/constantid/udid/c1', {
          data: { appId },
          responseType: 'text',
          bare: true,
          silent: true,
          access: 'public',
          signal,
          timeoutMs: 30_000,
        }),
    },
  })
  const { logical, wire } = standardMiddlewares({
    clock,
    serverClock,
    random,
    gatewaySign: sign,
    deviceTokens: device,
    presenter: createErrorPresenter({
      toasts,
      log,
      logout: links.logout,
      realmChanged: links.realmChanged,
      textOf: (refusal) => serverText(refusal, translate),
      report: reporter.report,
    }),
    languageType: () => requestLanguageType(locale()).languageType,
    texts: texts.getState,
    headers: {
      theme: () => preferences.getState().theme,
      terminalCode: () => device.terminalCode(),
      deviceLanguage: () => navigator.language,
      locale,
      languageTag: () => LOCALE_TABLE[locale()].tag,
      beta: config.beta,
      realm: links.realm,
    },
  })
  const own = createSessionGuard({
    cookies,
    screenUser: links.screenUser,
    onOther: links.userChanged,
    text: () => translate('error.otherAccount'),
    lateText: () => translate('error.other'),
  })
  const client = createRequestClient({
    transport,
    clock,
    random,
    serverClock,
    texts: texts.getState,
    logical: [...logical, own.logical],
    wire: [...wire, own.wire],
  })

  /**
   * Fetched with the first action that needs a check; after a failed fetch the next action tries
   * again.
   */
  const captcha = loadOnce(async (): Promise<Captcha> => {
    const [{ createCaptcha }, provider] = await Promise.all([
      import('@x/captcha'),
      platform.captchaProvider(),
    ])
    return createCaptcha({
      clock,
      reporter,
      provider,
      language: () => LOCALE_TABLE[locale()].geetest,
      transport: {
        getCaptchaId: (data, { signal }) =>
          client.post('/security/policy/captcha/get-captcha-id', {
            data,
            signal,
            responseType: 'json',
            silent: true,
          }),
        checkCaptcha: (data, { signal }) =>
          client.post('/security/policy/captcha/check-captcha', {
            data,
            signal,
            responseType: 'json',
            silent: true,
          }),
      },
    })
  })

  const reference = createReferenceData({ client, clock })
  const market = createMarketClient({
    openSocket: platform.openSocket('/v1/market/stream'),
    clock,
    random,
    frame: platform.frame,
    hints: platform.connectivityHints,
    tabs: { locks, openChannel },
  })

  const userStream = createUserStream({
    openSocket: platform.openSocket('/v1/user/stream'),
    clock,
    random,
    hints: platform.connectivityHints,
    isCurrentSession: () => cookieUser(cookies) === links.screenUser(),
  })
  const pendingOrders = createPendingOrders({
    storage: session,
    clock,
    serverClock,
    client,
    stream: userStream.status,
    owner: links.sessionKey,
  })
  const simulation = createSimulation({
    storage,
    visibility,
    key: STORAGE_KEYS.simulation,
    currentPath: location.path,
    navigate: links.navigate,
    reload: location.reload,
    stripLocale,
    addLocale: (path) => addLocale(path, locale()),
  })

  return {
    config,
    clock,
    random,
    frame: platform.frame,
    reporter,
    visibility,
    storage,
    session,
    cookies,
    location,
    passkeys: platform.passkeys,
    wallet: platform.wallet,
    preferences,
    appearance,
    catalog,
    translate,
    texts,
    toasts,
    dialogs,
    log,
    serverClock,
    sign,
    client,
    device,
    captcha,
    reference,
    imageDomain,
    market,
    pendingOrders,
    referral,
    simulation,
    userStream,
  }
}
