import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Call, TestClient, Wire } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { encryptFields } from '../../testing/encryptFields.ts'

const USERINFO = '/v1/user/overview/userinfo'
const PLACE = '/v1/spot/order/place'
const OPEN = '/v1/spot/order/open'
const DAY_MS = 86_400_000

let gateway: TestGateway
let client: TestClient
let price = ''
let orders = 0

beforeAll(async () => {
  gateway = await createTestGateway()
  client = gateway.client()
  await client.register('verdict@example.com')
  await client.post('/v1/user/sub-account/switchTradeDemo')
  const tickers = (await client.get('/v1/spot/public/tickers')).data as {
    symbol: string
    last: string
  }[]
  price = (Number(tickers.find(({ symbol }) => symbol === 'BTCUSDT')?.last) * 0.9).toFixed(2)
})
afterAll(() => gateway.stop())

const openOrders = async () => ((await client.get(OPEN)).data as { items: unknown[] }).items.length
const place = (call: Call = {}, body: Record<string, unknown> = {}) =>
  client.post(
    PLACE,
    {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      price,
      size: '0.01',
      clientOid: `verdict-${orders++}`,
      ...body,
    },
    call,
  )
const header = (name: string, value: string | undefined): Call => ({ headers: { [name]: value } })
const withHeader = (name: string, value: (old: string) => string): Call => ({
  tamper: ({ headers, body }) => ({
    headers: { ...headers, [name]: value(headers[name] ?? '') },
    body,
  }),
})

describe('the verdicts on signed requests, and nothing happens (wire 7)', () => {
  let before = 0
  beforeEach(async () => void (before = await openOrders()))
  afterEach(async () => expect(await openOrders()).toBe(before))

  const refusals: readonly [row: string, call: () => Call, code: string][] = [
    ['row 1 without device-sign', () => header('device-sign', undefined), '00020'],
    ['row 1 without device-sign-mode', () => header('device-sign-mode', undefined), '00020'],
    [
      'row 1 without device-sign-data-md5',
      () => header('device-sign-data-md5', undefined),
      '00020',
    ],
    ['row 1 without device-sign-key', () => header('device-sign-key', undefined), '00020'],
    ['row 1 without tm', () => header('tm', undefined), '00020'],
    ['row 1 without trace-id', () => header('trace-id', undefined), '00020'],
    ['row 1 with a tm of 12 digits', () => withHeader('tm', (tm) => tm.slice(1)), '00020'],
    [
      'row 1 with a trace id in upper case',
      () => withHeader('trace-id', (id) => `${id.slice(0, 24)}F`),
      '00020',
    ],
    [
      'row 1 with a trace id of another time',
      () => withHeader('trace-id', (id) => id.replace(/^w\d{13}/, 'w1732238512345')),
      '00020',
    ],
    ['row 1 with a key id that is no MD5', () => header('device-sign-key', 'key'), '00020'],
    ['row 1 with a signature that is no base64', () => header('device-sign', '!!!'), '00020'],
    ['row 2 with mode 1 where 2 is due', () => header('device-sign-mode', '1'), '00021'],
    ['row 2 with an unknown mode', () => header('device-sign-mode', '7'), '00021'],
    [
      'row 4 with a tampered body',
      () => ({ tamper: ({ headers, body }) => ({ headers, body: body?.replace('0.01', '9.01') }) }),
      '00021',
    ],
    [
      'row 4 with a body that is no JSON any more',
      () => ({ tamper: ({ headers }) => ({ headers, body: '{' }) }),
      '00021',
    ],
    [
      'row 5 with a tampered body whose MD5 was computed again',
      () => ({ tamper: forgeMd5 }),
      '00023',
    ],
    ['row 5 with an unknown key id', () => header('device-sign-key', '0'.repeat(32)), '00023'],
  ]

  it.each(refusals)('%s: %s', async (_, call, code) => {
    const answer = await place(call())
    expect(answer).toMatchObject({ http: 200, code, status: 'error', data: null })
    expect(answer.headers['gw-sign-error']).toBe(code)
    expect(answer.headers['request-time']).toBe(String(gateway.clock.now()))
    expect(answer.headers['access-control-expose-headers']).toContain('gw-sign-error')
  })

  it.each([61_000, -61_000])(
    'row 3: a request stamped %d ms from now is expired',
    async (shift) => {
      const answer = await place({ tamper: (wire) => (gateway.clock.jump(shift), wire) })
      gateway.clock.jump(-shift)
      expect(answer.code).toBe('00022')
    },
  )

  it('row 5: the key of another user signs nothing', async () => {
    const other = gateway.client()
    await other.register('verdict-other@example.com')
    const answer = await place({
      tamper: ({ headers, body }) => ({
        headers: {
          ...headers,
          cookie: [...other.cookies].map((pair) => pair.join('=')).join('; '),
          'x-realm': 'live',
        },
        body,
      }),
    })
    expect(answer.code).toBe('00023')
  })
})

