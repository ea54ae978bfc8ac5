import { createScriptedProvider, type ScriptedChallenge } from '@x/captcha/testing'
import { fakeToken } from '@x/device-id/testing'
import {
  createManualClock,
  createManualVisibility,
  createMemoryAsyncStorage,
  createMemoryChannels,
  createMemoryLocks,
  createMemoryStorage,
  createRecordingReporter,
  createScriptedSockets,
  createSeededRandom,
} from '@x/kit/testing'
import { createManualFrame } from '@x/market/testing'
import { createInProcessTransport, type HandlerResponse } from '@x/request/testing'
import type { api } from '../data/store/api.ts'
import { fetchSign } from '../app/services/requestServices.ts'
import { startApp } from '../app/startup/startApp.ts'
import type { AppConfig } from '../lib/config/config.ts'
import { partLoaders, type TextParts } from '../lib/messages/messages.ts'
import type { Passkeys } from '../lib/credentials/browserPasskeys.ts'
import type { WalletProvider } from '../lib/credentials/walletOver.ts'
import type { Realm } from '../data/store/userInfo.ts'
import type { AppState } from '../data/store/store.ts'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, or the query where there is none. */
  readonly data: Readonly<Record<string, unknown>>
}

type Answer = HandlerResponse | Promise<HandlerResponse>
type Route = (request: SeenRequest) => Answer

const isMultipart = (headers: Readonly<Record<string, unknown>>): boolean =>
  String(headers['content-type']).startsWith('multipart/')

export const ok = (data: unknown = null): HandlerResponse => ({
  body: { code: '0', status: 'success', msg: 'success', data },
})
export const refused = (
  code: string,
  { msg = 'refused', data = null }: { msg?: string; data?: unknown } = {},
): HandlerResponse => ({ body: { code, status: 'error', msg, data } })

const PARTS = Object.keys(partLoaders) as (keyof TextParts)[]

const CONFIG: AppConfig = {
  issuerCertificates: [],
  gatewayOrigin: '',
  beta: false,
  deviceAppId: 'x-web',
  captchaScript: { src: '/static/captcha/gt4.js' },
  imageOrigins: [],
  thirdParties: ['google', 'apple', 'tg', 'wallet'],
  standins: [],
  hasRegionNotice: false,
  development: false,
}

/** What the passkeys of the test browser answer. */
export const CREDENTIAL = { id: 'key', rawId: 'key', type: 'public-key', response: {} } as const

interface TabOptions {
  readonly config?: Partial<AppConfig>
  readonly wallet?: WalletProvider
  /** The script of the device service. */
  readonly loadDeviceSdk?: () => Promise<void>
  /** Whether the tab is the window of the installed app. */
  readonly isInstalled?: boolean
}

export type TestBrowser = ReturnType<typeof createTestBrowser>
export type TestTab = Awaited<ReturnType<TestBrowser['openTab']>>

/**
 * One browser with the whole app in each of its tabs, all but the markup, before a gateway that a
 * test scripts: tabs share cookies, storage and the clock. Signing is off by configuration.
 */
