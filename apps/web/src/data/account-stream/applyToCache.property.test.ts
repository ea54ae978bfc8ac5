import { createSeededRandom } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { balancesApi } from '../balances/api.ts'
import { ordersApi } from '../orders/api.ts'

interface Order {
  readonly orderId: string
  readonly status: string
  readonly createdAt: number
  readonly filled: string
}
type Topic = 'orders' | 'balances'

const SEEDS = Array.from({ length: 8 }, (_, at) => at + 1)
const STEPS = 30
const ASSETS = ['BTC', 'ETH', 'USDT']
const isLive = ({ status }: Order) => !['filled', 'cancelled'].includes(status)

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([]))
  for (const list of ['open', 'trigger'])
    browser.on(`/spot/order/${list}`, () => ok({ items: [], next: null }))
  browser.signIn('7')
  tab = await browser.openTab()
  await Promise.all([
    tab.store.dispatch(balancesApi.endpoints.assets.initiate()),
    tab.store.dispatch(ordersApi.endpoints.openOrders.initiate()),
  ])
})

/** The server's own account, which sends what changed like the gateway's stream. */
function createServer(seed: number) {
  const random = createSeededRandom(seed)
  const below = (count: number) => (random.bytes(1)[0] ?? 0) % count
  const orders = new Map<string, Order>()
  const balances = new Map<string, { asset: string; available: string; held: string }>()
  const seq: Record<Topic, number> = { orders: 0, balances: 0 }
  let lastId = 0
  const socket = () => tab.sockets.at(-1)

  const send = (topic: Topic, type: 'snapshot' | 'delta', data: readonly object[]) => {
    const prevSeq = seq[topic]
    seq[topic] = type === 'snapshot' ? prevSeq + 1 + below(3) : prevSeq + 1
    const message = { topic, type, seq: seq[topic], prevSeq, ts: 0, data }
    socket()?.deliver(message)
    return message
  }
  const changeOrder = (): Order => {
    const known = [...orders.values()].filter(isLive)
    const old = known[below(known.length + 2)]
    const order = old
      ? { ...old, status: ['open', 'partially_filled', 'filled', 'cancelled'][below(4)] ?? '' }
      : { orderId: String(++lastId), status: 'open', createdAt: lastId, filled: '0' }
    orders.set(order.orderId, order)
    return order
  }
  const changeBalance = () => {
    const asset = ASSETS[below(ASSETS.length)] ?? ''
    const balance = { asset, available: `${below(200)}.${below(99)}`, held: '0' }
    balances.set(asset, balance)
    return balance
  }
  const snapshots = () => {
    send('orders', 'snapshot', [...orders.values()].filter(isLive))
    send('balances', 'snapshot', [...balances.values()])
  }
  return {
    below,
    snapshots,
    sendOrder: () => send('orders', 'delta', [changeOrder()]),
    sendBalance: () => send('balances', 'delta', [changeBalance()]),
    /** Changes that the connection loses. */
    changeUnseen() {
      changeOrder()
      changeBalance()
      seq.orders += 1
      seq.balances += 1
    },
    repeat: (message: object | undefined) => socket()?.deliver(message),
    /** How often the orders were subscribed to. */
    subscriptions: () => socket()?.sent.filter((text) => text.includes('"orders"')).length ?? 0,
    orders: () => [...orders.values()].filter(isLive).toSorted((a, b) => b.createdAt - a.createdAt),
    balances: () => [...balances.values()],
  }
}

const shownOrders = () => ordersApi.endpoints.openOrders.select()(tab.cache()).data
const byAsset = (balances: readonly { readonly asset: string }[] | undefined) =>
  balances?.toSorted((a, b) => (a.asset < b.asset ? -1 : 1))
const shownBalances = () => balancesApi.endpoints.assets.select()(tab.cache()).data
const expectShown = (server: ReturnType<typeof createServer>) => {
  expect(shownOrders()).toEqual(server.orders())
  expect(byAsset(shownBalances())).toEqual(byAsset(server.balances()))
}

describe('the cache behind the account stream', () => {
  it.each(SEEDS)('shows the account after each of many changes (seed %i)', (seed) => {
    const server = createServer(seed)
    tab.sockets.at(-1)?.open()
    server.snapshots()
    for (let step = 0; step < STEPS; step++) {
      if (server.below(2) === 0) server.sendOrder()
      else server.sendBalance()
      expectShown(server)
    }
  })

  it.each(SEEDS)('heals a repeated or a lost message by one snapshot (seed %i)', (seed) => {
    const server = createServer(seed)
    tab.sockets.at(-1)?.open()
    server.snapshots()
    const sent = [server.sendOrder()]
    for (let round = 0; round < STEPS; round++) {
      const subscribed = server.subscriptions()
      if (server.below(2) === 0) server.repeat(sent[server.below(sent.length)])
      else server.changeUnseen()
      sent.push(server.sendOrder())
      server.sendOrder()
      expect(server.subscriptions()).toBe(subscribed + 1)
      server.snapshots()
      expectShown(server)
    }
    expect(tab.sockets).toHaveLength(1)
  })

  it.each(SEEDS)('shows the account after interruptions (seed %i)', async (seed) => {
    const server = createServer(seed)
    tab.sockets.at(-1)?.open()
    server.snapshots()
    for (let round = 0; round < 5; round++) {
      server.sendOrder()
      server.sendBalance()
      tab.sockets.at(-1)?.drop()
      server.changeUnseen()
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      await browser.clock.advance(60_000)
      tab.sockets.at(-1)?.open()
      server.snapshots()
      expectShown(server)
    }
  })
})
