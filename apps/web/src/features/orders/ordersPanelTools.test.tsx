import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createEmitter, createStore } from '@x/kit'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { orderEventsOf } from './orderEvents.ts'
import { OrdersPanel } from './OrdersPanel.tsx'

// Read before the tests: each waits a second at most for what it shows.
beforeAll(async () => void (await import('./liveOrders.ts')))
afterEach(cleanup)

const specOf = (base: string): SpotSymbol => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
})

const order = (changes: Partial<SpotOrder>): SpotOrder => ({
  orderId: '1',
  clientOid: 'w1',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  price: '60000.00',
  size: '0.01000',
  sizeUnit: 'base',
  status: 'open',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  createdAt: 1,
  updatedAt: 1,
  ...changes,
})

const oco = order({
  orderId: '2',
  orderType: 'oco',
  triggers: [{ kind: 'stop', direction: 'rises', triggerPrice: '65000.00', price: null } as never],
})
const ether = order({ orderId: '3', symbol: 'ETHUSDT', price: '2000.00' })

async function open(orders: readonly SpotOrder[]) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([specOf('BTC'), specOf('ETH')]))
  browser.on('/spot/order/open', () => ok({ items: orders, next: null }))
  browser.on('/spot/order/trigger', () => ok({ items: [], next: null }))
  browser.on('/spot/account/assets', () => ok([]))
  browser.on('/spot/account/positions', () => ok([]))
  const tab = await browser.openTab()
  const { settle } = renderPage(
    <OrdersPanel
      spec={specOf('BTC')}
      commands={createEmitter<string>()}
      chosen={createStore('open')}
    />,
    { browser, tab },
  )
  await settle()
  await screen.findByRole('checkbox', { name: 'This pair only' })
  return { tab, settle }
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

it('counts an OCO whose limit rests once', async () => {
  await open([order({}), oco])
  expect(tabs().slice(0, 2)).toEqual(['Open orders2', 'Trigger orders0'])
})

it('shows and keeps this pair only', async () => {
  const { tab, settle } = await open([order({}), ether])
  expect(tabs()[0]).toBe('Open orders2')
  fireEvent.click(screen.getByRole('checkbox', { name: 'This pair only' }))
  await settle()
  expect(tabs()[0]).toBe('Open orders1')
  expect(tab.services.storage.get(STORAGE_KEYS.orderView)).toBe('pair;0;')
})

it('shows an event and offers nothing for an ended order', async () => {
  const { tab, settle } = await open([])
  const events = orderEventsOf(tab.services.toasts)
  act(() => void events.show({ kind: 'success', text: 'Order placed', orderId: '9' }))
  await settle()
  expect(screen.getByText('Order placed').getAttribute('role')).toBe('status')
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(tab.toasts()).toEqual([])
})
