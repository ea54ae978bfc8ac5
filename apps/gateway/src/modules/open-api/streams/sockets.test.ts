import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { derivedSecret } from '../../../platform/signing/derivedSecret.ts'
import { nodeRandom } from '../../../platform/nodePorts.ts'
import { createApiKeyClient, type ApiKeyClient } from '../../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../../testing/createTestGateway.ts'
import { testIdentity } from '../../../testing/testIdentity.ts'
import { createApiKeys } from '../../api-keys/module.ts'

type Message = Readonly<Record<string, unknown>>

let gateway: TestGateway
let userId: string
let bot: ApiKeyClient
let port: number
const open: WebSocket[] = []
beforeAll(async () => {
  gateway = await createTestGateway()
  userId = (await gateway.newUser()).userId
  bot = await createApiKeyClient(gateway, { userId })
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  port = (gateway.app.server.address() as AddressInfo).port
  await gateway.clock.advance(3_000)
}, 600_000)
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => gateway.stop())

/** A socket with everything that it received. */
async function connect(path: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  open.push(socket)
  const messages: Message[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(String(data)) as Message))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  /** Waits for a message, and lets the market go on meanwhile. */
  const until = async (matches: (message: Message) => boolean) => {
    await expect
      .poll(
        async () => {
          await gateway.clock.advance(100)
          return messages.find(matches)
        },
        { interval: 5 },
      )
      .toBeDefined()
    return messages.find(matches) ?? {}
  }
  const send = (value: object) => socket.send(JSON.stringify(value))
  return { messages, closed, until, send }
}

const order = (fields: object = {}) => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'MARKET',
  quoteOrderQty: '100',
  ...fields,
})

