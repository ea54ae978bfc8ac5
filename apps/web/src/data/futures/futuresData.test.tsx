import { act, cleanup, render } from '@testing-library/react'
import { createManualFrame } from '@x/market/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Providers } from '../../app/startup/Providers.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import {
  BTC_LONG,
  ETH_SHORT,
  EXIT_ORDER,
  FUTURES_ACCOUNT,
  OPEN_ORDER,
} from '../../testing/futuresFixtures.ts'
import { type FuturesState, scriptFutures } from '../../testing/futuresGateway.ts'
import { useFuturesAccount } from './accountApi.ts'
import { productOf } from './api.ts'
import { useContracts, useMarks } from './contractsApi.ts'
import { useMove } from './moveApi.ts'
import {
  isWaiting,
  useCancelAllFuturesOrders,
  useCancelFuturesOrder,
  useFuturesOrders,
} from './ordersApi.ts'
import {
  legOf,
  positionKey,
  useCloseAllPositions,
  useClosePosition,
  useFuturesPositions,
  useMovePositionMargin,
  useReversePosition,
  useSetAutoMargin,
  useSetPositionExits,
} from './positionsApi.ts'

let browser: TestBrowser
let tab: TestTab
let futures: FuturesState
const settle = (ms = 0) => act(() => browser.clock.advance(ms))

beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  futures = scriptFutures(browser)
  tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
})
afterEach(cleanup)

/** What a hook gives, as it is now. */
async function use<T>(hook: () => T) {
  const given = {} as { current: T }
  function Reader() {
    given.current = hook()
    return null
  }
  render(
    <Providers services={tab.services} store={tab.store}>
      <Reader />
    </Providers>,
  )
  await settle()
  await settle()
  return given
}
const bodies = (path: string) => browser.asked(path).map(({ method, data }) => ({ method, data }))

