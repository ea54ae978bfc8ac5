import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import type { Publisher } from '../../../platform/event-bus/relay/Publisher.ts'
import type { Address } from './createPublisher.ts'
import { marketSocket } from './marketSocket.ts'
import {
  createAllowance,
  createConnectionCount,
  SOCKET_LIMITS,
  type SocketLimits,
} from '../../../platform/http/socketLimits.ts'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

const SNAPSHOT = JSON.stringify({ type: 'snapshot', b: [['1', '1']] })

async function serve({
  limits,
  address = () => '192.0.2.1',
  now = () => 0,
}: { limits?: Partial<SocketLimits>; address?: () => string; now?: () => number } = {}) {
  let snapshots = 0
  const publisher: Publisher<Address> = {
    subscribe: (subscriber) => (snapshots++, subscriber.send(SNAPSHOT), true),
    unsubscribe() {},
    forget() {},
    start() {},
    stop() {},
  }
  const socket = marketSocket({
    publisher,
    now,
    ...(limits ? { limits: { ...SOCKET_LIMITS, ...limits } } : {}),
  })
  const server = createServer()
  server.on('upgrade', (request, duplex, head) => socket.upgrade(request, duplex, head, address()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => (socket.close(), server.close(), server.closeAllConnections()))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { connect: () => connect(url), snapshots: () => snapshots }
}

/** A client that remembers how it ended. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const closed = once(socket, 'close').then(
    ([code, reason]) => [code as number, String(reason)] as const,
  )
  closers.push(() => socket.terminate())
  await once(socket, 'open')
  const ask = async (op: string, args: object[] = []) => {
    socket.send(JSON.stringify({ op, args }))
    await once(socket, 'message')
  }
  return {
    socket,
    closed,
    ask,
    subscribe: (times = 1) =>
      socket.send(
        JSON.stringify({
          op: 'subscribe',
          args: Array.from({ length: times }, () => ({ topic: 'books', symbol: 'BTCUSDT' })),
        }),
      ),
  }
}

describe('limits of the market socket: connections of an address', () => {
  it('a household of ten tabs passes, with capacity to spare', async () => {
    const { connect: open } = await serve()
    const tabs = await Promise.all(Array.from({ length: 10 }, open))
    for (const tab of tabs) await tab.ask('ping')
    expect(tabs.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
  })

  it('closes a socket beyond the limit with 1013 and says why', async () => {
    const { connect: open } = await serve({ limits: { perAddress: 3 } })
    const first = await Promise.all([open(), open(), open()])
    expect(await (await open()).closed).toEqual([1013, 'Too many connections from this address'])
    await first[0]?.ask('ping')
    first[1]?.socket.close()
    await first[1]?.closed
    await expect.poll(async () => (await (await open()).ask('ping'), 'open')).toBe('open')
  })

  it('treats IPv6 addresses of one subscriber as one', async () => {
    let address = '2001:db8:1:1::1'
    const { connect: open } = await serve({ limits: { perAddress: 1 }, address: () => address })
    await open()
    address = '2001:db8:1:1::2'
    expect((await (await open()).closed)[0]).toBe(1013)
    address = '2001:db8:1:2::1'
    await (await open()).ask('ping')
  })
})

describe('limits of the market socket: what one socket may ask for', () => {
  it('a hundred subscriptions at once are taken', async () => {
    const { connect: open, snapshots } = await serve()
    const tab = await open()
    tab.subscribe(100)
    await expect.poll(snapshots).toBe(100)
    expect(tab.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('closes with 1008 after two hundred snapshots', async () => {
    const { connect: open, snapshots } = await serve()
    const tab = await open()
    for (let time = 0; time < 50; time++) tab.subscribe(100)
    expect(await tab.closed).toEqual([1008, 'Too many requests on this socket'])
    expect(snapshots()).toBe(200)
  })

  it('counts other messages as a tenth', async () => {
    const { connect: open } = await serve({ limits: { burst: 1 } })
    const tab = await open()
    for (let time = 0; time < 10; time++) await tab.ask('ping')
    tab.socket.send('nonsense')
    expect((await tab.closed)[0]).toBe(1008)
  })

  it('refills over time up to the burst', () => {
    let now = 0
    const allowance = createAllowance({ burst: 2, perSecond: 1 }, () => now)
    expect([allowance.spend(1), allowance.spend(1), allowance.spend(1)]).toEqual([
      true,
      true,
      false,
    ])
    now = 1_000
    expect([allowance.spend(1), allowance.spend(1)]).toEqual([true, false])
    now = 60_000
    expect([allowance.spend(2), allowance.spend(1)]).toEqual([true, false])
    now = 0
    expect(allowance.spend(1)).toBe(false)
  })

  it('forgets addresses that left', () => {
    const count = createConnectionCount(1)
    expect([count.enter('a'), count.enter('a'), count.enter('b')]).toEqual([true, false, true])
    count.leave('a')
    expect(count.enter('a')).toBe(true)
  })
})
