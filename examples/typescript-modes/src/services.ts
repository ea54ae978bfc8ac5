// Every package in one page: the browser's ports go in, stores and methods come out.
import { browserCaptchaProvider, createCaptcha } from '@x/captcha'
import { DEVICE_TOKEN_COOKIE, DEVICE_TOKEN_PATH, createDeviceId } from '@x/device-id'
import { collectFingerprint } from '@x/device-id'
import { createGatewaySign } from '@x/gateway-sign'
import { browserConnectivityHints, browserPorts, browserSocket } from '@x/kit/browser'
import { addLocale, createPreferences, stripLocale } from '@x/locale'
import { browserFrame, createMarketClient } from '@x/market'
import { createReferral } from '@x/referral'
import { createRequestClient, createServerClock, restMiddlewares } from '@x/request'
import { createFetchTransport } from '@x/request/fetch'
import { verifyProof } from '@x/reserves'
import { createSanitizer } from '@x/sanitize'
import { createSimulation } from '@x/simulation'
import { createAsyncStorage, createCookieStorage, createStorage } from '@x/storage'
import { createToastQueue } from '@x/ui/toast'

/** What differs between deployments. */
export interface Config {
  /** Origin of the gateway. */
  readonly origin: string
  /** The pinned certificate of the issuer, as PEM. */
  readonly issuerCertificate: string
  /** Address of the captcha's script. */
  readonly captchaScript: string
}

export type Services = ReturnType<typeof createServices>

export function createServices({ origin, issuerCertificate, captchaScript }: Config) {
  const ports = browserPorts()
  const { clock, random, reporter, visibility, locks, openChannel } = ports
  const storage = createStorage({ reporter })
  const cookies = createCookieStorage({})
  const preferences = createPreferences({
    cookies,
    storage,
    navigatorLanguages: navigator.languages,
    urlLocale: undefined,
  })
  const locale = () => preferences.getState().locale
  const serverClock = createServerClock({ clock })
  const gatewaySign = createGatewaySign({
    configStorage: createStorage({ order: ['session', 'memory'] }),
    keyStorage: createAsyncStorage({ name: 'x_local_cache', openChannel }),
    cookies,
    clock,
    random,
    locks,
    secureContext: isSecureContext,
    issuerCertificates: [issuerCertificate],
    fetchConfig: () => client.get('/sign-config', { bare: true }),
  })
  const deviceId = createDeviceId({
    ...ports,
    storage,
    cookies: createCookieStorage({ maxAgeSeconds: DEVICE_TOKEN_COOKIE.maxAgeSeconds }),
    appId: 'example',
    collectFingerprint,
    transport: {
      fetchToken: ({ appId, signal }) =>
        client.get<string>(DEVICE_TOKEN_PATH, {
          data: { appId },
          bare: true,
          responseType: 'text',
          signal,
        }),
    },
  })
  const client = createRequestClient({
    transport: createFetchTransport({ origin }),
    clock,
    random,
    serverClock,
    ...restMiddlewares({
      clock,
      serverClock,
      random,
      gatewaySign,
      deviceTokens: { tokenFor: (path) => deviceId.tokenFor(path) },
      headers: () => ({ 'accept-language': locale() }),
    }),
  })
  const captcha = createCaptcha({
    provider: browserCaptchaProvider({ src: captchaScript, clock }),
    transport: {
      getCaptchaId: (data, { signal }) => client.post('/captcha/id', { data, signal }),
      checkCaptcha: (data, { signal }) => client.post('/captcha/check', { data, signal }),
    },
    language: locale,
    clock,
    reporter,
  })
  const market = createMarketClient({
    openSocket: browserSocket(`${origin.replace('http', 'ws')}/market`),
    hints: browserConnectivityHints(),
    frame: browserFrame(),
    clock,
    random,
  })
  const simulation = createSimulation({
    storage,
    visibility,
    currentPath: () => location.pathname,
    navigate: (to) => location.assign(to),
    reload: () => location.reload(),
    stripLocale,
    addLocale: (path) => addLocale(path, locale()),
  })
  return {
    captcha,
    client,
    gatewaySign,
    market,
    preferences,
    referral: createReferral({ storage, clock, stripLocale }),
    sanitizer: createSanitizer({ ownOrigin: origin }),
    simulation,
    toasts: createToastQueue({ clock, visibility }),
    /** Checks the file with which the exchange proves what it owes a user. */
    verifyProof,
  }
}
