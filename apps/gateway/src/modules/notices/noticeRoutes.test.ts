import type { ResponseOf, api, UserNotice } from '@x/api'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestSessions, openStreamClient } from '../../testing/accountStreamClient.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createUserNotices } from './createUserNotices.ts'

type List = ResponseOf<typeof api.userNotices.list>

const control = createTestSessions()
let harness: Harness
let server: Server
let url: string
let count = 0
let ann: string

beforeAll(async () => {
  harness = await openHarness({ sessions: control.sessions })
  const [path] = harness.sockets ?? []
  server = createServer().on('upgrade', (request, socket, head) =>
    path?.upgrade(request, socket, head as Buffer, '192.0.2.1'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${path?.path ?? ''}`
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

const list = (userId = ann, query: Record<string, string> = {}) =>
  harness.call<List>('/v1/user/notice/list', { userId, query })
const read = (body: Record<string, unknown>, userId = ann) =>
  harness.call<{ unread: number }>('/v1/user/notice/read', { userId, body })

async function place(userId: string, change: object = {}) {
  return harness.call<{ orderId: string }>('/v1/spot/order/place', {
    userId,
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
}

/** Buys one ether of another user; returns the buyer's order. */
async function trade(): Promise<string> {
  const bob = `bob${count}`
  await harness.trading.seedDemo(bob)
  await place(bob, { side: 'sell', price: '3000' })
  return (await place(ann, { price: '3000' })).orderId
}

/** Waits until the user has this many notices. */
async function until(many: number): Promise<List> {
  await expect.poll(async () => (await list()).items.length).toBe(many)
  return list()
}

describe('GET /v1/user/notice/list', () => {
  it('has a notice of an order that filled', async () => {
    const orderId = await trade()
    const before = (await list()).items.filter(({ kind }) => kind === 'announcement').length
    const { items } = await until(before + 1)
    expect(items[0]).toMatchObject({
      noticeId: `filled:${orderId}`,
      kind: 'filled',
      isRead: false,
      order: { orderId, symbol: 'ETHUSDT', side: 'buy', size: '1.0000', price: '3000.00' },
    })
  })

  it('has a notice of a stop that was triggered', async () => {
    const { orderId } = await place(ann, {
      side: 'sell',
      orderType: 'stop_limit',
      triggerPrice: '2500',
      price: '2900',
    })
    harness.market.print({ symbol: 'ETHUSDT', ticks: 249_000, lots: 1, takerSide: 'sell' })
    await expect
      .poll(async () => (await list()).items.map(({ noticeId }) => noticeId))
      .toContain(`triggered:${orderId}`)
  })

  it.each([{ cursor: 'x' }, { cursor: '1.a b' }, { limit: '0' }, { limit: '1e9' }])(
    'refuses the page %j',
    async (query) => {
      await expect(list(ann, query)).rejects.toMatchObject({ code: '40010' })
    },
  )
})

describe('POST /v1/user/notice/read', () => {
  it('marks own notices alone, as often as it is sent', async () => {
    const orderId = await trade()
    await expect.poll(async () => (await list()).items[0]?.noticeId).toBe(`filled:${orderId}`)
    const { unread } = await list()
    const body = { noticeIds: [`filled:${orderId}`] }
    await read(body, `bob${count}`)
    expect((await list()).unread).toBe(unread)
    expect(await read(body)).toEqual({ unread: unread - 1 })
    expect(await read(body)).toEqual({ unread: unread - 1 })
    expect(await read({})).toEqual({ unread: 0 })
  })
})

describe('the topic notices of the private socket', () => {
  it('sends a snapshot, new notices and those that were read', async () => {
    const client = openStreamClient(url, `session=${ann}.live`)
    await client.until('orders', 1)
    client.socket.send(JSON.stringify({ op: 'subscribe', args: [{ topic: 'notices' }] }))
    expect((await client.until('notices', 1))[0]).toMatchObject({ type: 'snapshot', data: [] })
    const orderId = await trade()
    const filled = (await client.until('notices', 2))[1]?.data as readonly UserNotice[]
    expect(filled).toMatchObject([{ noticeId: `filled:${orderId}`, isRead: false }])
    await read({ noticeIds: [`filled:${orderId}`] })
    const seen = (await client.until('notices', 3))[2]
    expect(seen).toMatchObject({ type: 'delta', seq: 3, prevSeq: 2 })
    expect(seen?.data).toMatchObject([{ noticeId: `filled:${orderId}`, isRead: true }])
    client.socket.terminate()
  })

  it('is not sent to a client that does not ask for it', async () => {
    const client = openStreamClient(url, `session=${ann}.live`)
    await client.until('orders', 1)
    await trade()
    await client.until('fills', 2)
    expect(client.messages.some(({ topic }) => topic === 'notices')).toBe(false)
    client.socket.terminate()
  })
})

describe('a start after a stop', () => {
  const restarted = () =>
    createUserNotices({
      db: harness.db,
      clock: { now: () => Date.now() },
      log: silentLog,
      source: { read: async () => [] },
    })
  const forget = (noticeId: string) =>
    harness.db.query('delete from user_notice where notice_id = $1', [noticeId])
  const idsOf = async () =>
    (await list()).items.filter(({ kind }) => kind === 'filled').map(({ noticeId }) => noticeId)

  it('adds the fills that the stop left out, as they were', async () => {
    const orderIds = [await trade(), await trade()]
    const noticeIds = orderIds.map((orderId) => `filled:${orderId}`)
    await expect.poll(async () => (await idsOf()).toSorted()).toEqual(noticeIds.toSorted())
    const before = await list()
    await harness.trading.service.core.settled()
    await forget(noticeIds[1] ?? '')
    // The ledger has the order, the notices have it not.
    expect(await idsOf()).toEqual(noticeIds.slice(0, 1))
    const notices = restarted()
    await notices.start()
    await notices.settled()
    expect((await list()).items).toEqual(before.items)
  })

  it('adds nothing twice', async () => {
    const orderId = await trade()
    await expect.poll(idsOf).toEqual([`filled:${orderId}`])
    const before = await list()
    for (const notices of [restarted(), restarted()]) {
      await notices.start()
      await notices.settled()
    }
    expect(await list()).toEqual(before)
  })

  it('adds nothing of orders before the first notice', async () => {
    const orderId = await trade()
    await expect.poll(idsOf).toEqual([`filled:${orderId}`])
    await harness.trading.service.core.settled()
    await harness.db.query('delete from user_notice')
    const notices = restarted()
    await notices.start()
    await notices.settled()
    expect(await idsOf()).toEqual([])
  })
})
