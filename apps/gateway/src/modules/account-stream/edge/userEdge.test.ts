import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { browserClock } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserStreamMessage } from '@x/api'
import { createLocalBus } from '../../../platform/event-bus/createLocalBus.ts'
import type { EventBus } from '../../../platform/event-bus/EventBus.ts'
import type { EdgeSocket } from '../../../platform/event-bus/relay/createEdgeSocket.ts'
import { createAddressReader } from '../../../platform/http/clientAddress.ts'
import { createHostRule, createOriginRule } from '../../../platform/http/hosts.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import {
  createTestSessions,
  openStreamClient,
  type StreamClient,
} from '../../../testing/accountStreamClient.ts'
import { openHarness, type Harness } from '../../../testing/tradingHarness.ts'
import { createUserEdge } from './userEdge.ts'

interface Edge {
  readonly url: string
  readonly edge: EdgeSocket
  readonly server: Server
}

const LIMIT = { timeout: 60_000 }
/** Checks of sessions and of silent peers run when a test says so. */
const CHECK_MS = 25_000

let harness: Harness
let bus: EventBus
let isCut = false
/** Whether some core trades, as the edge's finder of leaders says. */
let isLed = true
let published: string[] = []
let sessions: ReturnType<typeof createTestSessions>
const checks = createManualClock()
const clock = {
  ...browserClock(),
  after: (ms: number, run: () => void) =>
    ms === CHECK_MS ? checks.after(ms, run) : browserClock().after(ms, run),
}
const ends: (() => unknown)[] = []

