import { createEmitter } from '@x/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { balancesApi } from '../balances/api.ts'
import { ordersApi } from '../orders/api.ts'
import { detailApi } from '../orders/detailApi.ts'
import { endSession, restoreSession } from '../session/thunks.ts'
import { syncUserStream, type SyncUserStreamOptions } from './syncUserStream.ts'
import { fillListeners } from './newFills.ts'
import * as applyToCache from './applyToCache.ts'
import { merged } from './applyToCache.ts'
import type { UserMessage } from './userMessage.ts'

const order = (orderId: string, changes: object = {}) => ({
  orderId,
  clientOid: orderId,
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '1',
  size: '1',
  sizeUnit: 'base',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  status: 'open',
  createdAt: Number(orderId),
  ...changes,
})
const balance = (asset: string, available: string) => ({ asset, available, held: '0' })

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([balance('USDT', '1')]))
  browser.on('/spot/order/open', () => ok({ items: [order('1')], next: null }))
  browser.on('/spot/order/trigger', () => ok({ items: [order('1')], next: null }))
  browser.on('/spot/order/detail', () =>
    ok({ order: order('1'), fills: { items: [], next: null } }),
  )
  browser.on('/spot/account/positions', () => ok([]))
  browser.signIn('7')
  tab = await browser.openTab()
  const { openOrders } = ordersApi.endpoints
  const { assets, positions } = balancesApi.endpoints
  const { dispatch } = tab.store
  await Promise.all([
    dispatch(assets.initiate()),
    dispatch(openOrders.initiate()),
    dispatch(detailApi.endpoints.orderDetail.initiate('1')),
    dispatch(positions.initiate()),
  ])
})

const deliver = (
  topic: string,
  type: 'snapshot' | 'delta',
  { seq, data }: { seq: number; data: unknown[] },
) => tab.sockets.at(-1)?.deliver({ topic, type, seq, prevSeq: seq - 1, ts: 0, data })
const assets = () => balancesApi.endpoints.assets.select()(tab.cache()).data
const open = () =>
  ordersApi.endpoints.openOrders
    .select()(tab.cache())
    .data?.map(({ orderId, status }) => [orderId, status])
/** Average buy prices, and one order with its fills. */
const refetched = () => [
  browser.asked('/spot/account/positions').length - 1,
  browser.asked('/spot/order/detail').length - 1,
]

describe('messages of the private stream', () => {
  it('replaces fetched balances, all or by asset', () => {
    deliver('balances', 'snapshot', { seq: 1, data: [balance('BTC', '2'), balance('USDT', '5')] })
    deliver('balances', 'delta', { seq: 2, data: [balance('USDT', '4'), balance('ETH', '3')] })
    expect(assets()).toEqual([balance('BTC', '2'), balance('USDT', '4'), balance('ETH', '3')])
  })
  it('adds and updates orders, latest first, and removes finished ones', () => {
    deliver('orders', 'snapshot', { seq: 1, data: [order('1'), order('2')] })
    deliver('orders', 'delta', {
      seq: 2,
      data: [order('3'), order('1', { status: 'partially_filled' })],
    })
    expect(open()).toEqual([
      ['3', 'open'],
      ['2', 'open'],
      ['1', 'partially_filled'],
    ])
    deliver('orders', 'delta', {
      seq: 3,
      data: [order('2', { status: 'cancelled' }), order('3', { status: 'filled' })],
    })
    expect(open()).toEqual([['1', 'partially_filled']])
  })
  it('refetches order and average prices after a new fill, not initially', async () => {
    deliver('fills', 'snapshot', { seq: 1, data: [] })
    await browser.clock.advance(0)
    expect(refetched()).toEqual([0, 0])
    deliver('fills', 'delta', { seq: 2, data: [{ fillId: '1' }] })
    await browser.clock.advance(0)
    expect(refetched()).toEqual([1, 1])
  })
  it('refetches orders after one ended without a fill', async () => {
    deliver('orders', 'snapshot', { seq: 1, data: [order('1'), order('2')] })
    deliver('orders', 'delta', { seq: 2, data: [order('1', { status: 'partially_filled' })] })
    await browser.clock.advance(0)
    expect(refetched()).toEqual([0, 0])
    deliver('orders', 'delta', { seq: 3, data: [order('2', { status: 'cancelled' })] })
    await browser.clock.advance(0)
    expect(refetched()).toEqual([0, 1])
  })
  it('has them asked again after an interruption: nobody knows what was missed', async () => {
    deliver('fills', 'snapshot', { seq: 1, data: [] })
    tab.sockets.at(-1)?.drop()
    await browser.clock.advance(1_000)
    tab.sockets.at(-1)?.open()
    deliver('fills', 'snapshot', { seq: 1, data: [] })
    await browser.clock.advance(0)
    expect(refetched()).toEqual([1, 1])
  })
})