describe('replays (wire 7)', () => {
  it('refuses a repeated request by row 6, so that one order remains', async () => {
    let sent: Wire | undefined
    expect(await place({ tamper: (wire) => (sent = wire) })).toMatchObject({ code: '0' })
    const before = await openOrders()
    expect(await place({ tamper: () => sent! })).toMatchObject({ code: '00022' })
    expect(await openOrders()).toBe(before)
  })

  it('checks row 6 last, so forgeries do not use up trace ids', async () => {
    let honest: Wire | undefined
    const forged = await place({
      tamper: (wire) => (
        (honest = wire),
        { headers: { ...wire.headers, 'device-sign': 'AAAA' }, body: wire.body }
      ),
    })
    expect(forged.code).toBe('00023')
    expect(await place({ tamper: () => honest! })).toMatchObject({ code: '0' })
  })
})

describe('row 0: sessions (wire 7)', () => {
  it.each([USERINFO, OPEN])(
    '%s without a session answers 401 before it looks at the signature',
    async (path) => {
      const guest = gateway.client({ signs: false })
      expect(await guest.get(path)).toMatchObject({
        http: 200,
        code: '401',
        msg: 'Please login to visit',
      })
    },
  )

  it.each(['nonsense', 'A'.repeat(43)])(
    'a cookie that opens nothing (%s) is no session',
    async (secret) => {
      const guest = gateway.client({ signs: false })
      guest.cookies.set('__Host-session', secret)
      expect(await guest.get(USERINFO)).toMatchObject({ code: '401' })
    },
  )

  it('an expired session answers 20906', async () => {
    const late = gateway.client()
    await late.register('late@example.com')
    gateway.clock.jump(DAY_MS)
    const answer = await late.get(USERINFO)
    gateway.clock.jump(-DAY_MS)
    expect(answer).toMatchObject({
      http: 200,
      code: '20906',
      msg: 'Login expired, please log in again',
    })
  })

  it('a session that another log-in replaced answers 20205', async () => {
    const first = gateway.client()
    await first.register('replaced@example.com')
    const old = first.cookies.get('__Host-session')!
    await first.login({ loginName: 'replaced@example.com', password: 'correct horse 7' })
    const ghost = gateway.client({ signs: false })
    ghost.cookies.set('__Host-session', old)
    expect(await ghost.get(USERINFO)).toMatchObject({ http: 200, code: '20205' })
  })
})

describe('x-realm (wire 1b)', () => {
  it.each(['live', undefined, 'PAPER'])(
    '%s on a paper session answers 40901 and places nothing',
    async (realm) => {
      const before = await openOrders()
      expect(await place(header('x-realm', realm))).toMatchObject({ http: 200, code: '40901' })
      expect(await openOrders()).toBe(before)
    },
  )
})

describe('a session without a bound key (wire 8)', () => {
  it('may not call what has to be signed', async () => {
    const plain = gateway.client({ signs: false })
    const answer = await plain.post('/v1/user/login', {
      bodyCiphertext: encryptFields({ loginName: 'verdict@example.com', pwd: 'correct horse 7' }),
    })
    expect(answer.code).toBe('0')
    const keyed = await client.get(USERINFO, {
      tamper: ({ headers, body }) => ({
        headers: { ...headers, cookie: `__Host-session=${plain.cookies.get('__Host-session')}` },
        body,
      }),
    })
    expect(keyed.code).toBe('00023')
  })
})

/** What an attacker without the key can do: repair the diagnostic header. */
function forgeMd5({ headers, body }: Wire): Wire {
  const forged = body?.replace('0.01', '9.01')
  const text = [PLACE, headers['tm']?.slice(0, 8), headers['trace-id'], forged].join('\n')
  return {
    headers: { ...headers, 'device-sign-data-md5': createHash('md5').update(text).digest('hex') },
    body: forged,
  }
}
