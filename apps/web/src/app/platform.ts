import type { CaptchaProvider } from '@x/captcha'
import { DEVICE_TOKEN_COOKIE } from '@x/device-id'
import type { CryptoSuite } from '@x/gateway-sign/jsrsasign'
import type { AsyncKeyValueStorage, ConnectivityHints, KeyValueStorage, TextSocket } from '@x/kit'
import {
  browserConnectivityHints,
  type BrowserPorts,
  browserPorts,
  browserSocket,
} from '@x/kit/browser'
import { browserFrame, type FrameScheduler } from '@x/market'
import type { Transport } from '@x/request'
import { createAxiosTransport } from '@x/request/axios'
import { createCookieStorage, createStorage } from '@x/storage'
import type { AppConfig } from '../lib/config/config.ts'
import { browserPasskeys, type Passkeys } from '../lib/credentials/browserPasskeys.ts'
import type { LoadImage } from '../lib/image-domain/measureDomains.ts'
import { browserReports } from '../lib/reports/browserReports.ts'
import type { WalletProvider } from '../lib/credentials/walletOver.ts'
import type { PageLocation } from '../lib/services/servicesContext.ts'
import { browserCrypto } from './browserCrypto.ts'
import { scriptUrlPolicy } from '../lib/scriptUrlPolicy.ts'

/** Everything of the browser that the services stand on; tests stand them on something else. */
export interface Platform extends BrowserPorts {
  readonly storage: KeyValueStorage
  /** Lives as long as the tab. */
  readonly session: KeyValueStorage
  readonly cookies: KeyValueStorage
  readonly deviceCookies: KeyValueStorage
  /** The store of the keys of signing, which comes with what signs. */
  readonly loadKeys: () => Promise<AsyncKeyValueStorage>
  readonly transport: Transport
  /** Opens sockets of the gateway at this path. */
  readonly openSocket: (path: string) => () => TextSocket
  readonly frame: FrameScheduler
  readonly connectivityHints: ConnectivityHints
  readonly captchaProvider: () => Promise<CaptchaProvider>
  readonly collectFingerprint: () => Promise<string>
  /** The script of the device service, where the operator has one. */
  readonly loadDeviceSdk?: (() => Promise<void>) | undefined
  /**
   * Cryptography for signing and log-in: the platform's, or the page's own script where that fails.
   */
  readonly loadCrypto?: () => Promise<CryptoSuite>
  readonly loadImage: LoadImage
  readonly passkeys: Passkeys
  /** The wallet that the browser offers to pages, asked when it matters. */
  readonly wallet: () => WalletProvider | undefined
  readonly navigator: {
    readonly cookieEnabled: boolean
    readonly languages: readonly string[]
    readonly language: string
  }
  readonly secureContext: boolean
  readonly location: PageLocation
}

export function browserPlatform({
  gatewayOrigin,
  captchaScript,
  cryptoScript,
  deviceScript,
  development,
}: AppConfig): Platform {
  const ports = browserPorts()
  const { clock } = ports
  const reporter = browserReports({
    gatewayOrigin,
    clock,
    ...(development ? { also: ports.reporter } : {}),
  })
  const captchaSrc = gatewayOrigin + captchaScript.src
  const createScriptUrl = scriptUrlPolicy('x-captcha', captchaSrc)
  return {
    ...ports,
    reporter,
    storage: createStorage({ reporter }),
    session: createStorage({ order: ['session', 'memory'] }),
    cookies: createCookieStorage(),
    deviceCookies: createCookieStorage({ maxAgeSeconds: DEVICE_TOKEN_COOKIE.maxAgeSeconds }),
    loadKeys: async () => (await import('./browserKeys.ts')).browserKeys({ ...ports, reporter }),
    transport: createAxiosTransport(
      gatewayOrigin ? { origin: gatewayOrigin, withCredentials: true } : {},
    ),
    openSocket: (path) => browserSocket(gatewayOrigin + path),
    frame: browserFrame(),
    connectivityHints: browserConnectivityHints(),
    captchaProvider: async () =>
      (await import('@x/captcha')).browserCaptchaProvider({
        ...captchaScript,
        src: captchaSrc,
        clock,
        ...(createScriptUrl ? { createScriptUrl } : {}),
      }),
    collectFingerprint: async () => (await import('./deviceBrowser.ts')).collectFingerprint(),
    loadDeviceSdk:
      deviceScript &&
      (async () => (await import('./deviceBrowser.ts')).loadDeviceSdk({ clock, ...deviceScript })),
    ...(cryptoScript
      ? { loadCrypto: browserCrypto({ clock, random: ports.random, ...cryptoScript }) }
      : {}),
    loadImage: async (url, options) =>
      (await import('../lib/image-domain/loadImage.ts')).loadImage(url, options),
    passkeys: browserPasskeys,
    wallet: () => (window as { ethereum?: WalletProvider }).ethereum,
    navigator,
    secureContext: window.isSecureContext,
    location: {
      href: () => location.href,
      path: () => location.pathname,
      reload: () => location.reload(),
      isInstalled: () => matchMedia('(display-mode: standalone)').matches,
      leave: (href) => location.assign(href),
    },
  }
}
