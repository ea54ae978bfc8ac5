import { createHmac, randomBytes } from 'node:crypto'
import type { ApiKey, ApiKeyPermission, Realm } from '@x/api'
import { derivedSecret } from '../platform/signing/derivedSecret.ts'
import { nodeRandom } from '../platform/nodePorts.ts'
import { createApiKeys } from '../modules/api-keys/module.ts'
import type { TestGateway } from './createTestGateway.ts'
import { testIdentity } from './testIdentity.ts'

export interface DialectReply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // Tests look into answers of every shape.
  readonly body: unknown
}

export interface ApiKeyClient {
  readonly key: ApiKey
  readonly secret: string
  /** A call without a key. */
  open(path: string, params?: Fields): Promise<DialectReply>
  /** A signed call; parameters go into the query. */
  signed(method: Method, path: string, params?: Fields, change?: Change): Promise<DialectReply>
  /** The signature of a payload. */
  sign(payload: string): string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Fields = Readonly<Record<string, string | number>>
/** What is done to a request after, or instead of, signing it. */
export interface Change {
  readonly timestamp?: number
  readonly signature?: string
  readonly apiKey?: string
  readonly address?: string
  /** The parameters go into the body. */
  readonly inBody?: boolean
}

/** A program with an API key of its own, as it calls the dialect. */
export async function createApiKeyClient(
  gateway: TestGateway,
  {
    userId,
    realm = 'paper',
    permissions = ['read', 'spot', 'futures', 'transfer'],
    addresses = [],
    symbols = [],
    address = `198.19.${randomBytes(1)[0]}.${randomBytes(1)[0]}`,
  }: {
    readonly userId: string
    readonly realm?: Realm
    readonly permissions?: readonly ApiKeyPermission[]
    readonly addresses?: readonly string[]
    readonly symbols?: readonly string[]
    readonly address?: string
  },
): Promise<ApiKeyClient> {
  const keys = createApiKeys({
    db: gateway.db,
    clock: gateway.clock,
    random: nodeRandom(),
    sealKey: derivedSecret(testIdentity, 'api-keys'),
  })
  const { key, secret } = await keys.create({
    userId,
    realm,
    label: 'Test',
    kind: 'hmac',
    permissions,
    addresses,
    symbols,
  })
  const sign = (payload: string) =>
    createHmac('sha256', secret ?? '')
      .update(payload)
      .digest('hex')

  async function send(
    method: Method,
    url: string,
    { apiKey, from, body }: { apiKey?: string; from?: string | undefined; body?: string },
  ): Promise<DialectReply> {
    const response = await gateway.app.inject({
      method,
      url,
      remoteAddress: from ?? address,
      headers: {
        host: 'localhost',
        ...(apiKey === undefined ? {} : { 'x-mbx-apikey': apiKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { payload: body }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.json<unknown>(),
    }
  }

  return {
    key,
    secret: secret ?? '',
    sign,
    open: (path, params = {}) => send('GET', `${path}?${query(params)}`, {}),
    signed(method, path, params = {}, change = {}) {
      const timestamp = change.timestamp ?? gateway.clock.now()
      const payload = query({ ...params, timestamp })
      const text = `${payload}&signature=${change.signature ?? sign(payload)}`
      const apiKey = change.apiKey ?? key.apiKey
      return change.inBody
        ? send(method, path, { apiKey, from: change.address, body: text })
        : send(method, `${path}?${text}`, { apiKey, from: change.address })
    },
  }
}

function query(fields: Fields): string {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  ).toString()
}
