import { browserClock, browserPorts } from '@x/kit/browser'
import { createGatewaySign } from '../createGatewaySign.ts'
import type { GatewaySignEvent } from '../events.ts'
import { indexedDbStorage } from './indexedDbStorage.ts'

/**
 * A test page with the client as an application would set it up. Its functions are on
 * `window.page`.
 */

interface Setup {
  readonly issuerCertificate: string
  /** Loads the fallback from the static path. Default: Web Crypto. */
  readonly fallback?: {
    readonly src: string
    readonly integrity: string
    readonly timeoutMs?: number
  }
  /** Simulates a browser without Web Locks. */
  readonly withoutLocks?: boolean
}

/** Resolved on each use: reading `window.sessionStorage` throws where storage is denied. */
const storageOf = (storage: () => Storage) => ({
  get: (key: string) => storage().getItem(key),
  set: (key: string, value: string) => storage().setItem(key, value),
  remove: (key: string) => storage().removeItem(key),
})
const cookies = {
  get: (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? null,
}
const policy = (
  globalThis as unknown as {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: object,
      ): { createScriptURL(src: string): { toString(): string } }
    }
  }
).trustedTypes?.createPolicy('static', { createScriptURL: (src: string) => src })

/** Server clock minus page clock, from `request-time` (wire 6). */
let offset = 0

async function sendRequest(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
) {
  const sent = Date.now()
  const answer = await fetch(path, init)
  offset = Number(answer.headers.get('request-time')) - (sent + Date.now()) / 2
  return (await answer.json()) as { code: string; data: unknown }
}

async function start({ issuerCertificate, fallback, withoutLocks }: Setup) {
  const { clock, random, locks } = browserPorts()
  const events: GatewaySignEvent[] = []
  // Loaded on demand, so that a page with signing off can show that it loads no cryptography.
  const loadCrypto =
    fallback &&
    (await import('../browser.ts')).jsrsasignFallback({
      ...fallback,
      clock,
      random,
      ...(policy ? { createScriptUrl: (src: string) => policy.createScriptURL(src) } : {}),
    })
  const client = createGatewaySign({
    configStorage: storageOf(() => sessionStorage),
    keyStorage: indexedDbStorage(),
    cookies,
    clock,
    random,
    locks: withoutLocks ? undefined : locks,
    secureContext: window.isSecureContext,
    fetchConfig: async () => (await sendRequest('/v1/mix/config/gatewaySignConfig')).data,
    issuerCertificates: [issuerCertificate],
    onEvent: (event) => void events.push(event),
    ...(loadCrypto ? { loadCrypto } : {}),
  })
  const stamp = () => {
    const tm = String(Math.round(browserClock().now() + offset))
    return {
      tm,
      traceId: `w${tm}${Array.from(random.bytes(11), (byte) => (byte % 16).toString(16)).join('')}`,
    }
  }

  return {
    events,
    init: () => client.init(),
    forgetSession: () => client.forgetSession(),
    forgetOffset: () => void (offset = 0),
    prepare: (path: string, { body, query }: { body?: unknown; query?: Record<string, unknown> }) =>
      client.prepareBody({ path, ...stamp(), body, ...(query ? { query } : {}) }),
    async logIn() {
      const path = '/v1/user/login'
      return client.withLoginLock(path, async () => {
        const times = stamp()
        const body = await client.prepareBody({
          path,
          ...times,
          body: { loginName: 'a@b.c', pwd: 'p' },
        })
        const answer = await sendRequest(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { tm: times.tm, 'trace-id': times.traceId },
        })
        await client.afterLogin({ path, data: answer.data })
        return { code: answer.code, sent: Object.keys(body) }
      })
    },
    async order(body: string, { tampered = body }: { tampered?: string } = {}) {
      const path = '/v1/spot/order/place'
      const times = stamp()
      const headers = await client.sign({ method: 'POST', path, ...times, body })
      const answer = await sendRequest(path, {
        method: 'POST',
        body: tampered,
        headers: { tm: times.tm, 'trace-id': times.traceId, ...headers },
      })
      if (answer.code !== '0') client.onVerdict(answer.code as '00020')
      return answer.code
    },
  }
}

Object.assign(window, {
  startPage: async (setup: Setup) => void Object.assign(window, { page: await start(setup) }),
})
