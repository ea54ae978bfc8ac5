import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestBrowser, ok, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { useCancel } from './useCancel.ts'

const CANCEL_ALL = '/spot/order/cancelAll'

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on(CANCEL_ALL, () => ok({ cancelled: ['1', '2'] }))
  const tab = await browser.openTab('http://app/en/asset')
  settle = renderPage(<All />, { browser, tab, at: '/en/asset' }).settle
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  // The dialog's code is fetched when it is first asked for.
  await screen.findByRole('button', { name: 'Keep as it is' })
})
afterEach(cleanup)

function All() {
  const { all } = useCancel()
  return (
    <button type="button" onClick={() => void all({ symbol: 'BTCUSDT' }, 2)}>
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
