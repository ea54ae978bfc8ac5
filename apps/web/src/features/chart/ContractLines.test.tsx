import type { FuturesOrder, FuturesPosition } from '@x/api'
import type { CandlePrice } from '@x/market'
import { act, cleanup } from '@testing-library/react'
import type { Chart, OverlayCreate } from 'klinecharts'
import { afterEach, describe, expect, it } from 'vitest'
import FuturesAccountSync from '../../data/futures/FuturesAccountSync.tsx'
import { restoreSession } from '../../data/session/thunks.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import {
  BTC_CONTRACT,
  BTC_LONG,
  ETH_SHORT,
  EXIT_ORDER,
  OPEN_ORDER,
} from '../../testing/futuresFixtures.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import ContractLines from './ContractLines.tsx'

afterEach(cleanup)

const spec = { ...BTC_CONTRACT, symbol: 'usdt/BTCUSDT' }
const STOP: FuturesOrder = {
  ...OPEN_ORDER,
  orderId: '103',
  orderType: 'stop_market',
  status: 'waiting',
  price: null,
  triggers: [
    { kind: 'stop', triggerBy: 'last', direction: 'rises', triggerPrice: '62000.0', price: null },
  ],
}

async function setUp({
  positions = [BTC_LONG, ETH_SHORT],
  orders = [OPEN_ORDER, EXIT_ORDER],
  isGuest = false,
  price,
}: {
  readonly positions?: readonly FuturesPosition[]
  readonly orders?: readonly FuturesOrder[]
  readonly isGuest?: boolean
  readonly price?: CandlePrice
} = {}) {
  const browser = createTestBrowser()
  const state = scriptFutures(browser)
  state.positions = positions
  state.orders = orders
  if (!isGuest) browser.signIn('7')
  const tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  if (!isGuest) await tab.store.dispatch(restoreSession())
  let laid: OverlayCreate[] = []
  const chart = {
    createOverlay: (overlay: OverlayCreate) => void laid.push(overlay),
    setOffsetRightDistance: () => {},
    setStyles: () => {},
    removeOverlay: () => void (laid = []),
    getDom: () => document.body,
  }
  const { unmount, settle } = renderPage(
    <FuturesTexts>
      {isGuest ? null : <FuturesAccountSync />}
      <ContractLines chart={chart as unknown as Chart} spec={spec} price={price} />
    </FuturesTexts>,
    { browser, tab },
  )
  await settle()
  await expect.poll(() => laid.length).toBeGreaterThan(0)
  const at = (price: number) => laid.find(({ points }) => pricesOf(points)[0] === price)
  const dragTo = (from: number, to: number) =>
    act(async () => {
      at(from)?.onPressedMoveStart?.({} as never)
      at(from)?.onPressedMoveEnd?.({ overlay: { points: [{ value: to }] } } as never)
    })
  const close = (price: number) =>
    act(async () => at(price)?.onClick?.({ figure: { key: 'close' } } as never))
  return { browser, tab, unmount, laid: () => laid, at, dragTo, close }
}

const pricesOf = (points: OverlayCreate['points']) =>
  (points ?? []).map((point) => (point as { value?: number }).value)
const textOf = (overlay: OverlayCreate | undefined) =>
  (overlay?.extendData as { text?: string } | undefined)?.text

