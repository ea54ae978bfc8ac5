import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import type { Database } from '../../platform/db/Database.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import type { AllowanceRate } from '../../platform/http/socketLimits.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { SliceOptions } from '../../platform/event-loop/createSlices.ts'
import {
  createTestSessions,
  openRawPeer,
  openStreamClient,
  type RawPeer,
  type StreamClient,
} from '../../testing/accountStreamClient.ts'

interface Served {
  readonly harness: Harness
  readonly url: string
  /** How often the database was asked for fills. */
  fillReads(): number
  close(): Promise<void>
}

/**
 * The private socket as the gateway serves it, and beside it each user's fills by GET: `/<user>`.
 */
async function serve({
  userAllowance,
  slices,
}: { userAllowance?: AllowanceRate; slices?: SliceOptions } = {}): Promise<Served> {
  const db = await openTestDatabase()
  let fillReads = 0
  const counted: Database = {
    ...db,
    query(text, params) {
      if (text.includes('from spot_fill f join')) fillReads++
      return db.query(text, params)
    },
  }
  const harness = await openHarness({
    db: counted,
    sessions: createTestSessions().sessions,
    ...(userAllowance ? { userAllowance } : {}),
    ...(slices ? { slices } : {}),
  })
  const [socketPath] = harness.sockets ?? []
  const server: Server = createServer((request, response) => {
    const userId = (request.url ?? '').slice(1)
    void harness
      .call('/v1/spot/order/fills', { userId })
      .then((data) => response.end(JSON.stringify(data)))
  })
  server.on('upgrade', (request, socket, head: Buffer) =>
    socketPath?.upgrade(request, socket, head, '192.0.2.1'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    harness,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fillReads: () => fillReads,
    async close() {
      await harness.close()
      server.closeAllConnections()
      server.close()
      await db.close()
    },
  }
}

const sockets: { terminate?: () => void; destroy?: () => void }[] = []
afterEach(() =>
  sockets.splice(0).forEach((socket) => (socket.terminate ?? socket.destroy)?.call(socket)),
)

let users = 0
const open = ({ url }: Served, userId: string): StreamClient => {
  const client = openStreamClient(
    `${url.replace('http', 'ws')}/v1/user/stream`,
    `session=${userId}.live`,
  )
  sockets.push(client.socket)
  return client
}
async function connected(served: Served, userId: string): Promise<StreamClient> {
  const client = open(served, userId)
  for (const topic of ['orders', 'fills', 'balances']) await client.until(topic, 1)
  return client
}
async function newUser({ harness }: Served): Promise<string> {
  const userId = `user${++users}`
  await harness.trading.seedDemo(userId)
  return userId
}
const place = ({ harness }: Served, userId: string, change: object = {}) =>
  harness.call<{ orderId: string }>('/v1/spot/order/place', {
    userId,
    body: {
      symbol: 'ETHUSDT',
      side: 'buy',
      orderType: 'limit',
      price: '2900',
      size: '1',
      clientOid: `oid-${++users}`,
      ...change,
    },
  })
const send = (socket: WebSocket, op: string, topic: string) =>
  socket.send(JSON.stringify({ op, args: [{ topic }] }))

describe('limits of the private socket', () => {
  let served: Served
  beforeAll(async () => void (served = await serve()), 60_000)
  beforeEach(() =>
    served.harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' }),
  )
  afterAll(() => served.close())

  it.each([500, 20_000])(
    'answers others while one user subscribes %i times (SR4)',
    async (pairs) => {
      const [abusing, other] = [await newUser(served), await newUser(served)]
      const client = await connected(served, abusing)
      const before = served.fillReads()
      for (let pair = 0; pair < pairs; pair++) {
        send(client.socket, 'unsubscribe', 'fills')
        send(client.socket, 'subscribe', 'fills')
      }
      const answer = await fetch(`${served.url}/${other}`)
      expect(answer.status).toBe(200)
      // One read is the answer's own; the snapshots share what was read when the connection opened.
      expect(served.fillReads() - before).toBe(1)
      expect(await client.closed).toEqual({
        code: 1008,
        reason: 'Too many requests on this socket',
      })
      expect(client.messages.length).toBeLessThan(60)
      // The bucket is the user's, not the connection's: a new connection cannot go on.
      const again = open(served, abusing)
      again.socket.once('open', () =>
        Array.from({ length: 50 }, () => send(again.socket, 'subscribe', 'orders')),
      )
      expect((await again.closed).code).toBe(1008)
      expect((await connected(served, other)).socket.readyState).toBe(1)
    },
  )

  it('reads one snapshot at a time for each topic (SR4)', async () => {
    const user = await newUser(served)
    const client = await connected(served, user)
    const before = client.messages.filter(({ topic }) => topic === 'orders').length
    for (let pair = 0; pair < 20; pair++) {
      send(client.socket, 'unsubscribe', 'orders')
      send(client.socket, 'subscribe', 'orders')
    }
    client.socket.send('{"op":"ping"}')
    while (!client.messages.some((message) => 'op' in message)) await once(client.socket, 'message')
    // The one that was being read when it was left is not sent; the last subscription gets its
    // snapshot.
    await client.until('orders', before + 1)
    await place(served, user)
    const orders = await client.until('orders', before + 2)
    expect(orders.at(-1)).toMatchObject({ type: 'delta', seq: 2, prevSeq: 1 })
  })

  it('shows a fill that came after the snapshot was kept (SR4)', async () => {
    const [user, seller] = [await newUser(served), await newUser(served)]
    const client = await connected(served, user)
    await place(served, seller, { side: 'sell', price: '3000' })
    await place(served, user, { price: '3000' })
    await client.until('fills', 2)
    const before = served.fillReads()
    send(client.socket, 'subscribe', 'fills')
    const [, , snapshot] = await client.until('fills', 3)
    expect(snapshot).toMatchObject({
      type: 'snapshot',
      seq: 1,
      data: [{ price: '3000.00', size: '1.0000' }],
    })
    const second = await connected(served, user)
    expect(second.messages.find(({ topic }) => topic === 'fills')?.data).toHaveLength(1)
    expect(served.fillReads() - before).toBe(1)
  })

  it('keeps twenty connections of a user whose peers ignore closing (SR13)', async () => {
    const user = await newUser(served)
    const peers: RawPeer[] = []
    for (let count = 0; count < 30; count++) {
      const peer = await openRawPeer(`${served.url}/v1/user/stream`, `session=${user}.live`)
      sockets.push(peer.socket)
      peers.push(peer)
    }
    await expect.poll(() => peers.filter((peer) => peer.isOpen()).length).toBe(20)
    const { orderId } = await place(served, user)
    const isObserved = (peer: RawPeer) => peer.text().includes(`"orderId":"${orderId}"`)
    await expect.poll(() => peers.filter(isObserved).length).toBe(20)
    expect(peers.map(isObserved)).toEqual(peers.map((_, index) => index >= 10))
  })
})

describe('a client that does not read', () => {
  let served: Served
  beforeAll(
    async () => void (served = await serve({ userAllowance: { burst: 100_000, perSecond: 1 } })),
    60_000,
  )
  afterAll(() => served.close())

  it('is dropped instead of queued for', async () => {
    const ann = await newUser(served)
    served.harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
    await Promise.all(Array.from({ length: 150 }, () => place(served, ann, { size: '0.01' })))
    const client = await connected(served, ann)
    client.socket.pause()
    // Each snapshot has some 50 kB: unread, they fill the kernel's buffers and then the gateway's
    // own.
    for (let at = 0; at < 1_500; at++) {
      client.socket.send(JSON.stringify({ op: 'subscribe', args: [{ topic: 'orders' }] }))
      if (at % 5 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    client.socket.resume()
    expect((await client.closed).code).toBe(1006)
    expect(client.messages.length).toBeLessThan(1_000)
  })
})

describe('one account with many connections', () => {
  const STEPS = 2
  let served: Served
  /** Turns of the event loop that the gateway asked for. */
  const turns: (() => void)[] = []
  const runTurn = () => turns.shift()?.()
  beforeAll(
    async () =>
      void (served = await serve({
        slices: { ms: Infinity, steps: STEPS, nextTurn: (run) => void turns.push(run) },
      })),
    60_000,
  )
  afterAll(() => served.close())

  /** Runs turns until each client has a snapshot of each topic; answers how many it took. */
  async function runToSnapshots(clients: readonly StreamClient[]): Promise<number> {
    const isDone = () => clients.every(({ messages }) => messages.length >= 3)
    let count = 0
    while (!isDone()) {
      if (turns.length > 0) count++
      runTurn()
      await new Promise((resolve) => void setImmediate(resolve))
    }
    return count
  }
  const deltas = ({ messages }: StreamClient) =>
    messages.filter(({ topic, type }) => topic === 'orders' && type === 'delta').length

  it('builds and sends each snapshot in a turn of its own (SR5)', async () => {
    const user = await newUser(served)
    const clients = Array.from({ length: 4 }, () => open(served, user))
    expect(await runToSnapshots(clients)).toBe(4 * 3 * 2)
  })

  it('publishes to its connections in slices (SR5)', async () => {
    const user = await newUser(served)
    const clients = Array.from({ length: 6 }, () => open(served, user))
    await runToSnapshots(clients)
    await place(served, user)
    await Promise.all(clients.slice(0, STEPS).map((client) => client.until('orders', 2)))
    expect(clients.map(deltas)).toEqual([1, 1, 0, 0, 0, 0])
    while (turns.length > 0) runTurn()
    await Promise.all(clients.map((client) => client.until('orders', 2)))
    expect(clients.map(deltas)).toEqual([1, 1, 1, 1, 1, 1])
  })
})