export function createTestBrowser({
  onChallenge,
}: { readonly onChallenge?: (challenge: ScriptedChallenge) => void } = {}) {
  const clock = createManualClock()
  const cookies = createMemoryStorage()
  /** Of the one tab that goes to another site and comes back. */
  const session = createMemoryStorage()
  /** What the browser's passkeys answer; a test replaces the verbs. */
  const authenticator: { get: Passkeys['get']; create: Passkeys['create'] } = {
    get: async () => CREDENTIAL,
    create: async () => CREDENTIAL,
  }
  const storage = createMemoryStorage()
  const openChannel = createMemoryChannels()
  const locks = createMemoryLocks()
  const keys = createMemoryAsyncStorage()
  const requests: SeenRequest[] = []
  const realms = new Map<string, Realm>()
  let tabs = 0
  let fingerprints = 0

  const userInfo: Route = ({ headers }) => {
    const userId = cookies.get('x_uid')
    const realm = userId === null ? undefined : realms.get(userId)
    if (userId === null || !realm) return refused('401')
    return headers['x-realm'] === realm
      ? ok({
          userId,
          realm,
          roles: ['trader'],
          vipLevel: 0,
          email: `${userId}***@example.com`,
          mobile: null,
        })
      : refused('40901')
  }
  const routes = new Map<string, Route>([
    ['/v1/mix/config/gatewaySignConfig', () => ok({ gatewaySignConfig: { clientOpen: false } })],
    ['/v1/constantid/udid/c1', () => ({ body: fakeToken() })],
    ['/v1/user/overview/userinfo', userInfo],
    ['/v1/user/logout', () => (signOut(), ok())],
  ])
  const transport = createInProcessTransport(async ({ method, url, headers, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://gateway')
    const text = new TextDecoder().decode(body)
    const request = {
      method,
      path: pathname,
      headers,
      data:
        text === ''
          ? Object.fromEntries(searchParams)
          : isMultipart(headers)
            ? {}
            : (JSON.parse(text) as Record<string, unknown>),
    }
    requests.push(request)
    return (await routes.get(pathname)?.(request)) ?? refused('40401')
  })

  /** What the gateway's cookies do to the browser when a session begins. */
  function signIn(
    userId: string,
    {
      realm = 'live',
      token = `token-of-${userId}-${realm}`,
    }: { readonly realm?: Realm; readonly token?: string } = {},
  ): void {
    realms.set(userId, realm)
    cookies.set('x_uid', userId)
    cookies.set('x_token', token)
  }
  function signOut(): void {
    cookies.remove('x_uid')
    cookies.remove('x_token')
  }

  async function openTab(
    href = 'http://app/en/spot/BTCUSDT',
    { config = {}, wallet, loadDeviceSdk, isInstalled = false }: TabOptions = {},
  ) {
    const visibility = createManualVisibility()
    const reporter = createRecordingReporter()
    const sockets = createScriptedSockets()
    const marketSockets = createScriptedSockets()
    const captchaProvider = createScriptedProvider(onChallenge ? { onChallenge } : {})
    // The manual clock does not wait for a file to be read.
    await fetchSign()
    const address = new URL(href)
    const visited: string[] = []
    const { services, store, setNavigate } = await startApp(
      { ...CONFIG, ...config },
      {
        clock,
        visibility,
        reporter,
        locks,
        openChannel,
        loadKeys: async () => keys,
        transport,
        captchaProvider: async () => captchaProvider,
        random: createSeededRandom(++tabs),
        storage: storage.openTab(),
        session: session.openTab(),
        cookies: cookies.openTab(),
        deviceCookies: createMemoryStorage(),
        openSocket: (path) =>
          path === '/v1/user/stream' ? sockets.openSocket : marketSockets.openSocket,
        frame: createManualFrame(),
        connectivityHints: { subscribe: () => () => undefined },
        collectFingerprint: async () => (fingerprints++, 'f'.repeat(32)),
        loadDeviceSdk,
        loadImage: async () => {},
        passkeys: {
          get: (options) => authenticator.get(options),
          create: (options) => authenticator.create(options),
        },
        wallet: () => wallet,
        navigator: { cookieEnabled: true, languages: ['en'], language: 'en' },
        secureContext: true,
        location: {
          href: () => address.href,
          path: () => address.pathname,
          reload: () => void visited.push('reload'),
          isInstalled: () => isInstalled,
          leave: (to) => void visited.push(to),
        },
      },
    )
    // The manual clock cannot wait for a file to be read: the parts are here before they are
    // wanted.
    await Promise.all([
      services.captcha(),
      services.referral(),
      ...PARTS.map((part) => services.catalog.loadPart(part)),
    ])
    setNavigate(((to: string) => {
      visited.push(to)
      address.href = new URL(to, address).href
    }) as Parameters<typeof setNavigate>[0])
    const tab = {
      services,
      store,
      visibility,
      reports: reporter.reports,
      /** Sockets of the private stream. */
      sockets: sockets.sockets,
      marketSockets: marketSockets.sockets,
      challenges: captchaProvider.challenges,
      visited,
      session: () => store.getState().session,
      /** The state with the query cache in it, for tests whose modules have brought it. */
      cache: () => store.getState() as AppState & { readonly api: ReturnType<typeof api.reducer> },
      toasts: () => services.toasts.getState().map(({ text }) => text),
    }
    await clock.advance(0)
    return tab
  }

  return {
    clock,
    cookies,
    storage,
    session,
    authenticator,
    requests,
    signIn,
    signOut,
    openTab,
    on: (path: string, route: Route) => void routes.set(`/v1${path}`, route),
    asked: (path: string) => requests.filter((request) => request.path === `/v1${path}`),
    /** How often its pages had FingerprintJS compute. */ fingerprints: () => fingerprints,
  }
}
