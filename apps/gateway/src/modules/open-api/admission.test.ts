import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { silentLog, type Log } from '../../platform/log/Log.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import type { LiveKey } from '../api-keys/module.ts'
import { DEFAULT_ORDER_LIMITS } from '../trading/orderLimits.ts'
import { createDispatcher, type DialectRequest } from './createDispatcher.ts'
import type { Caller, DialectRoute } from './dialectRoute.ts'
import { DialectError } from './errors.ts'
import { createLimits } from './limits.ts'
import { sampleKey, signSample } from './testing/sampleKey.ts'

const NOW = Date.UTC(2026, 0, 5, 12)
const PATH = '/api/v3/account'
const BASE: DialectRoute = {
  method: 'GET',
  path: PATH,
  summary: '',
  pool: 'spot',
  weight: 20,
  security: 'signed',
  permission: 'read',
  handler: () => ({ is: 'answered' }),
}

/** A dispatcher of one route, with a key; `callers`: who was admitted, `touched`: whose key. */
function open(
  route: Partial<DialectRoute> = {},
  key: LiveKey | undefined = sampleKey(),
  log = silentLog,
) {
  const clock = createManualClock(NOW)
  const callers: Caller[] = []
  const touched: string[] = []
  const { handler = BASE.handler } = route
  const { answer } = createDispatcher({
    routes: [
      {
        ...BASE,
        ...route,
        handler(call) {
          if ((route.security ?? 'signed') !== 'none') callers.push(call.caller())
          return handler(call)
        },
      },
    ],
    apiKeys: {
      find: async (apiKey) => (apiKey === key?.apiKey ? key : undefined),
      touch: ({ apiKey }, { address }) => void touched.push(`${apiKey.slice(0, 1)} ${address}`),
    },
    limits: createLimits({
      clock,
      store: createMemoryTtlStore({ clock }),
      orderLimits: DEFAULT_ORDER_LIMITS,
    }),
    clock,
    log,
  })
  const send = (query: string, more: Partial<DialectRequest> = {}) =>
    answer({
      method: BASE.method,
      path: PATH,
      query,
      body: '',
      apiKey: key?.apiKey,
      address: '192.0.2.7',
      ...more,
    })
  const signed = (fields = '', more: Partial<DialectRequest> = {}) => {
    const payload = `${fields}${fields && '&'}timestamp=${clock.now()}`
    return send(`${payload}&signature=${signSample(payload)}`, more)
  }
  return { clock, callers, touched, send, signed }
}
type Answer = Awaited<ReturnType<ReturnType<typeof open>['send']>>
const refused = ({ status, body }: Answer) => [status, (body as { code?: number }).code]
const OK = [200, undefined]

describe('who is admitted', () => {
  it('is the account and the realm of the key', async () => {
    const { signed, callers, touched } = open()
    expect(await signed()).toMatchObject({ status: 200, body: { is: 'answered' } })
    expect(callers[0]?.session).toEqual({
      sessionId: `api-key:${'k'.repeat(64)}`,
      userId: '7',
      realm: 'live',
      roles: ['trader'],
      keyId: `api-key:${'k'.repeat(64)}`,
    })
    expect(touched).toEqual(['k 192.0.2.7'])
  })

  it('is a sub-account with its holder', async () => {
    const { signed, callers } = open({}, sampleKey({ userId: '9', holder: '7' }))
    await signed()
    expect(callers[0]?.session).toMatchObject({ userId: '9', holder: '7', roles: ['sub-account'] })
  })

  it.each([
    [undefined, -2014],
    ['', -2014],
    ['k'.repeat(63), -2014],
    ['k'.repeat(65), -2014],
    [`${'k'.repeat(63)}-`, -2014],
    [`${'k'.repeat(64)}\n`, -2014],
    ['x'.repeat(64), -2015],
  ])('is nobody with the key %j: %i', async (apiKey, code) => {
    const { signed, callers, touched } = open()
    expect(refused(await signed('', { apiKey }))).toEqual([401, code])
    expect([callers, touched]).toEqual([[], []])
  })

  it('is nobody from an address that the key does not allow', async () => {
    const key = sampleKey({ allows: (address) => address === '192.0.2.8' })
    const { signed, touched } = open({}, key)
    expect(refused(await signed())).toEqual([401, -2015])
    expect(refused(await signed('', { address: '192.0.2.8' }))).toEqual(OK)
    expect(touched).toEqual(['k 192.0.2.8'])
  })

  it('is nobody without the permission of the call', async () => {
    const reader = sampleKey({ permissions: new Set(['read']) })
    expect(refused(await open({ permission: 'spot' }, reader).signed())).toEqual([401, -2015])
    expect(refused(await open({ permission: 'read' }, reader).signed())).toEqual(OK)
  })

  it('needs no key for what is public', async () => {
    const { send, callers } = open({ security: 'none' })
    expect(refused(await send('', { apiKey: undefined }))).toEqual(OK)
    expect(callers).toEqual([])
  })

  it('needs the key alone for a listen key', async () => {
    const { send, callers, touched } = open({ security: 'key' })
    expect(refused(await send(''))).toEqual(OK)
    expect([callers.length, touched.length]).toEqual([1, 1])
    expect(refused(await send('', { apiKey: undefined }))).toEqual([401, -2014])
    expect(refused(await send('', { apiKey: 'x'.repeat(64) }))).toEqual([401, -2015])
  })

  it('cannot ask who calls on a public route', async () => {
    const { send } = open({ security: 'none', handler: ({ caller }) => caller() })
    expect(refused(await send(''))).toEqual([401, -2014])
  })
})

