import { userTopics } from '@x/api'
import { createContractCheck } from '../../platform/http/contractCheck.ts'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import {
  createTestSessions,
  openStreamClient,
  type StreamClient,
} from '../../testing/accountStreamClient.ts'
import { readClientMessage } from './wire.ts'

const control = createTestSessions()
const probes = createManualClock()
let harness: Harness
let server: Server
let url: string
let count = 0
let ann: string
const clients: WebSocket[] = []

beforeAll(async () => {
  const real = browserClock()
  // The stream's checks run when the test says so, everything else as usual.
  harness = await openHarness({
    sessions: control.sessions,
    clock: {
      ...real,
      after: (ms, run) => (ms === 25_000 ? probes.after(ms, run) : real.after(ms, run)),
    },
  })
  const [socketPath] = harness.sockets!
  server = createServer().on('upgrade', (request, socket, head) =>
    socketPath!.upgrade(request, socket, head as Buffer, '192.0.2.1'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${socketPath!.path}`
})
afterAll(async () => {
  await harness.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  ann = `ann${++count}`
  await harness.trading.seedDemo(ann)
  harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
})
afterEach(() => clients.splice(0).forEach((client) => client.terminate()))

function connect(cookie: string): StreamClient {
  const client = openStreamClient(url, cookie)
  clients.push(client.socket)
  return client
}

async function connected(userId = ann, realm: Realm = 'live'): Promise<StreamClient> {
  const client = connect(`session=${userId}.${realm}`)
  for (const topic of ['orders', 'fills', 'balances']) await client.until(topic, 1)
  return client
}

const place = (userId: string, change: object = {}, realm: Realm = 'live') =>
  harness.call<{ orderId: string }>('/v1/spot/order/place', {
    userId,
    realm,
    body: {
      symbol: 'ETHUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '2900',
      size: '1',
      clientOid: `oid-${++count}`,
      ...change,
    },
  })

describe('the private socket (wire 10)', () => {
  it('gives a snapshot of every topic at once', async () => {
    const { orderId } = await place(ann)
    const { messages } = await connected()
    expect(
      messages.map(({ topic, type, seq, prevSeq }) => `${topic} ${type} ${seq} ${prevSeq}`).sort(),
    ).toEqual(['balances snapshot 1 0', 'fills snapshot 1 0', 'orders snapshot 1 0'])
    const data = Object.fromEntries(messages.map((message) => [message.topic, message.data]))
    expect(data['orders']).toMatchObject([{ orderId, status: 'open', symbol: 'ETHUSDT' }])
    expect(data['balances']).toContainEqual({ asset: 'USDT', available: '97100', held: '2900' })
    expect(data['fills']).toEqual([])
  })

  it('sends margin accounts that new prices changed (futures 11)', async () => {
    const body = { asset: 'BTC', amount: '0.1', clientOid: `move-${ann}` }
    await harness.call('/v1/asset/move', {
      userId: ann,
      body: { from: 'spot', to: 'margin', ...body },
    })
    const client = await connected()
    client.socket.send('{"op":"subscribe","args":[{"topic":"marginAccount"}]}')
    await client.until('marginAccount', 1)
    const bids: [number, number][] = [[4_999_900, 1]]
    harness.market.rebuild('BTCUSDT', { bids, asks: [[5_000_100, 1]] })
    // Loans are judged by the index of the moment.
    await harness.refusal('/v1/margin/borrow', { userId: ann, body })
    const [, delta] = await client.until('marginAccount', 2)
    expect(delta?.data).toMatchObject([{ symbol: null, assetsValue: '5000.00' }])
  })

  it('sends every change, counted without a gap', async () => {
    const client = await connected()
    const bob = `bob${count}`
    await harness.trading.seedDemo(bob)
    await place(bob, { side: 'sell', price: '3000', size: '2' })
    const { orderId } = await place(ann, { price: '3000', size: '1' })
    await place(ann, { price: '3000', size: '1' })
    const orders = await client.until('orders', 3)
    expect(orders.map(({ type, seq, prevSeq }) => [type, seq, prevSeq])).toEqual([
      ['snapshot', 1, 0],
      ['delta', 2, 1],
      ['delta', 3, 2],
    ])
    expect(orders[1]!.data).toMatchObject([{ orderId, status: 'filled', filled: '1.0000' }])
    expect((await client.until('fills', 2))[1]!.data).toMatchObject([
      { orderId, price: '3000.00', role: 'taker', fee: '0.001', feeAsset: 'ETH' },
    ])
    expect((await client.until('balances', 2))[1]!.data).toEqual(
      expect.arrayContaining([
        { asset: 'ETH', available: '20.999', held: '0' },
        { asset: 'USDT', available: '97000', held: '0' },
      ]),
    )
  })

  it('sends what the contract describes', async () => {
    const client = await connected()
    const bob = `bob${count}`
    await harness.trading.seedDemo(bob)
    await place(bob, { side: 'sell', price: '3000', size: '2' })
    await place(ann, { price: '3000', size: '1', stopLossTriggerPrice: '2500' })
    await client.until('orders', 2)
    await client.until('fills', 2)
    await client.until('balances', 2)
    const contract = createContractCheck()
    expect(
      client.messages.map((message) => contract.messageFault(userTopics[message.topic], message)),
    ).toEqual(client.messages.map(() => undefined))
  })

  it('the snapshot of fills shows the latest', async () => {
    const bob = `bob${count}`
    await harness.trading.seedDemo(bob)
    await place(bob, { side: 'sell', price: '3000', size: '1' })
    await place(ann, { price: '3000', size: '1' })
    const { messages } = await connected()
    expect(messages.find(({ topic }) => topic === 'fills')!.data).toMatchObject([
      { price: '3000.00', size: '1.0000' },
    ])
  })

  it('sends nothing of other users or of the other realm', async () => {
    const others = await Promise.all([connected(`bob${count}`), connected(ann, 'paper')])
    const own = await connected()
    await place(ann)
    await own.until('orders', 2)
    for (const { messages } of others)
      expect(messages.filter(({ type }) => type === 'delta')).toEqual([])
  })

  it('reports each new price of a trailing order', async () => {
    const { orderId } = await place(ann, {
      side: 'sell',
      orderType: 'trailing',
      price: undefined,
      callbackRate: '1',
    })
    const client = await connected()
    harness.market.print({ symbol: 'ETHUSDT', ticks: 310_000, lots: 1, takerSide: 'buy' })
    expect((await client.until('orders', 2))[1]!.data).toMatchObject([
      { orderId, status: 'waiting', triggers: [{ extreme: '3100.00', triggerPrice: '3069.00' }] },
    ])
    harness.market.print({ symbol: 'ETHUSDT', ticks: 309_000, lots: 1, takerSide: 'sell' })
    harness.market.print({ symbol: 'ETHUSDT', ticks: 320_000, lots: 1, takerSide: 'buy' })
    expect((await client.until('orders', 3))[2]!.data).toMatchObject([
      { orderId, triggers: [{ extreme: '3200.00', triggerPrice: '3168.00' }] },
    ])
  })

  it('reaches every tab', async () => {
    const tabs = await Promise.all([connected(), connected()])
    await place(ann)
    for (const tab of tabs) expect((await tab.until('orders', 2))[1]!.data).toHaveLength(1)
  })

  it('misses nothing and repeats nothing while orders stream in', async () => {
    const placing = (async () => {
      for (let at = 0; at < 60; at++)
        await place(ann, { size: '0.05', price: at % 2 ? '2500' : '2450' })
    })()
    const client = await connected()
    await placing
    const last = (
      await harness.call<{ items: { orderId: string }[] }>('/v1/spot/order/open', {
        userId: ann,
        query: { limit: '200' },
      })
    ).items.map(({ orderId }) => orderId)
    const seen = () =>
      client.messages
        .filter(({ topic }) => topic === 'orders')
        .flatMap(({ data }) =>
          (data as readonly { orderId: string }[]).map(({ orderId }) => orderId),
        )
    while (seen().length < last.length)
      await once(client.socket, 'message', { signal: AbortSignal.timeout(120_000) })
    expect(seen().sort()).toEqual(last.sort())
  })
})

describe('messages of the client (wire 10)', () => {
  it('subscribe gives a new snapshot, unsubscribe silence, ping a pong', async () => {
    const client = await connected()
    client.socket.send(JSON.stringify({ op: 'subscribe', args: [{ topic: 'balances' }] }))
    expect((await client.until('balances', 2))[1]).toMatchObject({ type: 'snapshot', seq: 1 })
    client.socket.send(JSON.stringify({ op: 'unsubscribe', args: [{ topic: 'orders' }] }))
    client.socket.send(JSON.stringify({ op: 'ping' }))
    while (!client.messages.some((message) => 'op' in message)) await once(client.socket, 'message')
    await place(ann)
    await client.until('balances', 3)
    expect(client.messages.filter(({ topic }) => topic === 'orders')).toHaveLength(1)
  })

  it('answers senseless messages with an error', async () => {
    const client = await connected()
    client.socket.send('{"op":"subscribe","args":[{"topic":"secrets"}]}')
    while (!client.messages.some((message) => 'op' in message)) await once(client.socket, 'message')
    expect(client.messages.at(-1)).toMatchObject({ op: 'error', code: '40010' })
    await place(ann)
    await client.until('orders', 2)
  })

  it('ends the connection on messages that are too long', async () => {
    const client = await connected()
    client.socket.send('x'.repeat(5_000))
    expect(await client.closed).toMatchObject({ code: 1009 })
  })

  it.each([
    ['{"op":"ping"}', { op: 'ping' }],
    [
      '{"op":"subscribe","args":[{"topic":"orders"},{"topic":"fills"}]}',
      { op: 'subscribe', topics: ['orders', 'fills'] },
    ],
    ['{"op":"subscribe","args":[]}', undefined],
    ['{"op":"subscribe"}', undefined],
    ['{"op":"subscribe","args":[null]}', undefined],
    ['{"op":"drop","args":[{"topic":"orders"}]}', undefined],
    ['[1]', undefined],
    ['null', undefined],
    ['not json', undefined],
  ])('%s is read as %j', (text, message) => expect(readClientMessage(text)).toEqual(message))
})

describe('row 0: without a session (wire 7)', () => {
  it.each([
    ['', '401'],
    ['session=nonsense', '401'],
  ])('closes cookie "%s" with its code (row 0)', async (cookie, reason) => {
    expect(await connect(cookie).closed).toEqual({ code: 4401, reason })
  })

  it('the end of the session ends its sockets, and no others', async () => {
    const [own, other] = await Promise.all([connected(), connected(`bob${count}`)])
    control.end(`${ann}.live`)
    expect(await own.closed).toEqual({ code: 4401, reason: '20205' })
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('a session that ended without a word is noticed', async () => {
    const client = await connected()
    control.endSilently(`${ann}.live`)
    await probes.advance(26_000)
    expect(await client.closed).toEqual({ code: 4401, reason: '20205' })
  })
})

describe('connections that must not pile up', () => {
  it('the oldest of too many goes', async () => {
    const first = await connected()
    for (let at = 0; at < 20; at++) await connected()
    expect((await first.closed).code).toBe(4429)
  })

  it('a peer that gives no sign of life is dropped', async () => {
    const client = await connected()
    // Stops answering pings.
    client.socket.pong = () => {}
    await probes.advance(26_000)
    await probes.advance(26_000)
    expect((await client.closed).code).toBe(1006)
  })
})
