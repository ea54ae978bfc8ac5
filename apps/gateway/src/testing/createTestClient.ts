import { randomBytes } from 'node:crypto'
import {
  createGatewaySign,
  GS1,
  SENSITIVE_FIELDS,
  type GatewaySign,
  type WireProfile,
} from '@x/gateway-sign'
import { testServerIdentity } from '@x/gateway-sign/testing'
import type { Clock } from '@x/kit'
import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type { FastifyInstance } from 'fastify'
import type { Envelope } from '@x/api'
import type { Realm } from '../exchange/accounts/accounts.ts'
import encryptedRoutes from './encryptedRoutes.json' with { type: 'json' }

export interface TestClientOptions {
  readonly address?: string
  /** Of its browser; a browser has one, most tests need none. */
  readonly terminalCode?: string
  /** `false`: a client that neither encrypts nor signs. */
  readonly signs?: boolean
  readonly host?: string
}

export interface Answer extends Envelope {
  readonly http: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

export interface Call {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly realm?: Realm
  /**
   * Makes the body from the request's stamp; nothing is encrypted or added to it before it is
   * signed.
   */
  readonly bare?: (stamp: {
    readonly tm: string
    readonly traceId: string
  }) => Readonly<Record<string, unknown>>
  /** Changes what goes over the wire after it was signed. */
  readonly tamper?: (wire: Wire) => Wire
}

export interface Wire {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Sent instead of `body`. */
  readonly bytes?: Buffer
}

export interface TestClient {
  readonly cookies: Map<string, string>
  readonly sign: GatewaySign
  get(path: string, call?: Call): Promise<Answer>
  post(path: string, body?: Readonly<Record<string, unknown>>, call?: Call): Promise<Answer>
  /** Solves a captcha by proof of work; answers its bizId. */
  solveCaptcha(scene: string, fields?: Readonly<Record<string, unknown>>): Promise<string>
  /** The code that the mailbox shows for an address. */
  code(to: string, scene?: string): Promise<string>
  login(account: {
    loginName: string
    password: string
    fields?: Readonly<Record<string, unknown>>
  }): Promise<Answer>
  /** Captcha, code, registration. */
  register(
    email: string,
    options?: { password?: string; fields?: Readonly<Record<string, unknown>> },
  ): Promise<Answer>
}

export const PASSWORD = 'correct horse 7'

/**
 * The protocol as this gateway speaks it: over spec section 7, its own settings come encrypted too.
 */
const PROFILE: WireProfile = {
  ...GS1,
  login: {
    ...GS1.login,
    endpoints: Object.fromEntries(encryptedRoutes.map((path) => [path, SENSITIVE_FIELDS])),
  },
}

type ClientContext = TestClientOptions & { readonly app: FastifyInstance; readonly clock: Clock }

/**
 * A client as a browser would be one: cookie jar, stamps, and the real client half of the signing
 * package.
 */
export function createTestClient({
  app,
  clock,
  address = '192.0.2.1',
  terminalCode,
  signs = true,
  host = 'localhost',
}: ClientContext): TestClient {
  const cookies = new Map<string, string>()
  let realm: Realm = 'live'
  const sign = createGatewaySign({
    clock,
    random: { bytes: (length) => Uint8Array.from(randomBytes(length)) },
    configStorage: createMemoryStorage(),
    keyStorage: createMemoryAsyncStorage(),
    cookies: { get: (name) => cookies.get(name) ?? null },
    secureContext: true,
    profile: PROFILE,
    issuerCertificates: [testServerIdentity.issuerCertificatePem],
    fetchConfig: async () =>
      (await send('GET', '/v1/mix/config/gatewaySignConfig', { headers: {}, body: undefined }))
        .data,
  })

  async function send(
    method: 'GET' | 'POST',
    url: string,
    { headers, body: text, bytes }: Wire,
  ): Promise<Answer> {
    const body = bytes ?? text
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        host,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      ...(isJson ? response.json<Envelope>() : ({ data: response.body } as Envelope)),
      http: response.statusCode,
      headers: response.headers,
    }
  }

  async function call(
    method: 'GET' | 'POST',
    url: string,
    body: Record<string, unknown> | undefined,
    options: Call,
  ): Promise<Answer> {
    const path = url.replace(/\?.*$/, '')
    const tm = String(clock.now())
    const traceId = `w${tm}${randomBytes(6).toString('hex').slice(1)}`
    const prepared =
      options.bare?.({ tm, traceId }) ??
      (body && signs ? await sign.prepareBody({ path, tm, traceId, body }) : body)
    const text = prepared && JSON.stringify(prepared)
    const signature = signs ? await sign.sign({ method, path, tm, traceId, body: text ?? '' }) : {}
    const headers = {
      tm,
      'trace-id': traceId,
      'x-realm': options.realm ?? realm,
      terminalcode: terminalCode,
      ...signature,
      ...options.headers,
    }
    const wire = {
      headers: Object.fromEntries(
        Object.entries(headers).filter(
          (entry): entry is [string, string] => entry[1] !== undefined,
        ),
      ),
      body: text,
    }
    const answer = await send(method, url, options.tamper ? options.tamper(wire) : wire)
    if (answer.code === '0' && signs) await sign.afterLogin({ path, data: answer.data })
    const switched = (answer.data as { realm?: Realm } | null)?.realm
    if (answer.code === '0' && switched) realm = switched
    return answer
  }

  const client: TestClient = {
    cookies,
    sign,
    get: (path, options = {}) => call('GET', path, undefined, options),
    post: (path, body = {}, options = {}) => call('POST', path, { ...body }, options),
    async solveCaptcha(scene, fields = {}) {
      const { bizId, geetestId } = (
        await client.post('/v1/security/policy/captcha/get-captcha-id', { scene, ...fields })
      ).data as { bizId: string; geetestId: string }
      const lot = (await client.post('/v1/captcha/reference/load', { captchaId: geetestId }))
        .data as { lotNumber: string; work: Challenge }
      const solution = await solveChallenge({ challenge: lot.work, deriveKey })
      const { pass } = (
        await client.post('/v1/captcha/reference/verify', {
          lotNumber: lot.lotNumber,
          work: { counter: solution?.counter, derivedKey: solution?.derivedKey },
        })
      ).data as { pass: object }
      const checked = await client.post('/v1/security/policy/captcha/check-captcha', {
        captchaType: 3,
        captchaValidate: Buffer.from(JSON.stringify(pass)).toString('base64'),
        scene,
        bizId,
      })
      if (checked.code !== '00000')
        throw new Error(`The captcha was refused: ${checked.code} ${checked.msg}`)
      return bizId
    },
    async code(to, scene) {
      const letters = (await client.get(`/v1/dev/mailbox?to=${encodeURIComponent(to)}`)).data as {
        scene: string
        code: string
      }[]
      const letter = letters.find((candidate) => scene === undefined || candidate.scene === scene)
      if (!letter) throw new Error(`No code for ${to}`)
      return letter.code
    },
    login: ({ loginName, password, fields = {} }) =>
      client.post('/v1/user/login', { loginName, pwd: password, ...fields }),
    async register(email, { password = PASSWORD, fields = {} } = {}) {
      const bizId = await client.solveCaptcha('register')
      await client.post('/v1/user/message/sendCode', { scene: 'register', email, bizId })
      return client.post('/v1/user/register/email', {
        email,
        emailCode: await client.code(email, 'register'),
        pwd: password,
        bizId,
        ...fields,
      })
    },
  }
  return client
}
