import { act, cleanup, screen } from '@testing-library/react'
import type { Chart, OverlayCreate } from 'klinecharts'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotSymbol } from '../../data/spot/model.ts'
import OrderLineLayer from './OrderLineLayer.tsx'

afterEach(cleanup)

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const order = {
  orderId: '1',
  clientOid: 'w',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60000.00',
  size: '0.01000',
  sizeUnit: 'base',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  status: 'open',
  createdAt: 0,
}

const alertAt = (price: string, symbol = 'BTCUSDT') => ({
  alertId: price,
  symbol,
  price,
  direction: 'rise',
  createdAt: 0,
})

async function setUp(alerts: readonly object[] = []) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/order/open', () => ok({ items: [order], next: null }))
  browser.on('/spot/order/trigger', () => ok({ items: [], next: null }))
  browser.on('/spot/account/positions', () => ok([]))
  browser.on('/user/alert/list', () => ok({ items: alerts }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  let laid: OverlayCreate[] = []
  const chart = {
    createOverlay: (overlay: OverlayCreate) => void laid.push(overlay),
    setOffsetRightDistance: () => {},
    setStyles: () => {},
    removeOverlay: () => void (laid = []),
    getDom: () => document.body,
  }
  const { unmount, settle } = renderPage(
    <OrderLineLayer chart={chart as unknown as Chart} spec={spec} />,
    { browser, tab },
  )
  await settle()
  await expect
    .poll(() => laid)
    .toMatchObject([
      ...alerts.slice(0, 1).map(() => ({ points: [{ value: 65_000 }] })),
      { points: [{ value: 60_000 }] },
    ])
  return { laid: () => laid, unmount, tab, settle, browser }
}

describe('the lines of a user’s orders on a chart that stays', () => {
  it('go with the user', async () => {
    const { laid, unmount } = await setUp()
    unmount()
    expect(laid()).toEqual([])
  })

  it('removes a dragged line for good once its order ends', async () => {
    const { laid, unmount } = await setUp()
    laid()[0]?.onPressedMoveStart?.({} as never)
    unmount()
    window.dispatchEvent(new MouseEvent('mouseup'))
    expect(laid()).toEqual([])
  })
})

it('amends only the price of a dragged line', async () => {
  const { laid, tab, settle } = await setUp()
  laid()[0]?.onPressedMoveStart?.({} as never)
  await act(async () =>
    laid()[0]?.onPressedMoveEnd?.({ overlay: { points: [{ value: 61_000 }] } } as never),
  )
  const fields = async () =>
    (await screen.findAllByRole('textbox')).map((field) => (field as HTMLInputElement).value)
  expect(await fields()).toEqual(['61000.00', '0.01000'])
  const deliver = (type: string, seq: number, size: string) =>
    tab.sockets
      .at(-1)
      ?.deliver({ topic: 'orders', type, seq, prevSeq: seq - 1, ts: 0, data: [{ ...order, size }] })
  await act(async () => {
    deliver('snapshot', 1, '0.01000')
    deliver('delta', 2, '0.03000')
  })
  await settle()
  expect(await fields()).toEqual(['61000.00', '0.03000'])
})

it('shows the price alerts of its pair among the axis tags', async () => {
  const { laid } = await setUp([alertAt('65000.00'), alertAt('3000.00', 'ETHUSDT')])
  const [alert, line] = laid()
  expect(alert).toMatchObject({ lock: true, extendData: { text: 'Alert' } })
  // All prices of the axis are known to each tag, so that none covers another.
  const prices = [alert, line].map(({ extendData } = {} as never) => {
    const { prices: known } = extendData as { readonly prices: readonly number[] }
    return known
  })
  expect(prices).toEqual([
    [60_000, 65_000],
    [60_000, 65_000],
  ])
})

it('drops the line of an alert once its notice comes', async () => {
  let items = [alertAt('65000.00')]
  const { laid, tab, settle, browser } = await setUp(items)
  items = []
  browser.on('/user/alert/list', () => ok({ items }))
  const notice = { noticeId: 'priceAlert:1', kind: 'priceAlert', isRead: false }
  const deliver = (type: string, seq: number) =>
    tab.sockets
      .at(-1)
      ?.deliver({ topic: 'notices', type, seq, prevSeq: seq - 1, ts: 0, data: [notice] })
  await act(async () => {
    deliver('snapshot', 1)
    deliver('delta', 2)
  })
  await settle()
  await expect.poll(() => laid().map(({ points }) => points)).toEqual([[{ value: 60_000 }]])
})
