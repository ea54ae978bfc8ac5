import type { P2pMessage, P2pOrder, ProductChange } from '@x/api'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTestSessions,
  openStreamClient,
  type StreamClient,
} from '../../testing/accountStreamClient.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const [SELLER, BUYER, OTHER] = ['1000000001', '1000000002', '1000000003'] as const
let harness: Harness
let server: Server
let url: string
const clients: StreamClient[] = []

beforeAll(async () => {
  harness = await openHarness({ sessions: createTestSessions().sessions })
  for (const id of [SELLER, BUYER, OTHER]) await harness.trading.seedDemo(id)
  const [socketPath] = harness.sockets
  server = createServer().on('upgrade', (request, socket, head) =>
    socketPath!.upgrade(request, socket, head as Buffer, '192.0.2.1'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${socketPath!.path}`
  harness.trading.service.run({
    kind: 'p2pPublish',
    at: Date.now(),
    userId: SELLER,
    clientOid: 'advert',
    digest: 'd',
    side: 'sell',
    asset: 'USDT',
    scale: 8,
    fiat: 'EUR',
    atoms: '100000000000',
    terms: {
      price: '90000000',
      marginBp: null,
      minimum: '100',
      maximum: '50000',
      payMinutes: 15,
      methods: ['bank'],
      methodIds: [],
      text: '',
    },
  })
})
afterAll(async () => {
  clients.forEach(({ socket }) => socket.terminate())
  await harness.close()
  server.closeAllConnections()
  server.close()
})

async function connect(userId: string, realm = 'live'): Promise<StreamClient> {
  const client = openStreamClient(url, `session=${userId}.${realm}`)
  clients.push(client)
  await once(client.socket, 'open')
  const args = [{ topic: 'p2p' }, { topic: 'p2pMessages' }, { topic: 'products' }]
  client.socket.send(JSON.stringify({ op: 'subscribe', args }))
  await client.until('p2p', 1)
  await client.until('p2pMessages', 1)
  return client
}
const rowsOf = async <T>(client: StreamClient, topic: string, count: number) =>
  (await client.until(topic, count)).map(({ data }) => data as readonly unknown[] as readonly T[])
const call = <T>(path: string, userId: string, body: object) =>
  harness.call<T>(`/v1/p2p/order/${path}`, { userId, body: { ...body } })

it('sends orders and messages to their two parties only (products 2)', async () => {
  const [seller, buyer, other, paper] = await Promise.all([
    connect(SELLER),
    connect(BUYER),
    connect(OTHER),
    connect(BUYER, 'paper'),
  ])
  const order = { advertId: '1', version: 1, price: '0.9', amount: '10', clientOid: 'o' }
  const { orderId } = await call<P2pOrder>('create', BUYER, order)
  await call('paid', BUYER, { orderId })
  await call('message', SELLER, { orderId, text: 'Hello', clientOid: 'm' })

  const roles = { seller, buyer } as const
  for (const [role, client] of Object.entries(roles)) {
    const [snapshot, ...changes] = await rowsOf<P2pOrder>(client, 'p2p', 3)
    expect(snapshot).toEqual([])
    expect(changes.map(([row]) => [row?.role, row?.status])).toEqual([
      [role, 'awaitingPayment'],
      [role, 'paid'],
    ])
    const messages = await rowsOf<P2pMessage>(client, 'p2pMessages', 2)
    expect(messages[1]).toMatchObject([
      { text: 'Hello', from: 'seller', isOwn: role === 'seller', orderId },
    ])
  }
  // Of the order itself nobody else is sent anything.
  for (const client of [other, paper]) {
    const shown = client.messages.filter(({ topic }) => topic.startsWith('p2p'))
    expect(shown.flatMap(({ data }) => data as readonly unknown[])).toEqual([])
  }
})

it('has open orders in the snapshot, without those that ended (products 2)', async () => {
  const order = { advertId: '1', version: 1, price: '0.9', amount: '10' }
  const open = await call<P2pOrder>('create', BUYER, { ...order, clientOid: 'open' })
  const ended = await call<P2pOrder>('create', BUYER, { ...order, clientOid: 'ended' })
  await call('cancel', BUYER, { orderId: ended.orderId })
  const client = await connect(BUYER)
  const [snapshot] = await rowsOf<P2pOrder>(client, 'p2p', 1)
  const ids = snapshot?.map(({ orderId }) => orderId)
  expect(ids).toContain(open.orderId)
  expect(ids).not.toContain(ended.orderId)
})

it('sends what changed of a product to its user only (products 4)', async () => {
  const [sender, other] = await Promise.all([connect(SELLER), connect(OTHER)])
  await Promise.all([sender.until('products', 1), other.until('products', 1)])
  harness.trading.service.run({
    kind: 'redPacketCreate',
    at: Date.now(),
    userId: SELLER,
    holder: SELLER,
    clientOid: 'packet',
    digest: 'd',
    asset: 'USDT',
    unit: '100',
    units: '1000',
    count: 2,
    split: 'equal',
    code: 'AAAAAAAAAA',
    greeting: '',
    seed: '07'.repeat(32),
    expiresAt: Date.now() + 86_400_000,
  })
  const [snapshot, change] = await rowsOf<ProductChange>(sender, 'products', 2)
  expect([snapshot, change]).toEqual([[], [{ product: 'redPacket', id: '1' }]])
  const shown = other.messages.filter(({ topic }) => topic === 'products')
  expect(shown.flatMap(({ data }) => data as readonly unknown[])).toEqual([])
})