describe('market streams', () => {
  it.each([
    ['btcusdt@trade', 'trade'],
    ['btcusdt@aggTrade', 'aggTrade'],
    ['btcusdt@kline_1m', 'kline'],
    ['btcusdt@miniTicker', '24hrMiniTicker'],
    ['btcusdt@ticker', '24hrTicker'],
    ['btcusdt@depth@100ms', 'depthUpdate'],
    ['btcusdt@avgPrice', 'avgPrice'],
  ])('shows %s under its own path', async (name, event) => {
    const { until } = await connect(`/ws/${name}`)
    expect(await until(({ e }) => e === event)).toMatchObject({ e: event, s: 'BTCUSDT' })
  })

  it.each([
    ['/fstream/ws/btcusdt@aggTrade', 'aggTrade'],
    ['/fstream/market/ws/btcusdt@kline_1m', 'kline'],
    ['/fstream/public/ws/btcusdt@depth@100ms', 'depthUpdate'],
    ['/fstream/ws/btcusdt@depth5', 'depthUpdate'],
    ['/fstream/ws/btcusdt@bookTicker', 'bookTicker'],
    ['/fstream/ws/btcusdt@markPrice@1s', 'markPriceUpdate'],
  ])('shows contracts at %s', async (path, event) => {
    const { until } = await connect(path)
    expect(await until(({ e }) => e === event)).toMatchObject({ e: event, s: 'BTCUSDT' })
  })

  it('numbers changes of contracts so that none can be missed', async () => {
    const { messages, until } = await connect('/fstream/ws/btcusdt@depth@100ms')
    await until(({ e }) => e === 'depthUpdate' && messages.length > 3)
    const updates = messages.filter(({ e }) => e === 'depthUpdate')
    for (const [at, { pu, U }] of updates.slice(1).entries())
      expect([pu, U]).toEqual([updates[at]?.['u'], Number(updates[at]?.['u']) + 1])
  })

  it('combines the prices of all contracts', async () => {
    const { until } = await connect('/fstream/stream?streams=!markPrice@arr@1s/!forceOrder@arr')
    const { data } = await until(({ stream }) => stream === '!markPrice@arr@1s')
    expect(data).toContainEqual(expect.objectContaining({ s: 'ETHUSDT', e: 'markPriceUpdate' }))
  })

  it('names each stream where several are combined', async () => {
    const { until } = await connect('/stream?streams=btcusdt@bookTicker/ethusdt@depth5/!ticker@arr')
    for (const name of ['btcusdt@bookTicker', 'ethusdt@depth5', '!ticker@arr'])
      expect(await until(({ stream }) => stream === name)).toMatchObject({
        data: expect.anything(),
      })
  })

  it('subscribes, lists and unsubscribes by messages', async () => {
    const { send, until } = await connect('/ws')
    send({ method: 'SUBSCRIBE', params: ['btcusdt@trade'], id: 1 })
    expect(await until(({ id }) => id === 1)).toEqual({ result: null, id: 1 })
    send({ method: 'LIST_SUBSCRIPTIONS', id: 2 })
    expect(await until(({ id }) => id === 2)).toMatchObject({ result: ['btcusdt@trade'] })
    send({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade'], id: 3 })
    await until(({ id }) => id === 3)
    send({ method: 'SUBSCRIBE', params: ['nope@trade'], id: 4 })
    expect(await until(({ id }) => id === 4)).toMatchObject({ error: { code: 2 } })
  })

  it('closes a socket for an unknown listen key', async () => {
    expect(await (await connect(`/ws/${'0'.repeat(60)}`)).closed).toBe(1008)
  })

  it.each(['nope@trade', 'btcusdt@kline_7m', 'btcusdt@depth7', '1'])(
    'subscribes to nothing for a socket named %s',
    async (name) => {
      const { send, until } = await connect(`/ws/${name}`)
      send({ method: 'LIST_SUBSCRIPTIONS', id: 1 })
      expect(await until(({ id }) => id === 1)).toMatchObject({ result: [] })
    },
  )

  it('closes a connection that sends more than five messages a second', async () => {
    const { send, closed } = await connect('/ws')
    for (let id = 0; id < 6; id++) send({ method: 'LIST_SUBSCRIPTIONS', id })
    expect(await closed).toBe(1008)
  })

  it('keeps a local book equal to ours by the documented rule', async () => {
    const { messages, until } = await connect('/ws/btcusdt@depth@100ms')
    await until(({ e }) => e === 'depthUpdate')
    const snapshot = await depth()
    const book = { bids: new Map(snapshot.bids), asks: new Map(snapshot.asks) }
    const enough = messages.length + 20
    while (messages.length < enough)
      await gateway.clock.advance(100).then(() => new Promise((done) => setImmediate(done)))
    const final = await depth()
    await until(({ u }) => Number(u) >= final.lastUpdateId)
    const updates = messages as unknown as Update[]
    const usable = updates.filter(({ u }) => u > snapshot.lastUpdateId)
    expect(usable[0]?.U).toBeLessThanOrEqual(snapshot.lastUpdateId + 1)
    usable.forEach(({ U, u, a, b }, at) => {
      if (at > 0) expect(U).toBe((usable[at - 1]?.u ?? 0) + 1)
      if (u > final.lastUpdateId) return
      for (const [side, levels] of [
        [book.bids, b],
        [book.asks, a],
      ] as const)
        for (const [price, size] of levels)
          if (Number(size) === 0) side.delete(price)
          else side.set(price, size)
    })
    const sorted = (side: Map<string, string>, sign: number) =>
      [...side].sort(([one], [other]) => sign * (Number(one) - Number(other))).slice(0, 100)
    expect(sorted(book.asks, 1)).toEqual(final.asks.slice(0, 100))
    expect(sorted(book.bids, -1)).toEqual(final.bids.slice(0, 100))
  })
})

interface Update {
  readonly U: number
  readonly u: number
  readonly a: readonly [string, string][]
  readonly b: readonly [string, string][]
}

async function depth() {
  const { body } = await bot.open('/api/v3/depth', { symbol: 'BTCUSDT', limit: 5_000 })
  return body as {
    lastUpdateId: number
    bids: [string, string][]
    asks: [string, string][]
  }
}

describe('user data', () => {
  it('reports an order and its balances by listen key', async () => {
    const listenKey = await listen()
    const { messages, until } = await connect(`/ws/${listenKey}`)
    await bot.signed('POST', '/api/v3/order', order({ newClientOrderId: 'by-key' }))
    await until(({ X }) => X === 'FILLED')
    expect(messages.filter(({ e }) => e === 'executionReport')[0]).toMatchObject({
      c: 'by-key',
      x: 'NEW',
      X: 'NEW',
    })
    expect(messages.find(({ x }) => x === 'TRADE')).toMatchObject({ s: 'BTCUSDT', N: 'BTC' })
    expect(await until(({ e }) => e === 'outboundAccountPosition')).toMatchObject({
      B: expect.arrayContaining([{ a: 'BTC', f: expect.any(String), l: '0' }]),
    })
  })

  it('reports a list of one order after another', async () => {
    const { messages, until } = await connect(`/ws/${await listen()}`)
    const { body } = await bot.open('/api/v3/ticker/price', { symbol: 'BTCUSDT' })
    const price = (share: number) => (Number((body as { price: string }).price) * share).toFixed(2)
    await bot.signed('POST', '/api/v3/orderList/oto', {
      symbol: 'BTCUSDT',
      listClientOrderId: 'chain',
      workingType: 'LIMIT_MAKER',
      workingSide: 'BUY',
      workingPrice: price(0.9),
      workingQuantity: '0.01',
      pendingType: 'STOP_LOSS',
      pendingSide: 'SELL',
      pendingQuantity: '0.01',
      pendingStopPrice: price(0.85),
    })
    expect(await until(({ e }) => e === 'listStatus')).toMatchObject({
      c: 'OTO',
      L: 'EXECUTING',
      C: 'chain',
      O: [{ c: 'chain' }, { c: 'chain-pending' }],
    })
    await bot.signed('DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' })
    await until(({ e, L }) => e === 'listStatus' && L === 'ALL_DONE')
    const reports = messages.filter(({ e, g }) => e === 'executionReport' && g !== -1)
    expect(reports.map(({ x, X }) => [x, X])).toEqual([
      ['NEW', 'NEW'],
      ['NEW', 'PENDING_NEW'],
      ['CANCELED', 'CANCELED'],
      ['CANCELED', 'CANCELED'],
    ])
  })

  it('reports an order, a position and balances of contracts by listen key', async () => {
    const { userId: id } = await fundedUser()
    const client = await createApiKeyClient(gateway, { userId: id })
    const { body } = await client.signed('POST', '/fapi/v1/listenKey')
    const { listenKey } = body as { listenKey: string }
    // The listen key of one product opens nothing of the other.
    expect(await (await connect(`/ws/${listenKey}`)).closed).toBe(1008)
    const { messages, until } = await connect(`/fstream/private/ws?listenKey=${listenKey}`)
    const terms = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' }
    await client.signed('POST', '/fapi/v1/order', { ...terms, newClientOrderId: 'contract' })
    const ofOrder = ({ o }: Message) => o as Message | undefined
    await until((message) => ofOrder(message)?.['X'] === 'FILLED')
    const reports = messages.map(ofOrder).filter((each) => each !== undefined)
    expect(reports.map(({ x, c }) => [x, c])).toEqual([
      ['NEW', 'contract'],
      ['TRADE', 'contract'],
    ])
    expect(await until(({ e }) => e === 'ACCOUNT_UPDATE')).toMatchObject({
      a: { m: 'ORDER', B: [{ a: 'USDT' }], P: [{ s: 'BTCUSDT', pa: '0.010', ps: 'BOTH' }] },
    })
    await client.signed('POST', '/fapi/v1/leverage', { symbol: 'ETHUSDT', leverage: 7 })
    expect(await until(({ e }) => e === 'ACCOUNT_CONFIG_UPDATE')).toMatchObject({
      ac: { s: 'ETHUSDT', l: 7 },
    })
  })

  it('ends with the API key that opened it', async () => {
    const other = await createApiKeyClient(gateway, { userId: (await gateway.newUser()).userId })
    const listenKey = await listen(other)
    await gateway.db.query('delete from api_keys where api_key = $1', [other.key.apiKey])
    gateway.leap(2_001)
    expect(await (await connect(`/ws/${listenKey}`)).closed).toBe(1008)
  })

  it('reports nothing of another account', async () => {
    const other = await createApiKeyClient(gateway, { userId: (await gateway.newUser()).userId })
    const { messages } = await connect(`/ws/${await listen(other)}`)
    const own = await connect(`/ws/${await listen()}`)
    await bot.signed('POST', '/api/v3/order', order())
    await own.until(({ X }) => X === 'FILLED')
    expect(messages).toEqual([])
  })

  it('keeps, extends and closes listen keys for their owner alone', async () => {
    const [listenKey, again] = [await listen(), await listen()]
    expect(again).toBe(listenKey)
    const { userId: another } = await gateway.newUser()
    const other = await createApiKeyClient(gateway, { userId: another })
    const path = '/api/v3/userDataStream'
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await other.signed(method, path, { listenKey })).body).toMatchObject({ code: -1125 })
    expect((await bot.signed('PUT', path, { listenKey })).body).toEqual({})
    expect((await bot.signed('DELETE', path, { listenKey })).body).toEqual({})
    expect(await (await connect(`/ws/${listenKey}`)).closed).toBe(1008)
  })
})

