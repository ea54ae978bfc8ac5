import { createHmac, createSecretKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKeyClient, type ApiKeyClient } from '../../testing/createApiKeyClient.ts'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../testing/createTestGateway.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { derivedSecret } from '../../platform/signing/derivedSecret.ts'
import { testIdentity } from '../../testing/testIdentity.ts'
import { createApiKeys } from '../api-keys/module.ts'
import { createDispatcher } from './createDispatcher.ts'
import { isSignedBy, splitSignature } from './signing.ts'

const COUNTED = {
  method: 'GET',
  path: '/api/v3/counted',
  summary: '',
  pool: 'spot',
  weight: 0,
  security: 'signed',
  permission: 'read',
} as const
const NO_ORDERS = { tenSeconds: 0, day: 0 }

let gateway: TestGateway
let user: NewUser
let bot: ApiKeyClient
beforeAll(async () => {
  gateway = await createTestGateway()
  user = await gateway.newUser()
  bot = await createApiKeyClient(gateway, { userId: user.userId })
}, 600_000)
afterAll(() => gateway.stop())

const code = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: number }).code,
]
const ACCOUNT = '/api/v3/account'

describe('signed calls', () => {
  it('takes parameters in the query, in the body and in both', async () => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quoteOrderQty: 10 }
    const test = '/api/v3/order/test'
    expect((await bot.signed('POST', test, order)).status).toBe(200)
    expect((await bot.signed('POST', test, order, { inBody: true })).status).toBe(200)
    const timestamp = gateway.clock.now()
    const [query, body] = [
      'symbol=BTCUSDT&side=BUY',
      `type=MARKET&quoteOrderQty=10&timestamp=${timestamp}`,
    ]
    const response = await gateway.app.inject({
      method: 'POST',
      url: `${test}?${query}`,
      headers: { host: 'localhost', 'x-mbx-apikey': bot.key.apiKey },
      payload: `${body}&signature=${bot.sign(query + body)}`,
    })
    expect([response.statusCode, response.json()]).toEqual([200, {}])
  })

  it('takes the time in milliseconds or microseconds', async () => {
    const now = gateway.clock.now()
    expect((await bot.signed('GET', ACCOUNT, {}, { timestamp: now * 1_000 })).status).toBe(200)
  })

  it.each([
    [-5_001, {}, -1021],
    [1_000, {}, -1021],
    [-5_000, {}, undefined],
    [999, {}, undefined],
    [-50_000, { recvWindow: 60_000 }, undefined],
    [0, { recvWindow: 60_001 }, -1131],
    [0, { recvWindow: 'x' }, -1102],
  ])('judges a clock that is %i ms off, with %j', async (off, fields, expected) => {
    const answer = await bot.signed('GET', ACCOUNT, fields, {
      timestamp: gateway.clock.now() + off,
    })
    expect(code(answer)).toEqual([expected === undefined ? 200 : 400, expected])
  })

  it('refuses another signature, an unknown key and a malformed one', async () => {
    const signature = 'a'.repeat(64)
    expect(code(await bot.signed('GET', ACCOUNT, {}, { signature }))).toEqual([400, -1022])
    expect(code(await bot.signed('GET', ACCOUNT, {}, { signature: 'x' }))).toEqual([400, -1022])
    expect(code(await bot.signed('GET', ACCOUNT, {}, { apiKey: 'A'.repeat(64) }))).toEqual([
      401, -2015,
    ])
    expect(code(await bot.signed('GET', ACCOUNT, {}, { apiKey: 'short' }))).toEqual([401, -2014])
    const { body } = await bot.open(ACCOUNT, { timestamp: gateway.clock.now() })
    expect(body).toMatchObject({ code: -2014 })
  })

  it('refuses what the key has no permission, address or symbol for', async () => {
    const { userId } = user
    const reader = await createApiKeyClient(gateway, { userId, permissions: ['read'] })
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quoteOrderQty: 10 }
    expect(code(await reader.signed('POST', '/api/v3/order', order))).toEqual([401, -2015])
    const bound = await createApiKeyClient(gateway, { userId, addresses: ['203.0.113.0/24'] })
    expect(code(await bound.signed('GET', ACCOUNT))).toEqual([401, -2015])
    expect(code(await bound.signed('GET', ACCOUNT, {}, { address: '203.0.113.9' }))[0]).toBe(200)
    const narrow = await createApiKeyClient(gateway, { userId, symbols: ['ETHUSDT'] })
    expect(code(await narrow.signed('POST', '/api/v3/order', order))).toEqual([401, -2015])
    expect(
      (await narrow.signed('POST', '/api/v3/order/test', { ...order, symbol: 'ETHUSDT' })).status,
    ).toBe(200)
  })

  it('refuses the keys of a frozen account within two seconds', async () => {
    const { userId } = await gateway.newUser()
    const own = await createApiKeyClient(gateway, { userId })
    expect((await own.signed('GET', ACCOUNT)).status).toBe(200)
    await gateway.db.query("update users set status = 'frozen' where id = $1", [userId])
    gateway.leap(2_001)
    expect(code(await own.signed('GET', ACCOUNT))).toEqual([401, -2015])
  })

  it('refuses a key after its end', async () => {
    const { userId } = await gateway.newUser()
    const own = await createApiKeyClient(gateway, { userId })
    gateway.leap(90 * 86_400_000)
    expect(code(await own.signed('GET', ACCOUNT))).toEqual([401, -2015])
  })

  it('keeps accounts and realms apart', async () => {
    const live = await createApiKeyClient(gateway, { userId: user.userId, realm: 'live' })
    const other = await createApiKeyClient(gateway, { userId: (await gateway.newUser()).userId })
    const own = await createApiKeyClient(gateway, { userId: user.userId })
    const { body } = await own.signed('POST', '/api/v3/order', {
      symbol: 'BTCUSDT',
      side: 'BUY',
      type: 'STOP_LOSS',
      quantity: '0.01',
      trailingDelta: 100,
    })
    const query = { symbol: 'BTCUSDT', orderId: (body as { orderId: number }).orderId }
    for (const client of [live, other]) {
      expect(code(await client.signed('GET', '/api/v3/order', query))).toEqual([400, -2013])
      expect(code(await client.signed('DELETE', '/api/v3/order', query))).toEqual([400, -2011])
      expect((await client.signed('GET', '/api/v3/openOrders')).body).toEqual([])
    }
  })

  it('takes as much work to refuse a known key as another', async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const keys = createApiKeys({
      db: gateway.db,
      clock: gateway.clock,
      random: nodeRandom(),
      sealKey: derivedSecret(testIdentity, 'api-keys'),
    })
    // Its signatures are dear to verify, and it may be used from elsewhere alone.
    const { key } = await keys.create({
      userId: user.userId,
      realm: 'paper',
      label: 'Elsewhere',
      kind: 'ed25519',
      publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
      permissions: ['read'],
      addresses: ['203.0.113.0/24'],
      symbols: [],
    })
    const dispatcher = createDispatcher({
      routes: [{ ...COUNTED, handler: () => ({}) }],
      apiKeys: keys,
      clock: gateway.clock,
      log: silentLog,
      limits: {
        takeWeight: () => 0,
        takeOrder: () => NO_ORDERS,
        orders: () => NO_ORDERS,
        allowed: () => NO_ORDERS,
      },
    })
    const refuse = async (apiKey: string) => {
      const query = `timestamp=${gateway.clock.now()}&signature=${'A'.repeat(86)}%3D%3D`
      const request = { method: 'GET', path: COUNTED.path, query, body: '', address: '192.0.2.1' }
      const before = process.threadCpuUsage()
      for (let call = 0; call < 50; call++)
        expect(await dispatcher.answer({ ...request, apiKey })).toMatchObject({ status: 401 })
      const { user: used, system } = process.threadCpuUsage(before)
      return used + system
    }
    await refuse(key.apiKey)
    await refuse('A'.repeat(64))
    const work = { known: 0, unknown: 0 }
    // In turn, and until there is enough of both for a clock that counts in steps of 10 ms.
    for (let round = 0; round < 20 || Math.max(work.known, work.unknown) < 400_000; round++) {
      work.known += await refuse(key.apiKey)
      work.unknown += await refuse('A'.repeat(64))
    }
    const ratio = work.known / work.unknown
    // With its signature verified it would be 2.5.
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  it('runs what is sent a second time only where it is new', async () => {
    const fields = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quoteOrderQty: 100 }
    const own = await createApiKeyClient(gateway, { userId: (await gateway.newUser()).userId })
    const timestamp = gateway.clock.now()
    const order = { ...fields, newClientOrderId: 'replayed' }
    const [first, second] = [
      await own.signed('POST', '/api/v3/order', order, { timestamp }),
      await own.signed('POST', '/api/v3/order', order, { timestamp }),
    ]
    expect([first.status, code(second)]).toEqual([200, [400, -2010]])
    // After the window nothing of it is taken at all.
    gateway.leap(5_001)
    expect(code(await own.signed('POST', '/api/v3/order', order, { timestamp }))).toEqual([
      400, -1021,
    ])
  })

  it('verifies Ed25519 and RSA signatures over the text as sent', () => {
    const text = splitSignature('a=%20b&c=%e9', 'd=1&signature=QUJD%3D')
    expect(text).toEqual({ payload: 'a=%20b&c=%e9d=1', signature: 'QUJD=' })
    for (const kind of ['ed25519', 'rsa'] as const) {
      const { publicKey, privateKey } =
        kind === 'rsa'
          ? generateKeyPairSync('rsa', { modulusLength: 2048 })
          : generateKeyPairSync('ed25519', {})
      const digest = kind === 'rsa' ? 'sha256' : null
      const signature = sign(digest, Buffer.from(text.payload), privateKey).toString('base64')
      const proof = { kind, publicKey }
      expect(isSignedBy(proof, { ...text, signature })).toBe(true)
      expect(isSignedBy(proof, { payload: `${text.payload}&`, signature })).toBe(false)
    }
  })

  it('verifies an HMAC in either case, and of no other secret', () => {
    const payload = 'symbol=BTCUSDT&timestamp=1'
    const signature = createHmac('sha256', 'Secret1').update(payload).digest('hex')
    const proofOf = (secret: string) =>
      ({ kind: 'hmac', secret: createSecretKey(secret, 'utf8') }) as const
    const verdicts = [
      isSignedBy(proofOf('Secret1'), { payload, signature }),
      isSignedBy(proofOf('Secret1'), { payload, signature: signature.toUpperCase() }),
      isSignedBy(proofOf('Secret2'), { payload, signature }),
      isSignedBy(proofOf('Secret1'), { payload, signature: signature.slice(2) }),
      isSignedBy(undefined, { payload, signature }),
    ]
    expect(verdicts).toEqual([true, true, false, false, false])
  })

  it('needs the signature last', async () => {
    const payload = `timestamp=${gateway.clock.now()}`
    const response = await gateway.app.inject({
      method: 'GET',
      url: `${ACCOUNT}?signature=${bot.sign(payload)}&${payload}`,
      headers: { host: 'localhost', 'x-mbx-apikey': bot.key.apiKey },
    })
    expect(response.json()).toMatchObject({ code: -1102 })
  })
})

describe('limits', () => {
  it('refuses an address over its weight, then bans it', async () => {
    const address = '198.51.100.77'
    const own = await createApiKeyClient(gateway, { userId: user.userId, address })
    const statuses = []
    for (let calls = 0; calls < 120; calls++)
      statuses.push((await own.open('/api/v3/ticker/24hr')).status)
    expect([...new Set(statuses)]).toEqual([200, 429, 418])
    expect(statuses.indexOf(429)).toBe(75)
    const refused = await own.open('/api/v3/ping')
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([418, 120])
    gateway.leap(121_000)
    expect((await own.open('/api/v3/ping')).status).toBe(200)
  })
})