describe('new fills', () => {
  const fill = (fillId: string) => ({ fillId })
  const listen = () => {
    const notified: string[] = []
    fillListeners(tab.services.userStream).subscribe(
      (fills) => void notified.push(...fills.map(({ fillId }) => fillId)),
    )
    return notified
  }
  const reconnect = async () => {
    tab.sockets.at(-1)?.drop()
    await browser.clock.advance(1_000)
    tab.sockets.at(-1)?.open()
  }
  it('arrive once each, oldest first, after a reconnect too', async () => {
    const notified = listen()
    deliver('fills', 'snapshot', { seq: 1, data: [fill('9'), fill('8')] })
    deliver('fills', 'delta', { seq: 2, data: [fill('10')] })
    await reconnect()
    deliver('fills', 'snapshot', { seq: 1, data: ['12', '11', '10', '9'].map(fill) })
    await reconnect()
    deliver('fills', 'snapshot', { seq: 1, data: ['12', '11', '10', '9'].map(fill) })
    deliver('fills', 'delta', { seq: 2, data: [fill('13')] })
    expect(notified).toEqual(['10', '11', '12', '13'])
  })
  it('notifies only the user of a fill made after the login', async () => {
    const notified = listen()
    deliver('fills', 'snapshot', { seq: 1, data: [fill('9')] })
    await tab.store.dispatch(endSession())
    browser.signIn('7')
    await tab.store.dispatch(restoreSession())
    deliver('fills', 'snapshot', { seq: 1, data: [fill('11'), fill('9')] })
    expect([tab.sockets.length, notified]).toEqual([2, []])
  })
})

describe('a message during a fetch', () => {
  /** An answer that the gateway has written already, and that the network holds back. */
  const askSlowly = (
    name: 'assets' | 'openOrders',
    { path, old, now }: { path: string; old: unknown; now: unknown },
  ) => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let asked = 0
    browser.on(path, async () => (asked++ > 0 ? ok(now) : (await held, ok(old))))
    const { openOrders } = ordersApi.endpoints
    const { assets: balances } = balancesApi.endpoints
    if (name === 'assets')
      void tab.store.dispatch(balances.initiate(undefined, { forceRefetch: true }))
    else void tab.store.dispatch(openOrders.initiate(undefined, { forceRefetch: true }))
    return { release, asked: () => asked }
  }
  it('is not lost to it: balances are asked for once more', async () => {
    const { release, asked } = askSlowly('assets', {
      path: '/spot/account/assets',
      old: [balance('USDT', '1')],
      now: [balance('USDT', '4')],
    })
    deliver('balances', 'snapshot', { seq: 1, data: [balance('USDT', '1')] })
    deliver('balances', 'delta', { seq: 2, data: [balance('USDT', '4')] })
    release()
    await browser.clock.advance(1_000)
    expect([assets(), asked()]).toEqual([[balance('USDT', '4')], 2])
  })
  it('is not lost to it: orders are asked for once more', async () => {
    const { release, asked } = askSlowly('openOrders', {
      path: '/spot/order/open',
      old: { items: [order('1')], next: null },
      now: { items: [], next: null },
    })
    browser.on('/spot/order/trigger', () => ok({ items: [], next: null }))
    deliver('orders', 'snapshot', { seq: 1, data: [order('1')] })
    deliver('orders', 'delta', { seq: 2, data: [order('1', { status: 'filled' })] })
    release()
    await browser.clock.advance(1_000)
    expect([open(), asked()]).toEqual([[], 2])
  })
  it('costs no question where none was open', async () => {
    deliver('balances', 'snapshot', { seq: 1, data: [balance('USDT', '1')] })
    deliver('balances', 'delta', { seq: 2, data: [balance('USDT', '4')] })
    await browser.clock.advance(1_000)
    expect(browser.asked('/spot/account/assets')).toHaveLength(1)
  })
})

