import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createEmitter, createStore } from '@x/kit'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { SpotOrder } from '../../data/spot/model.ts'
import { PHONE } from '../../lib/media/useMedia.ts'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { orderEventsOf } from './orderEvents.ts'
import { OrdersToolbar } from './OrdersToolbar.tsx'
import { openOrder, pairOf } from './testing/orderFixtures.ts'

const CANCEL = '/spot/order/cancel'
const CANCEL_ALL = '/spot/order/cancelAll'

// Read before the tests: each waits a second at most for what it shows.
beforeAll(async () => void (await import('./EditOrder.tsx')))
afterEach(cleanup)

const bought = openOrder({ orderId: '5', createdAt: 5 })
const sold = openOrder({ orderId: '4', side: 'sell', price: '70000.00', createdAt: 4 })
const ether = openOrder({ orderId: '6', symbol: 'ETHUSDT', price: '2000.00', createdAt: 6 })

async function open(orders: readonly SpotOrder[], list = 'open') {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([pairOf('BTC'), pairOf('ETH')]))
  browser.on('/spot/order/open', () => ok({ items: orders, next: null }))
  browser.on('/spot/order/trigger', () => ok({ items: [], next: null }))
  browser.on(CANCEL, () => ok({ orderId: '5', clientOid: 'w1', status: 'cancelled' }))
  browser.on(CANCEL_ALL, () => ok({ cancelled: orders.map(({ orderId }) => orderId) }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const commands = createEmitter<string>()
  const { settle } = renderPage(
    <OrdersToolbar spec={pairOf('BTC')} commands={commands} chosen={createStore(list)} />,
    { browser, tab },
  )
  await settle()
  return {
    browser,
    tab,
    settle,
    command: async (name: string) => {
      act(() => commands.emit(name))
      await settle()
    },
    menu: async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel all' }))
      await screen.findByRole('menu')
    },
  }
}

it('cancels the latest order of the pair by key', async () => {
  const { browser, command } = await open([ether, bought, sold])
  await command('cancelLast')
  await expect.poll(() => browser.asked(CANCEL).length).toBe(1)
  expect(browser.asked(CANCEL)[0]?.data).toMatchObject({ orderId: '5' })
})

it('does nothing by key where the pair has no order', async () => {
  const { browser, command } = await open([ether])
  for (const name of ['cancelLast', 'editLast', 'cancelAll']) await command(name)
  expect([browser.asked(CANCEL), browser.asked(CANCEL_ALL)]).toEqual([[], []])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('opens the latest order of the pair for a change by key', async () => {
  const { command } = await open([bought])
  await command('editLast')
  expect((await screen.findByRole('dialog')).textContent).toContain('Buy')
})

it('asks before it cancels the orders of the pair by key', async () => {
  const { browser, command, settle } = await open([bought, sold, ether])
  await command('cancelAll')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('2 orders will be cancelled.')
  fireEvent.click(screen.getByRole('button', { name: 'Keep as it is' }))
  await settle()
  expect(browser.asked(CANCEL_ALL)).toEqual([])
})

it('counts the orders of each scope', async () => {
  const { menu } = await open([bought, sold, ether])
  await menu()
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['BTC/USDT2', 'BTC/USDT, buys1', 'BTC/USDT, sells1', 'All pairs3'])
})

it('offers no scope without orders', async () => {
  const { menu } = await open([bought])
  await menu()
  const sells = screen.getByRole('menuitem', { name: /sells/ })
  expect(sells.getAttribute('aria-disabled')).toBe('true')
})

it('filters no balances by pair', async () => {
  await open([], 'assets')
  expect(screen.queryByRole('checkbox', { name: 'This pair only' })).toBeNull()
})

it('offers the columns of tables, which a phone does not show', async () => {
  const offered = () => screen.queryByRole('button', { name: 'Columns' }) !== null
  await open([])
  expect(offered()).toBe(true)
  cleanup()
  const media = (query: string) => Object.assign(new EventTarget(), { matches: query === PHONE })
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => media(query) as MediaQueryList)
  await open([])
  expect(offered()).toBe(false)
  cleanup()
  await open([], 'assets')
  expect(offered()).toBe(true)
  vi.restoreAllMocks()
})

it('offers to change and cancel the order of an event', async () => {
  const { tab, settle } = await open([bought])
  const events = orderEventsOf(tab.services.toasts)
  act(() => void events.show({ kind: 'success', text: 'Order placed', orderId: '5' }))
  await settle()
  expect(screen.getByRole('status').textContent).toBe('Order placed')
  expect(screen.getByRole('button', { name: /Cancel.*0\.01|^Cancel$/ })).toBeDefined()
})

it('takes an event away after its time', async () => {
  const { tab, settle } = await open([])
  act(() => void orderEventsOf(tab.services.toasts).show({ kind: 'info', text: 'Order filled' }))
  await settle()
  expect(screen.getByRole('status').textContent).toBe('Order filled')
  await settle(16_000)
  expect(screen.getByRole('status').textContent).toBe('')
})