async function startEdge(): Promise<Edge> {
  const edge = createUserEdge({
    bus,
    clock,
    log: silentLog,
    hasLeader: () => isLed,
    origins: createOriginRule({ allowedOrigins: [], isDevelopment: true }),
    answersTo: createHostRule({ names: [], isDevelopment: true }),
    addressOf: createAddressReader(undefined),
    checkMs: 20,
    silenceMs: 400,
  })
  const server = createServer().on('upgrade', edge.upgrade)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => (edge.close(), server.close()))
  await expect.poll(edge.isServing, LIMIT).toBe(true)
  return {
    edge,
    server,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${edge.path}`,
  }
}

beforeEach(async () => {
  const own = createLocalBus()
  sessions = createTestSessions()
  isCut = false
  isLed = true
  published = []
  bus = {
    ...own,
    publish(subject, text) {
      if (subject.startsWith('u.')) published.push(subject)
      if (!isCut) own.publish(subject, text)
    },
  }
  harness = await openHarness({ sessions: sessions.sessions, bus })
  await harness.trading.seedDemo('ann')
  harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await harness.close()
})

function open({ url }: Edge, cookie = 'session=ann.live'): StreamClient {
  const client = openStreamClient(url, cookie)
  ends.push(() => client.socket.terminate())
  return client
}

async function opened(edge: Edge): Promise<StreamClient> {
  const client = open(edge)
  for (const topic of ['orders', 'fills', 'balances']) await client.until(topic, 1)
  return client
}

const place = (clientOid: string) =>
  harness.call<{ orderId: string }>('/v1/spot/order/place', {
    userId: 'ann',
    body: {
      symbol: 'ETHUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '2900',
      size: '0.1',
      clientOid,
    },
  })

const ordersOf = ({ messages }: StreamClient) => messages.filter(({ topic }) => topic === 'orders')

/** What a client does with what it gets: the open orders, and whether anything is missing. */
function readOrders(client: StreamClient): { readonly ids: Set<string>; readonly gaps: number } {
  const ids = new Set<string>()
  let [gaps, head] = [0, -1]
  for (const { type, seq, prevSeq, data } of ordersOf(client) as readonly (UserStreamMessage & {
    readonly data: readonly { readonly orderId: string; readonly status: string }[]
  })[]) {
    if (type === 'snapshot') ids.clear()
    else if (prevSeq !== head) gaps++
    head = seq
    for (const { orderId, status } of data)
      if (status === 'open') ids.add(orderId)
      else ids.delete(orderId)
  }
  return { ids, gaps }
}

describe('the private socket of edges', () => {
  it('brings each change to every tab of a user, published once', async () => {
    const [one, two] = [await startEdge(), await startEdge()]
    const tabs = [await opened(one), await opened(one), await opened(two)]
    published = []
    const { orderId } = await place('a')
    for (const tab of tabs)
      await expect.poll(() => readOrders(tab), LIMIT).toEqual({ ids: new Set([orderId]), gaps: 0 })
    const [subject = ''] = published
    expect(subject).toMatch(/^u\.\d+\.live:ann\.(?:orders|balances)$/)
    expect(published.filter((each) => each.endsWith('.orders')).length).toBe(1)
    await harness.call('/v1/spot/order/cancel', { userId: 'ann', body: { orderId } })
    for (const tab of tabs) await expect.poll(() => readOrders(tab).ids.size, LIMIT).toBe(0)
  })

  it('heals what the bus has lost, even where nothing comes after it', async () => {
    const edge = await startEdge()
    const tab = await opened(edge)
    isCut = true
    const { orderId } = await place('a')
    await expect.poll(() => published.filter((each) => each.endsWith('.orders')).length).toBe(2)
    isCut = false
    await expect.poll(() => readOrders(tab), LIMIT).toEqual({ ids: new Set([orderId]), gaps: 0 })
    expect(edge.edge.figures().losses).toBeGreaterThan(0)
  })

  it('goes on with the next core', async () => {
    const edge = await startEdge()
    const tab = await opened(edge)
    const { orderId } = await place('a')
    await expect.poll(() => readOrders(tab).ids.size, LIMIT).toBe(1)
    isLed = false
    await harness.stop()
    await harness.start()
    const { orderId: second } = await place('b')
    await expect
      .poll(() => readOrders(tab), LIMIT)
      .toEqual({ ids: new Set([orderId, second]), gaps: 0 })
    expect(tab.socket.readyState).toBe(tab.socket.OPEN)
  })

  it('sends nothing of other users, and of the other realm', async () => {
    const edge = await startEdge()
    await harness.trading.seedDemo('bob')
    const [paper, other] = [open(edge, 'session=ann.paper'), open(edge, 'session=bob.live')]
    for (const client of [paper, other]) await client.until('orders', 1)
    const tab = await opened(edge)
    await place('a')
    await tab.until('orders', 2)
    expect([paper, other].map((client) => ordersOf(client).length)).toEqual([1, 1])
  })

  it('sends further topics on request, and no longer', async () => {
    const edge = await startEdge()
    const tab = await opened(edge)
    tab.socket.send('{"op":"subscribe","args":[{"topic":"accounts"}]}')
    await tab.until('accounts', 1)
    tab.socket.send('{"op":"unsubscribe","args":[{"topic":"orders"}]}')
    tab.socket.send('{"op":"ping"}')
    await expect.poll(() => tab.messages.some((each) => 'op' in each), LIMIT).toBe(true)
    const before = ordersOf(tab).length
    await place('a')
    await tab.until('balances', 2)
    expect(ordersOf(tab).length).toBe(before)
    tab.socket.send('nonsense')
    await expect
      .poll(() => tab.messages, LIMIT)
      .toContainEqual({ op: 'error', code: '40010', msg: 'The message is not understood' })
  })

  it('refuses who has no session, and ends with a session', async () => {
    const [one, two] = [await startEdge(), await startEdge()]
    expect(await open(one, '').closed).toEqual({ code: 4401, reason: '401' })
    const tabs = [await opened(one), await opened(two)]
    sessions.end('ann.live')
    for (const tab of tabs) expect(await tab.closed).toEqual({ code: 4401, reason: '20205' })
    const silent = await opened(one)
    sessions.endSilently('ann.live')
    await checks.advance(CHECK_MS)
    expect(await silent.closed).toEqual({ code: 4401, reason: '20205' })
  })

  it('ends its sockets once no core answers, to be opened elsewhere', async () => {
    const edge = await startEdge()
    const tab = await opened(edge)
    await harness.stop()
    expect((await tab.closed).code).toBe(1012)
    expect(edge.edge.isServing()).toBe(false)
    await harness.start()
  })

  it('closes the oldest of too many sockets of a user', async () => {
    const edge = await startEdge()
    const first = await opened(edge)
    const others = Array.from({ length: 20 }, () => open(edge))
    expect((await first.closed).code).toBe(4429)
    for (const other of others) await other.until('orders', 1)
  })
})
