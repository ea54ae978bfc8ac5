import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBrowser, ok, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotOrder } from '../../data/spot/model.ts'
import { useCancel } from './useCancel.tsx'

const CANCEL_ALL = '/spot/order/cancelAll'

const spec = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([spec]))
  browser.on(CANCEL_ALL, () => ok({ cancelled: ['1', '2'] }))
  const tab = await browser.openTab('http://app/en/asset')
  settle = renderPage(<All />, { browser, tab, at: '/en/asset' }).settle
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  // The dialog's code is fetched when it is first asked for.
  await screen.findByRole('button', { name: 'Keep as it is' })
})
afterEach(cleanup)

const order = (orderId: string): SpotOrder => ({
  orderId,
  clientOid: `w${orderId}`,
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60000.00',
  size: '0.01',
  sizeUnit: 'base',
  status: 'open',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  createdAt: 1,
})

function All() {
  const { all } = useCancel()
  return (
    <button
      type="button"
      onClick={() => void all({ which: { symbol: 'BTCUSDT' }, orders: [order('1'), order('2')] })}
    >
      All
    </button>
  )
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}

it('confirms cancelling all orders, without a button named Cancel', async () => {
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await press('Keep as it is')
  expect(browser.asked(CANCEL_ALL)).toEqual([])
})
it('takes back what it asked about', async () => {
  await press('Cancel all')
  expect(browser.asked(CANCEL_ALL)).toMatchObject([{ data: { symbol: 'BTCUSDT' } }])
})
it('names pair, number and value, with the focus off the red button', async () => {
  const dialog = screen.getByRole('alertdialog')
  await expect.poll(() => dialog.textContent).toContain('BTC/USDT')
  expect(dialog.textContent).toContain('2 orders will be cancelled.')
  expect(dialog.textContent).toContain('1,200.00')
  expect(document.activeElement?.textContent).toBe('Keep as it is')
})