/** A user with funds in the futures wallet of the paper account. */
async function fundedUser() {
  const user = await gateway.newUser()
  await user.client.post('/v1/user/sub-account/switchTradeDemo')
  const move = { from: 'spot', to: 'futures', asset: 'USDT', amount: '20000', clientOid: 'fund' }
  expect(await user.client.post('/v1/asset/move', move)).toMatchObject({ code: '0' })
  return user
}

async function listen(client = bot): Promise<string> {
  const { body } = await client.signed('POST', '/api/v3/userDataStream')
  return (body as { listenKey: string }).listenKey
}

describe('the WebSocket API', () => {
  const signed = (params: Readonly<Record<string, string | number>>) => {
    const all: Record<string, string | number> = {
      ...params,
      apiKey: bot.key.apiKey,
      timestamp: gateway.clock.now(),
    }
    const payload = Object.keys(all)
      .sort()
      .map((name) => `${name}=${all[name]}`)
      .join('&')
    return { ...all, signature: createHmac('sha256', bot.secret).update(payload).digest('hex') }
  }

  it('answers market data and signed calls', async () => {
    const { send, until } = await connect('/ws-api/v3')
    send({ id: 'a', method: 'depth', params: { symbol: 'BTCUSDT', limit: 5 } })
    expect(await until(({ id }) => id === 'a')).toMatchObject({
      status: 200,
      rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT' }],
    })
    send({ id: 'b', method: 'order.place', params: signed(order()) })
    expect(await until(({ id }) => id === 'b')).toMatchObject({
      status: 200,
      result: { status: 'FILLED' },
    })
    send({ id: 'c', method: 'account.status', params: { ...signed({}), signature: 'x' } })
    expect(await until(({ id }) => id === 'c')).toMatchObject({
      status: 400,
      error: { code: -1022 },
    })
    send({ id: 'd', method: 'no.such', params: {} })
    expect(await until(({ id }) => id === 'd')).toMatchObject({ error: { code: -1020 } })
  })

  it('answers calls about contracts at an address of its own', async () => {
    const { send, until } = await connect('/ws-fapi/v1')
    send({ id: 'a', method: 'ticker.price', params: { symbol: '1000SHIBUSDT' } })
    expect(await until(({ id }) => id === 'a')).toMatchObject({
      status: 200,
      result: { symbol: '1000SHIBUSDT' },
    })
    send({ id: 'b', method: 'v2/account.balance', params: signed({}) })
    expect(await until(({ id }) => id === 'b')).toMatchObject({ result: [{ asset: 'USDT' }] })
    send({ id: 'c', method: 'order.place', params: signed({ symbol: 'BTCUSDT', side: 'BUY' }) })
    expect(await until(({ id }) => id === 'c')).toMatchObject({ error: { code: -1102 } })
    // What only the other address has.
    send({ id: 'd', method: 'orderList.place.oco', params: signed({}) })
    expect(await until(({ id }) => id === 'd')).toMatchObject({ error: { code: -1020 } })
  })

  it('sends user data to who signs for it', async () => {
    const { send, until } = await connect('/ws-api/v3')
    send({ id: 1, method: 'userDataStream.subscribe.signature', params: signed({}) })
    expect(await until(({ id }) => id === 1)).toMatchObject({ result: { subscriptionId: 0 } })
    send({ id: 2, method: 'order.place', params: signed(order()) })
    expect(
      await until(({ event }) => (event as Message | undefined)?.['X'] === 'FILLED'),
    ).toMatchObject({ subscriptionId: 0 })
  })

  it('logs on with an Ed25519 key and then needs no signature', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const keys = createApiKeys({
      db: gateway.db,
      clock: gateway.clock,
      random: nodeRandom(),
      sealKey: derivedSecret(testIdentity, 'api-keys'),
    })
    const { key } = await keys.create({
      userId,
      realm: 'paper',
      label: 'Ed25519',
      kind: 'ed25519',
      publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
      permissions: ['read', 'spot'],
      addresses: [],
      symbols: [],
    })
    const { send, until } = await connect('/ws-api/v3')
    const timestamp = gateway.clock.now()
    const payload = `apiKey=${key.apiKey}&timestamp=${timestamp}`
    const signature = sign(null, Buffer.from(payload), privateKey).toString('base64')
    send({ id: 1, method: 'session.logon', params: { apiKey: key.apiKey, timestamp, signature } })
    expect(await until(({ id }) => id === 1)).toMatchObject({ result: { apiKey: key.apiKey } })
    send({ id: 2, method: 'order.place', params: { ...order(), timestamp: gateway.clock.now() } })
    expect(await until(({ id }) => id === 2)).toMatchObject({ status: 200 })
    await keys.remove({ userId, realm: 'paper', apiKey: key.apiKey })
    gateway.leap(2_001)
    send({ id: 3, method: 'account.status', params: { timestamp: gateway.clock.now() } })
    expect(await until(({ id }) => id === 3)).toMatchObject({ error: { code: -2015 } })
  })
})
