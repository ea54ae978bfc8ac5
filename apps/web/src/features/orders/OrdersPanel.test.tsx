import { createEmitter, createStore } from '@x/kit'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { OrdersPanel } from './OrdersPanel.tsx'

// Read before the tests: each waits a second at most for what it shows.
beforeAll(
  async () =>
    void (await Promise.all([
      import('./liveOrders.ts'),
      import('./historyLists.tsx'),
      import('./AssetsTable.tsx'),
    ])),
)

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
const EMPTY = {
  'Open orders': 'No open orders.',
  'Trigger orders': 'No orders wait for a trigger.',
  'Order history': 'No past orders yet.',
  Fills: 'No fills yet.',
  Assets: 'No balances yet.',
}
const TABS = Object.keys(EMPTY) as (keyof typeof EMPTY)[]
const LISTS = [
  '/spot/order/open',
  '/spot/order/trigger',
  '/spot/order/history',
  '/spot/order/fills',
  '/spot/account/assets',
  '/spot/account/positions',
]
const silence = () => new Promise<never>(() => {})

type Answer = Parameters<TestBrowser['on']>[1]

/** The panel with one of its tabs in front. */
async function open(
  tabName: string,
  {
    isUser = true,
    who,
    lists,
  }: {
    readonly isUser?: boolean
    readonly who?: Answer
    readonly lists?: (path: string) => ReturnType<Answer>
  } = {},
) {
  const browser = createTestBrowser()
  if (isUser) browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([spec]))
  if (who) browser.on('/user/overview/userinfo', who)
  for (const path of LISTS)
    browser.on(
      path,
      () => lists?.(path) ?? ok(path.startsWith('/spot/account') ? [] : { items: [], next: null }),
    )
  const tab = await browser.openTab()
  const { settle } = renderPage(
    <OrdersPanel spec={spec} commands={createEmitter<string>()} chosen={createStore('open')} />,
    { browser, tab },
  )
  await settle()
  const choice = screen.getByRole('tab', { name: new RegExp(`^${tabName}`) })
  fireEvent.click(choice)
  await settle()
  return { tab, browser, settle, choice, panel: within(screen.getByRole('tabpanel')) }
}

describe.each(TABS)('issue 6, no blank state: the tab %s', (name) => {
  it('shows a guest the way in', async () => {
    const { panel } = await open(name, { isUser: false })
    expect(panel.getByText('Log in to see your orders and balances.').textContent).not.toBe('')
    expect(panel.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/en/login')
  })
  it('says that it loads while it is not known who this is', async () => {
    const { panel } = await open(name, {
      who: () => {
        throw connectionLost()
      },
    })
    expect(panel.getByRole('status', { name: 'Loading' }).childElementCount).toBeGreaterThan(0)
  })
  it('says that it loads until its list is here', async () => {
    const { panel } = await open(name, { lists: silence })
    expect((await panel.findAllByRole('status', { name: 'Loading' })).length).toBeGreaterThan(0)
  })
  it('says of a list without entries that it has none', async () => {
    const { panel } = await open(name)
    expect((await panel.findByText(EMPTY[name])).textContent).toBe(EMPTY[name])
  })
  it('says that its list could not be loaded, and tries again', async () => {
    let isDown = true
    const { panel, settle } = await open(name, {
      lists: (path) => {
        if (isDown) throw connectionLost()
        return ok(path.startsWith('/spot/account') ? [] : { items: [], next: null })
      },
    })
    expect((await panel.findByText('This list could not be loaded.')).textContent).not.toBe('')
    isDown = false
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    await settle()
    expect((await panel.findByText(EMPTY[name])).textContent).toBe(EMPTY[name])
  })
})

it('the tabs count nothing before the orders are known', async () => {
  const { choice } = await open('Open orders', { lists: silence })
  expect(choice.textContent).toBe('Open orders')
})

it('keeps the chosen list when the screen width changes', async () => {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => ok([spec]))
  const tab = await browser.openTab()
  const chosen = createStore('open')
  const show = () =>
    renderPage(<OrdersPanel spec={spec} commands={createEmitter<string>()} chosen={chosen} />, {
      browser,
      tab,
    })
  const selected = () => screen.getByRole('tab', { selected: true }).textContent
  const { unmount } = show()
  const before = selected()
  fireEvent.click(screen.getByRole('tab', { name: /^Fills/ }))
  unmount()
  show()
  expect([before, selected()]).toEqual(['Open orders', 'Fills'])
})

it('keeps the amend dialog when its order ends meanwhile (wire 10)', async () => {
  const order: SpotOrder = {
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
  }
  const { browser, settle, panel, tab } = await open('Open orders', {
    lists: (path) =>
      ok(
        path.startsWith('/spot/account')
          ? []
          : { items: path.endsWith('/open') ? [order] : [], next: null },
      ),
  })
  browser.on('/spot/order/amend', () => refused('40401', { msg: 'There is no such order.' }))
  fireEvent.click(await panel.findByRole('button', { name: /^Change:/ }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Price' }), { target: { value: '59000' } })
  await act(async () =>
    tab.sockets
      .at(-1)
      ?.deliver({ topic: 'orders', type: 'snapshot', seq: 1, prevSeq: 0, ts: 0, data: [] }),
  )
  await settle()
  expect(panel.queryByRole('button', { name: /^Change:/ })).toBeNull()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('59000')
  fireEvent.submit(document.querySelector('[role=dialog] form')!)
  // No book has come.
  await screen.findByText(/The order book on screen is not current/)
  await act(() => tab.services.dialogs.answer('confirm'))
  await expect
    .poll(() => dialog.queryByRole('alert')?.textContent)
    .toBe('It does not exist, or no longer.')
})