describe('reads of futures', () => {
  it('have the positions of both products', async () => {
    const { current } = await use(useFuturesPositions)
    expect(current.data?.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT', 'BTCUSD'])
  })

  it('have the account with its wallets', async () => {
    const { current } = await use(useFuturesAccount)
    expect(current.data).toEqual(FUTURES_ACCOUNT)
  })

  it('have all live orders, the newest first', async () => {
    const { current } = await use(useFuturesOrders)
    expect(current.data?.map(({ orderId }) => orderId)).toEqual(['102', '101'])
  })

  it('have each order once, whichever list it is in', async () => {
    browser.on('/futures/order/open', () => ok({ items: [OPEN_ORDER, EXIT_ORDER], next: null }))
    const { current } = await use(useFuturesOrders)
    expect(current.data).toHaveLength(2)
  })

  it('have every page of the orders', async () => {
    browser.on('/futures/order/open', ({ data: { cursor } }) =>
      cursor === undefined
        ? ok({ items: [OPEN_ORDER], next: '101' })
        : ok({ items: [{ ...OPEN_ORDER, orderId: '99' }], next: null }),
    )
    const { current } = await use(useFuturesOrders)
    expect(current.data?.map(({ orderId }) => orderId)).toContain('99')
  })

  it('fail as a whole where one list of orders fails', async () => {
    browser.on('/futures/order/trigger', () => refused('40401'))
    const { current } = await use(useFuturesOrders)
    expect([current.data, current.error]).toEqual([
      undefined,
      expect.objectContaining({ code: '40401' }),
    ])
  })

  it('have the rules of each contract', async () => {
    const { current } = await use(useContracts)
    expect([...current.keys()]).toEqual(['BTCUSDT', 'ETHUSDT', 'BTCUSD'])
  })

  const HELD = [
    { symbol: 'BTCUSDT', product: 'usdt' },
    { symbol: 'ETHUSDT', product: 'usdt' },
  ] as const

  it('have the marks, null where the index is stale', async () => {
    futures.marks = { BTCUSDT: '60500.0', ETHUSDT: null }
    const { current } = await use(() => useMarks(HELD))
    expect([...current]).toEqual([
      ['BTCUSDT', '60500.0'],
      ['ETHUSDT', null],
    ])
  })

  it('take marks from the stream once it has sent all', async () => {
    const result = await use(() => useMarks(HELD))
    const socket = tab.marketSockets.at(-1)
    act(() => {
      socket?.open()
      for (const [symbol, mark] of [
        ['BTCUSDT', '60600.0'],
        ['ETHUSDT', null],
      ] as const)
        socket?.deliver({
          topic: 'mark@1s',
          symbol,
          product: 'usdt',
          type: 'snapshot',
          seq: 0,
          prevSeq: 0,
          ts: 1,
          mark,
          index: mark,
          rate: '0.0001',
          nextAt: 28_800_000,
          openInterest: '1',
        })
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
    await settle()
    expect(HELD.map(({ symbol }) => result.current.get(symbol))).toEqual(['60600.0', null])
    const asked = browser.asked('/futures/public/tickers').length
    await settle(5_000)
    expect(browser.asked('/futures/public/tickers')).toHaveLength(asked)
  })

  it('ask for no marks where no position is held', async () => {
    await use(() => useMarks([]))
    await settle(5_000)
    expect(browser.asked('/futures/public/tickers')).toEqual([])
  })

  it('say nothing of their failures themselves', async () => {
    browser.on('/futures/account', () => refused('40301'))
    await use(useFuturesAccount)
    expect(tab.toasts()).toEqual([])
  })
})

describe('commands of futures', () => {
  it.each([
    [
      'close',
      useClosePosition,
      '/futures/position/close',
      { symbol: 'BTCUSDT', share: '50', orderType: 'market' },
    ],
    [
      'close all',
      useCloseAllPositions,
      '/futures/position/closeAll',
      { product: 'usdt', clientOid: 'w1' },
    ],
    [
      'reverse',
      useReversePosition,
      '/futures/position/reverse',
      { symbol: 'BTCUSDT', positionSide: null, clientOid: 'w2' },
    ],
    [
      'set exits',
      useSetPositionExits,
      '/futures/position/exits',
      { symbol: 'BTCUSDT', takeProfitTriggerPrice: '65000', stopLossTriggerPrice: null },
    ],
    [
      'move margin',
      useMovePositionMargin,
      '/futures/position/margin',
      { symbol: 'ETHUSDT', positionSide: 2, amount: '-5', clientOid: 'm' },
    ],
    [
      'set automatic margin',
      useSetAutoMargin,
      '/futures/position/autoMargin',
      { symbol: 'ETHUSDT', positionSide: 2, enabled: true },
    ],
    ['cancel an order', useCancelFuturesOrder, '/futures/order/cancel', { orderId: '101' }],
    [
      'cancel all orders',
      useCancelAllFuturesOrders,
      '/futures/order/cancelAll',
      { product: 'usdt' },
    ],
    [
      'move funds',
      useMove,
      '/asset/move',
      { from: 'spot', to: 'futures', asset: 'USDT', amount: '1', clientOid: 'w3' },
    ],
  ] as const)('post to %s, and leave a refusal to the caller', async (_name, hook, path, terms) => {
    browser.on(path, () => refused('40215'))
    const given = await use(hook as unknown as () => readonly [(terms: object) => Promise<object>])
    const answer = await act(() => given.current[0](terms))
    expect(bodies(path)).toEqual([{ method: 'POST', data: expect.objectContaining(terms) }])
    expect([answer, tab.toasts()]).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: '40215' }) }),
      [],
    ])
  })
})

describe('names of positions and orders', () => {
  it('have one key in one-way mode, one a side in two-way mode', () => {
    expect(
      [BTC_LONG, { ...BTC_LONG, positionSide: 2 as const }, ETH_SHORT].map(positionKey),
    ).toEqual(['BTCUSDT net', 'BTCUSDT net', 'ETHUSDT 2'])
  })

  it('name the side in commands of two-way mode only', () => {
    expect([legOf(BTC_LONG), legOf(ETH_SHORT)]).toEqual([
      { symbol: 'BTCUSDT', positionSide: null },
      { symbol: 'ETHUSDT', positionSide: 2 },
    ])
  })

  it('distinguish orders that wait from those in the book', () => {
    const fired = { ...EXIT_ORDER, firedAt: 5 }
    expect([OPEN_ORDER, EXIT_ORDER, fired].map(isWaiting)).toEqual([false, true, false])
  })

  it('distinguish the products by their margin coin', () => {
    expect(['USDT', 'BTC', 'ETH'].map((marginCoin) => productOf({ marginCoin }))).toEqual([
      'usdt',
      'coin',
      'coin',
    ])
  })
})