describe('when and how a call is signed', () => {
  it.each([
    ['', -1102],
    ['timestamp=1', -1102],
    ['timestamp=', -1105],
    [`timestamp=${NOW}.5`, -1102],
    [`timestamp=-${NOW}`, -1102],
    [`timestamp=${NOW}`, -1102],
    [`timestamp=${NOW}&signature=`, -1102],
    [`timestamp=${NOW}&signature=%zz`, -1100],
    [`timestamp=${NOW}&signature=${'0'.repeat(64)}`, -1022],
    [`timestamp=${NOW}&signature=${'0'.repeat(63)}`, -1022],
    [`timestamp=${NOW}&signature=${'0'.repeat(128)}`, -1022],
    [`timestamp=${NOW}&signature=é`, -1022],
  ])('is refused as %j by %i', async (query, code) => {
    expect(refused(await open().send(query))).toEqual([400, code])
  })

  it.each([
    ['recvWindow=60000', OK],
    ['recvWindow=60001', [400, -1131]],
    ['recvWindow=60000.001', [400, -1131]],
    ['recvWindow=0', OK],
    ['recvWindow=-1', [400, -1102]],
    ['recvWindow=1e3', [400, -1102]],
    ['recvWindow=', [400, -1105]],
  ])('takes or refuses %s', async (fields, expected) => {
    expect(refused(await open().signed(fields))).toEqual(expected)
  })

  it('counts the window to the millisecond', async () => {
    const judged = async (age: number, recvWindow: string) => {
      const { send } = open()
      const payload = `timestamp=${NOW - age}${recvWindow}`
      return refused(await send(`${payload}&signature=${signSample(payload)}`))
    }
    expect(await judged(5_000, '')).toEqual(OK)
    expect(await judged(5_001, '')).toEqual([400, -1021])
    expect(await judged(7, '&recvWindow=7')).toEqual(OK)
    expect(await judged(8, '&recvWindow=7')).toEqual([400, -1021])
    expect(await judged(-999, '')).toEqual(OK)
    expect(await judged(-1_000, '')).toEqual([400, -1021])
  })

  it('reads sixteen digits as microseconds', async () => {
    const { send } = open()
    const payload = `timestamp=${NOW}123`
    expect(refused(await send(`${payload}&signature=${signSample(payload)}`))).toEqual(OK)
    const old = `timestamp=${NOW - 5_001}999`
    expect(refused(await send(`${old}&signature=${signSample(old)}`))).toEqual([400, -1021])
  })

  it('signs what was sent, letter by letter', async () => {
    const { send } = open()
    const payload = `note=a%20b%2fc&timestamp=${NOW}`
    const signature = signSample(payload)
    expect(refused(await send(`${payload}&signature=${signature}`))).toEqual(OK)
    const same = payload.replace('%2f', '%2F')
    expect(refused(await send(`${same}&signature=${signature}`))).toEqual([400, -1022])
  })

  it('takes the value of the query where the body has it too', async () => {
    const { send } = open({ handler: ({ params }) => ({ a: params.text('a') }) })
    const [query, body] = [`a=1&timestamp=${NOW}`, 'a=2']
    const answer = await send(query, { body: `${body}&signature=${signSample(query + body)}` })
    expect(answer).toMatchObject({ status: 200, body: { a: '1' } })
  })

  it('refuses a parameter that is in the query twice', async () => {
    expect(refused(await open().signed('a=1&a=2'))).toEqual([400, -1101])
  })

  it('checks the time again when the handler is about to act', async () => {
    const { clock, signed } = open({
      async handler({ caller }) {
        const { assertInTime } = caller()
        assertInTime()
        clock.jump(5_001)
        assertInTime()
      },
    })
    expect(refused(await signed())).toEqual([400, -1021])
  })

  it('says nothing of the signature to who may not use the key', async () => {
    const { send } = open({}, sampleKey({ allows: () => false }))
    expect(refused(await send(`timestamp=1&signature=0`))).toEqual([400, -1102])
    const late = `timestamp=${NOW - 9_000}&signature=${'0'.repeat(64)}`
    expect(refused(await send(late))).toEqual([401, -2015])
  })
})