describe('the lines of a contract (futures 12)', () => {
  it('shows entry and liquidation price where they are', async () => {
    const { at } = await setUp()
    expect([textOf(at(60_000)), at(60_000)?.lock]).toEqual(['Entry price', true])
    expect(textOf(at(51_234.5))).toBe('Liq. price')
  })

  it('shows the mark price, which cannot be moved', async () => {
    const { at } = await setUp()
    expect([textOf(at(60_500)), at(60_500)?.lock]).toEqual(['Mark price', true])
  })

  it('shows guests the mark price alone', async () => {
    const { laid, unmount } = await setUp({ isGuest: true })
    expect(laid().map((line) => [textOf(line), ...pricesOf(line.points)])).toEqual([
      ['Mark price', 60_500],
    ])
    unmount()
    expect(laid()).toEqual([])
  })

  it('draws no line of the price that the candles have', async () => {
    const { laid } = await setUp({ price: 'mark' })
    expect(laid().map(textOf)).not.toContain('Mark price')
  })

  it('shows orders and exits of this contract alone', async () => {
    const { laid, at } = await setUp({ orders: [OPEN_ORDER, EXIT_ORDER, STOP] })
    expect(laid().flatMap(({ points }) => pricesOf(points))).toEqual([
      60_000, 51_234.5, 60_500, 65_000, 62_000, 59_000,
    ])
    expect(at(65_000)?.lock).toBe(false)
    expect([at(59_000)?.lock, at(62_000)?.lock]).toEqual([false, false])
    expect([textOf(at(59_000)), textOf(at(62_000))]).toEqual([
      'Limit · Buy 0.100',
      'Stop-market · Buy 0.100',
    ])
    expect(textOf(at(65_000))).toBe('TP · Sell 0.500')
  })

  it('amends the take profit where its line is let go', async () => {
    const { browser, tab, dragTo } = await setUp()
    browser.on('/futures/position/exits', () => ok({ takeProfit: null, stopLoss: null }))
    await dragTo(65_000, 66_000.04)
    await expect
      .poll(() => browser.asked('/futures/position/exits').map(({ data }) => data))
      .toMatchObject([
        { symbol: 'BTCUSDT', takeProfitTriggerPrice: '66000.0', stopLossTriggerPrice: null },
      ])
    await expect.poll(() => tab.toasts()).toContain('TP/SL saved.')
  })

  it('keeps the other exit as one is moved', async () => {
    const both = { ...BTC_LONG, stopLoss: { triggerPrice: '58000.0', price: null } }
    const { browser, dragTo } = await setUp({ positions: [both] })
    browser.on('/futures/position/exits', () => ok({ takeProfit: null, stopLoss: null }))
    await dragTo(58_000, 57_000)
    await expect
      .poll(() => browser.asked('/futures/position/exits').map(({ data }) => data))
      .toMatchObject([{ takeProfitTriggerPrice: '65000.0', stopLossTriggerPrice: '57000.0' }])
  })

  it('removes an exit and cancels an order by their handles', async () => {
    const { browser, close } = await setUp()
    browser.on('/futures/position/exits', () => ok({ takeProfit: null, stopLoss: null }))
    browser.on('/futures/order/cancel', () => ok({}))
    await close(65_000)
    await close(59_000)
    await expect
      .poll(() => browser.asked('/futures/position/exits')[0]?.data)
      .toMatchObject({ takeProfitTriggerPrice: null })
    await expect
      .poll(() => browser.asked('/futures/order/cancel')[0]?.data)
      .toMatchObject({ orderId: '101' })
  })

  it('asks before an order gets the price of its line (futures 4)', async () => {
    const { browser, tab, dragTo } = await setUp({ orders: [OPEN_ORDER, STOP] })
    browser.on('/futures/order/amend', () => ok({ orderId: '101' }))
    await dragTo(59_000, 58_500.04)
    expect(tab.services.dialogs.getState().current?.options).toMatchObject({
      title: 'Limit · Buy 0.100',
      message: 'The price changes from 59,000.0 to 58,500.0.',
    })
    await act(() => tab.services.dialogs.answer('cancel'))
    expect(browser.asked('/futures/order/amend')).toEqual([])
    await dragTo(62_000, 62_500)
    await act(() => tab.services.dialogs.answer('confirm'))
    await expect
      .poll(() => browser.asked('/futures/order/amend')[0]?.data)
      .toMatchObject({ orderId: '103', triggerPrice: '62500.0' })
    await expect.poll(() => tab.toasts()).toContain('Order moved to 62,500.0.')
  })

  it('leaves a line that trails where the market has it', async () => {
    const [trigger] = STOP.triggers
    const trailing: FuturesOrder = {
      ...STOP,
      orderType: 'trailing',
      closePosition: true,
      triggers: [{ ...trigger!, kind: 'trailing', callbackRate: '1' }],
    }
    const { at } = await setUp({ orders: [trailing] })
    expect(at(62_000)?.lock).toBe(true)
    expect(textOf(at(62_000))).toBe('Trailing stop · Buy All')
  })

  it('says why an exit was refused', async () => {
    const { browser, tab, dragTo } = await setUp()
    browser.on('/futures/position/exits', () => refused('40215'))
    await dragTo(65_000, 66_000)
    await expect.poll(() => tab.toasts()).toContain('This account is being liquidated.')
  })

  it('leaves the chart with the user', async () => {
    const { laid, unmount } = await setUp()
    unmount()
    expect(laid()).toEqual([])
  })
})
