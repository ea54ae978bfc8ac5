import { listEndpoints } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestGateway,
  type NewUser,
  type TestGateway,
} from '../../testing/createTestGateway.ts'

let gateway: TestGateway
let ann: NewUser
let bob: NewUser
beforeAll(async () => {
  gateway = await createTestGateway()
  ann = await gateway.newUser()
  bob = await gateway.newUser()
  await gateway.clock.advance(2_000)
})
afterAll(() => gateway.stop())

/** What each write needs to get past its schema. */
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/v1/futures/account/leverage': { symbol: 'BTCUSDT', leverage: 10 },
  '/v1/futures/account/marginMode': { symbol: 'BTCUSDT', marginMode: 1 },
  '/v1/futures/account/positionMode': { positionMode: 2 },
  '/v1/futures/order/place': {
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'market',
    size: '0.01',
  },
  '/v1/futures/order/amend': { orderId: '1', price: '1' },
  '/v1/futures/order/cancel': { orderId: '1' },
  '/v1/futures/order/cancelAll': {},
  '/v1/futures/position/close': { symbol: 'BTCUSDT' },
  '/v1/futures/position/closeAll': {},
  '/v1/futures/position/reverse': { symbol: 'BTCUSDT' },
  '/v1/futures/position/exits': { symbol: 'BTCUSDT' },
  '/v1/futures/position/margin': { symbol: 'BTCUSDT', amount: '1' },
  '/v1/futures/position/autoMargin': { symbol: 'BTCUSDT', enabled: true },
  '/v1/asset/move': { from: 'spot', to: 'futures', asset: 'USDT', amount: '1', clientOid: 'a' },
}

/** What each read needs. */
const QUERIES: Readonly<Record<string, string>> = {
  '/v1/futures/order/detail': '?orderId=1',
  '/v1/futures/order/preview': '?symbol=BTCUSDT&side=buy&size=0.01',
  '/v1/futures/liquidation/detail': '?liquidationId=1',
}

const endpoints = listEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(({ path }) => path.startsWith('/v1/futures/') || path === '/v1/asset/move')
const privates = endpoints.filter(({ access }) => access === 'private')
const writes = privates.filter(({ method }) => method === 'POST')
const reads = privates.filter(({ method }) => method === 'GET')
const names = (list: typeof endpoints) => list.map(({ path }) => [path] as const)

const read = (user: Pick<NewUser, 'client'>, path: string, realm?: 'live' | 'paper') =>
  user.client.get(`${path}${QUERIES[path] ?? ''}`, realm ? { realm } : {})

describe('access to futures', () => {
  it('signs every private endpoint, writes with their body (wire 3)', () => {
    expect(reads.every(({ signing }) => signing === '1')).toBe(true)
    expect(writes.every(({ signing }) => signing === '2')).toBe(true)
    expect(writes.map(({ path }) => path).toSorted()).toEqual(Object.keys(BODIES).toSorted())
  })

  it.each(names(privates))('%s asks for a session (wire 7)', async (path) => {
    const guest = gateway.visitor({ signs: false })
    const { code } = BODIES[path]
      ? await guest.post(path, BODIES[path])
      : await read({ client: guest }, path)
    expect(code).toBe('401')
  })

  it.each(names(privates))('%s refuses the other realm (wire 1b)', async (path) => {
    const { code } = BODIES[path]
      ? await ann.client.post(path, BODIES[path], { realm: 'paper' })
      : await read(ann, path, 'paper')
    expect(code).toBe('40901')
  })

  it.each(names(writes))('%s refuses a body that was changed (wire 7)', async (path) => {
    const { code } = await ann.client.post(path, BODIES[path], {
      tamper: (wire) => ({ ...wire, body: `${wire.body?.slice(0, -1)},"more":1}` }),
    })
    expect(code).toBe('00021')
  })

  it.each(names(writes))('%s refuses a body that is no object (wire 10)', async (path) => {
    const { code, http } = await ann.client.post(path, { symbol: 7, amount: {}, orderId: [] })
    expect([code, http]).toEqual(path.endsWith('cancelAll') ? ['40010', 400] : ['40010', 400])
  })

  it.each(names(reads))(
    '%s shows an account without futures nothing (futures 11)',
    async (path) => {
      const { code, data } = await read(bob, path)
      if (path.endsWith('/detail')) return expect(code).toBe('40401')
      expect(code).toBe('0')
      const rows = (data as { readonly items?: readonly unknown[] }).items ?? data
      if (Array.isArray(rows)) expect(rows).toEqual([])
    },
  )
})