describe('a key for some symbols', () => {
  const narrow = sampleKey({ symbols: new Set(['ETHUSDT']) })
  it.each([
    ['symbol=ETHUSDT', OK],
    ['symbol=BTCUSDT', [401, -2015]],
    ['symbol=ethusdt', [401, -2015]],
    ['', [401, -2015]],
    ['symbol=', [400, -1105]],
  ])('trades with %j or not', async (fields, expected) => {
    expect(refused(await open({ permission: 'spot' }, narrow).signed(fields))).toEqual(expected)
  })

  it('reads of every symbol', async () => {
    expect(refused(await open({ permission: 'read' }, narrow).signed('symbol=BTCUSDT'))).toEqual(OK)
  })

  it('moves no funds, which have no symbol', async () => {
    for (const permission of ['transfer', 'withdraw'] as const)
      expect(refused(await open({ permission }, narrow).signed('asset=BTC'))).toEqual([401, -2015])
  })

  it('leaves it to a call of several symbols to check each', async () => {
    const batch = open({ permission: 'futures', checksSymbols: true }, narrow)
    expect(refused(await batch.signed())).toEqual(OK)
  })
})

describe('what is counted of a call', () => {
  it.each([
    ['spot', { 'x-mbx-used-weight': '20', 'x-mbx-used-weight-1m': '20' }],
    ['futures', { 'x-mbx-used-weight-1m': '20' }],
    ['wallet', { 'x-sapi-used-ip-weight-1m': '20' }],
  ] as const)('is reported for %s in its own headers', async (pool, headers) => {
    expect((await open({ pool }).signed()).headers).toEqual(headers)
  })

  it('is its weight, also where it is refused', async () => {
    const { send, signed } = open()
    await send('nonsense')
    await send('a=1&a=2')
    expect((await signed()).headers['x-mbx-used-weight']).toBe('40')
  })

  it('is the weight that its parameters make', async () => {
    const { signed } = open({ weight: (params) => (params.has('symbol') ? 6 : 80) })
    expect((await signed('symbol=X')).headers['x-mbx-used-weight']).toBe('6')
    expect((await signed()).headers['x-mbx-used-weight']).toBe('86')
  })

  it('has each order of a call that places several', async () => {
    const { signed } = open({ isOrder: true, orders: () => 3 })
    await signed()
    expect((await signed()).headers).toMatchObject({
      'x-mbx-order-count-10s': '6',
      'x-mbx-order-count-1d': '6',
    })
  })

  it('has no order where nobody is admitted', async () => {
    const { send, signed } = open({ isOrder: true })
    await send(`timestamp=${NOW}&signature=${'0'.repeat(64)}`)
    expect((await signed()).headers['x-mbx-order-count-10s']).toBe('1')
  })

  it('is refused at the limit, and says when to come again', async () => {
    const { signed } = open({ isOrder: true, orders: () => 150 })
    expect((await signed()).status).toBe(200)
    const answer = await signed()
    expect([refused(answer), answer.headers]).toEqual([[429, -1015], { 'retry-after': '10' }])
  })
})

describe('what goes wrong in a handler', () => {
  const throwing = (error: unknown) => ({
    handler() {
      throw error
    },
  })

  it('is a refusal with its data', async () => {
    const error = new DialectError('REPLACE_FAILED', undefined, { data: { half: 1 } })
    expect(await open(throwing(error)).signed()).toMatchObject({
      status: 400,
      body: { code: -2022, msg: 'Order cancel-replace failed.', data: { half: 1 } },
    })
  })

  it('has the number of the family of the call', async () => {
    const error = new GatewayError('40201', 'why')
    expect(refused(await open({ pool: 'spot', ...throwing(error) }).signed())).toEqual([400, -2010])
    expect(refused(await open({ pool: 'futures', ...throwing(error) }).signed())).toEqual([
      400, -2019,
    ])
  })

  it('is logged and hidden where it is a fault', async () => {
    const logged: unknown[] = []
    const log: Log = { ...silentLog, error: (text, fields) => void logged.push([text, fields]) }
    const answer = await open(throwing(new RangeError('a detail')), sampleKey(), log).signed()
    expect([refused(answer), JSON.stringify(answer)]).toEqual([
      [503, -1001],
      expect.not.stringContaining('a detail'),
    ])
    expect(logged).toEqual([
      [
        'A call of the Open API failed',
        { path: PATH, error: expect.stringContaining('RangeError: a detail') },
      ],
    ])
  })

  it('is a call that there is not', async () => {
    const { send } = open()
    for (const request of [
      { method: 'POST' },
      { path: '/api/v3/Account' },
      { path: '/api/v3/account/' },
      { path: '/api/v3' },
    ])
      expect(refused(await send('', request))).toEqual([404, -1020])
  })
})