describe('a message before the cache is loaded', () => {
  const message = {
    topic: 'balances',
    type: 'delta',
    seq: 1,
    prevSeq: 0,
    data: [balance('USDT', '9')],
  } as const
  /** Syncs the tab's store with a stream and a loader that the test controls. */
  const sync = (loadCache: SyncUserStreamOptions['loadCache']) => {
    const messages = createEmitter<UserMessage>()
    syncUserStream({
      store: tab.store,
      stream: {
        ...tab.services.userStream,
        start: () => {},
        stop: () => {},
        subscribe: messages.subscribe,
      },
      ...(loadCache && { loadCache }),
    })
    return messages.emit
  }
  const syncSlowly = () => {
    let arrive = (): void => {}
    const loading = new Promise<typeof applyToCache>(
      (resolve) => (arrive = () => resolve(applyToCache)),
    )
    return { emit: sync(() => loading), arrive }
  }
  it('waits for it and is written in order', async () => {
    const { emit, arrive } = syncSlowly()
    emit(message)
    emit({ ...message, seq: 2, data: [balance('USDT', '8')] })
    expect(assets()).toEqual([balance('USDT', '1')])
    arrive()
    await browser.clock.advance(0)
    expect(assets()).toEqual([balance('USDT', '8')])
  })
  it('invalidates the cache if its code could not be loaded first', async () => {
    let isBroken = true
    const emit = sync(() =>
      isBroken ? Promise.reject(new Error('no network')) : Promise.resolve(applyToCache),
    )
    emit(message)
    await browser.clock.advance(0)
    expect(assets()).toEqual([balance('USDT', '1')])
    isBroken = false
    browser.on('/spot/account/assets', () => ok([balance('USDT', '7')]))
    emit({ ...message, seq: 2, data: [] })
    await browser.clock.advance(0)
    expect(assets()).toEqual([balance('USDT', '7')])
  })
  it('is discarded when the user changes', async () => {
    const { emit, arrive } = syncSlowly()
    emit(message)
    browser.signIn('8')
    await tab.store.dispatch(restoreSession())
    await tab.store.dispatch(balancesApi.endpoints.assets.initiate())
    arrive()
    await browser.clock.advance(0)
    expect(assets()).toEqual([balance('USDT', '1')])
  })
})

describe('the private stream', () => {
  it('starts with the user and stops with the session', async () => {
    expect(tab.sockets).toHaveLength(1)
    await tab.store.dispatch(endSession())
    expect([tab.sockets[0]?.isClosed, tab.services.userStream.status.getState()]).toEqual([
      true,
      'off',
    ])
  })
  it('opens no private stream for a guest', async () => {
    browser.signOut()
    expect((await browser.openTab()).sockets).toEqual([])
  })
  it('reconnects only as the user on screen', async () => {
    tab.sockets[0]?.open()
    deliver('orders', 'snapshot', { seq: 1, data: [] })
    browser.signIn('8')
    // The gateway closes the sockets of the session that has ended.
    tab.sockets[0]?.drop()
    await browser.clock.advance(1_000)
    expect([tab.session().user?.userId, tab.sockets.length]).toEqual(['8', 2])
  })
  it('checks the session after a socket that closes at once (wire 7)', async () => {
    tab.sockets[0]?.open()
    browser.on('/user/overview/userinfo', () => refused('20205'))
    tab.sockets[0]?.drop()
    await browser.clock.advance(0)
    expect([
      tab.session().status,
      tab.visited.at(-1),
      tab.services.userStream.status.getState(),
    ]).toEqual(['expired', '/en/login', 'off'])
  })
})

describe('merging', () => {
  const keyOf = ({ key }: { key: string }) => key
  it('replaces in place, keeps the rest, appends what is new', () => {
    expect(
      merged(
        [
          { key: 'a', n: 1 },
          { key: 'b', n: 1 },
        ],
        [
          { key: 'c', n: 2 },
          { key: 'a', n: 2 },
        ],
        keyOf,
      ),
    ).toEqual([
      { key: 'a', n: 2 },
      { key: 'b', n: 1 },
      { key: 'c', n: 2 },
    ])
  })
  it('takes the last value of a repeated key', () => {
    expect(
      merged(
        [],
        [
          { key: 'a', n: 1 },
          { key: 'a', n: 2 },
        ],
        keyOf,
      ),
    ).toEqual([{ key: 'a', n: 2 }])
  })
})