describe('accounts of others (futures 11)', () => {
  it('keeps orders, positions and records to their owner (futures 11)', async () => {
    await ann.client.post('/v1/user/sub-account/switchTradeDemo')
    await bob.client.post('/v1/user/sub-account/switchTradeDemo')
    for (const { client } of [ann, bob]) {
      const move = { ...BODIES['/v1/asset/move'], amount: '5000' }
      expect((await client.post('/v1/asset/move', move)).code).toBe('0')
    }
    const market = { ...BODIES['/v1/futures/order/place'], clientOid: 'open' }
    expect((await ann.client.post('/v1/futures/order/place', market)).code).toBe('0')
    const { data: tickers } = await ann.client.get('/v1/futures/public/tickers?symbol=BTCUSDT')
    const [{ markPrice = '0' } = {}] = tickers as readonly { readonly markPrice?: string }[]
    const price = (Number(markPrice) * 0.97).toFixed(1)
    const resting = { ...market, orderType: 'limit', price, clientOid: 'rest' }
    const { data } = await ann.client.post('/v1/futures/order/place', resting)
    const { orderId } = data as { readonly orderId: string }

    for (const [path, body] of [
      ['order/amend', { orderId, size: '0.02' }],
      ['order/cancel', { orderId }],
      ['order/cancel', { clientOid: 'rest' }],
    ] as const)
      expect((await bob.client.post(`/v1/futures/${path}`, body)).code).toBe('40401')
    expect((await bob.client.post('/v1/futures/position/close', { symbol: 'BTCUSDT' })).code).toBe(
      '40210',
    )
    const seen = async (user: NewUser, path: string) => {
      const answer = await user.client.get(`/v1/futures/${path}`)
      const { items = answer.data } = answer.data as { readonly items?: unknown }
      return (items as readonly unknown[]).length
    }
    for (const path of ['order/open', 'order/history', 'position/list'])
      expect([path, await seen(ann, path), await seen(bob, path)]).toEqual([path, 1, 0])
    // As many as there were prices in the book.
    expect(await seen(ann, 'order/fills')).toBeGreaterThan(0)
    expect(await seen(bob, 'order/fills')).toBe(0)
    const detail = await bob.client.get(`/v1/futures/order/detail?orderId=${orderId}`)
    expect(detail.code).toBe('40401')
    // The same clientOid is another key for another user.
    expect((await bob.client.post('/v1/futures/order/place', market)).code).toBe('0')
  })

  it('places once for a clientOid, from however many copies (futures 4)', async () => {
    const market = { ...BODIES['/v1/futures/order/place'], clientOid: 'copies' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ann.client.post('/v1/futures/order/place', market)),
    )
    expect(new Set(answers.map(({ data }) => (data as { orderId: string }).orderId)).size).toBe(1)
    const other = await ann.client.post('/v1/futures/order/place', { ...market, size: '0.02' })
    expect(other.code).toBe('40902')
  })

  it('takes no amount that is none (futures 11)', async () => {
    const codes = []
    for (const amount of [
      '1e3',
      '-1',
      '0',
      '0x10',
      ' 1',
      '1'.repeat(60),
      'Infinity',
      '0.000000001',
    ]) {
      const move = { ...BODIES['/v1/asset/move'], amount, clientOid: 'odd' }
      codes.push((await ann.client.post('/v1/asset/move', move)).code)
    }
    expect(new Set(codes)).toEqual(new Set(['40010']))
  })
})
