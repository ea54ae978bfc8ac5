import type { Locale } from '@x/locale'
import { addLocale, createPreferences, LOCALE_TABLE, parsePath, requestLanguageType, stripLocale } from '@x/locale'
import { createCatalog, loadMessages } from '@x/locale/messages'
import { browserCaptchaProvider, createCaptcha } from '@x/captcha'
import { collectFingerprint, createDeviceId, DEVICE_TOKEN_COOKIE } from '@x/device-id'
import { createGatewaySign } from '@x/gateway-sign'
import { browserPorts } from '@x/kit/browser'
import { browserFrame, browserSocket, createMarketClient } from '@x/market'
import { createReferral } from '@x/referral'
import { createRequestClient, createRequestTexts, createServerClock, standardMiddlewares } from '@x/request'
import { createAxiosTransport } from '@x/request/axios'
import { createSimulation } from '@x/simulation'
import { createAsyncStorage, createCookieStorage, createStorage } from '@x/storage'
import { createMessageDialogs } from '@x/ui/message-dialog'
import { createToastQueue } from '@x/ui/toast'
import type { AppConfig } from './config.ts'
import { createErrorPresenter } from './errorPresenter.ts'
import { createMessageLog } from './messageLog.ts'
import { messageLoaders } from './messages.ts'
import { scriptUrlPolicy } from './scriptUrlPolicy.ts'
import { STORAGE_KEYS } from './storageKeys.ts'
import type { Realm } from './features/session/userInfo.ts'
import { createUserStream } from './features/user-stream/createUserStream.ts'

export interface AppLinks {
  /** The realm that the screens stand in now. */
  readonly realm: () => Realm
  readonly logout: (reason: 'session-expired' | 'signature-invalid' | 'key-missing') => void
  readonly realmChanged: () => void
  readonly navigate: (to: string, options: { readonly replace: boolean }) => void
}

export type Services = Awaited<ReturnType<typeof createServices>>

/** Every `createX` call of the app: the one place where the packages meet. `links` are the verbs that need the store and the router. */
export async function createServices(config: AppConfig, links: AppLinks) {
  const { clock, locks, openChannel, random, reporter, visibility } = browserPorts()

  const storage = createStorage({ reporter })
  const session = createStorage({ order: ['session', 'memory'] })
  const cookies = createCookieStorage()
  const keys = createAsyncStorage({ name: 'x_local_cache', reporter })

  const preferences = createPreferences({
    cookies: navigator.cookieEnabled ? cookies : undefined,
    storage,
    navigatorLanguages: navigator.languages,
    urlLocale: parsePath(location.pathname).locale,
  })
  const locale = (): Locale => preferences.getState().locale
  const catalog = createCatalog({ loaders: messageLoaders, locale: locale(), messages: await loadMessages(locale(), messageLoaders) })
  const texts = createRequestTexts()
  void texts.load(locale())

  const referral = createReferral({ storage, clock, stripLocale, key: STORAGE_KEYS.referral })

  const toasts = createToastQueue({ clock, visibility })
  const dialogs = createMessageDialogs()
  const log = createMessageLog({ clock })

  const transport = createAxiosTransport(config.gatewayOrigin ? { origin: config.gatewayOrigin, withCredentials: true } : {})
  const serverClock = createServerClock({ clock })
  const sign = createGatewaySign({
    configStorage: session,
    keyStorage: keys,
    cookies,
    clock,
    random,
    secureContext: window.isSecureContext,
    // The configuration cannot be fetched with what it configures.
    fetchConfig: async () => client.get('/mix/config/gatewaySignConfig', { bare: true, silent: true }),
    issuerCertificates: config.issuerCertificates,
    onEncryptFailure: 'block',
    onEvent: (event) => reporter.report({ kind: `gateway-sign:${event.type}` }),
  })
  const device = createDeviceId({
    storage,
    cookies: createCookieStorage({ maxAgeSeconds: DEVICE_TOKEN_COOKIE.maxAgeSeconds }),
    clock,
    visibility,
    random,
    reporter,
    locks,
    openChannel,
    appId: config.deviceAppId,
    collectFingerprint,
    transport: { fetchToken: ({ appId, signal }) => client.get<string>('/constantid/udid/c1', { data: { appId }, answer: 'text', bare: true, silent: true, access: 'public', signal }) },
  })
  const { logical, wire } = standardMiddlewares({
    clock,
    serverClock,
    random,
    gatewaySign: sign,
    deviceTokens: device,
    presenter: createErrorPresenter({ toasts, log, logout: links.logout, realmChanged: links.realmChanged, report: reporter.report }),
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
  const client = createRequestClient({ transport, clock, random, serverClock, texts: texts.getState, logical, wire })

  const captchaSrc = config.gatewayOrigin + config.captchaScript.src
  const createScriptUrl = scriptUrlPolicy(captchaSrc)
  const captcha = createCaptcha({
    clock,
    reporter,
    provider: browserCaptchaProvider({ ...config.captchaScript, src: captchaSrc, clock, ...(createScriptUrl ? { createScriptUrl } : {}) }),
    language: () => LOCALE_TABLE[locale()].geetest,
    transport: {
      getCaptchaId: (data, { signal }) => client.post('/security/policy/captcha/get-captcha-id', { data, signal, answer: 'json', silent: true }),
      checkCaptcha: (data, { signal }) => client.post('/security/policy/captcha/check-captcha', { data, signal, answer: 'json', silent: true }),
    },
  })

  const market = createMarketClient({ openSocket: browserSocket(`${config.gatewayOrigin}/v1/market/stream`), clock, random, frame: browserFrame() })

  const userStream = createUserStream({ openSocket: browserSocket(`${config.gatewayOrigin}/v1/user/stream`), clock, random })
  const simulation = createSimulation({
    storage,
    visibility,
    key: STORAGE_KEYS.simulation,
    currentPath: () => location.pathname,
    navigate: links.navigate,
    reload: () => location.reload(),
    stripLocale,
    addLocale: (path) => addLocale(path, locale()),
  })

  return { config, clock, random, reporter, visibility, storage, cookies, preferences, catalog, texts, toasts, dialogs, log, serverClock, sign, client, device, captcha, market, referral, simulation, userStream }
}
