import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import FillWatch from './FillWatch.tsx'

const PAIR = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const fill = (id: number, more: object = {}) => ({
  fillId: String(id),
  orderId: '1',
  symbol: 'BTCUSDT',
  side: 'buy',
  role: 'taker',
  price: '60000',
  size: '0.5',
  value: '30000',
  fee: '0',
  feeAsset: 'BTC',
  createdAt: 0,
  ...more,
})

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([PAIR]))
})
afterEach(cleanup)

async function show(at = '/en/asset') {
  tab = await browser.openTab(`http://app${at}`)
  settle = renderPage(<FillWatch />, { browser, tab, at }).settle
  await settle()
}
/** Fills arrive on the private stream. */
const trade = (seq: number, ...data: object[]) =>
  act(async () =>
    tab.sockets.at(-1)?.deliver({
      topic: 'fills',
      type: seq === 1 ? 'snapshot' : 'delta',
      seq,
      prevSeq: seq - 1,
      ts: 0,
      data,
    }),
  )
const notices = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

it('notifies of each traded order once and logs it', async () => {
  await show()
  await trade(1)
  await trade(2, fill(1), fill(2, { price: '60100' }))
  const text = tab.services.log.getState().messages.map((message) => message.text)
  expect(text).toHaveLength(1)
  const [, said] = /^\u2068BTC\/USDT\u2069 · (.*)$/.exec(String(text[0])) ?? []
  expect(said).toBeDefined()
  expect(notices()).toEqual([expect.stringContaining(`BTC/USDT${said}`)])
  expect(text[0]).toMatch(/1\.00000 BTC.*60,050\.00 USDT/)
})

it('is silent about the fills that were there before', async () => {
  await show()
  await trade(1, fill(1))
  expect([notices(), tab.services.log.getState().messages]).toEqual([[], []])
})

it('notifies of an order that traded while disconnected', async () => {
  await show()
  await trade(1, fill(1))
  tab.sockets.at(-1)?.drop()
  await settle(1_000)
  await trade(1, fill(2, { orderId: '2' }), fill(1))
  expect([notices().length, tab.services.log.getState().unread]).toEqual([1, 1])
})

it('shows the latest three notices and logs all', async () => {
  await show()
  await trade(1)
  await trade(
    2,
    ...Array.from({ length: 40 }, (_, at) =>
      fill(at + 1, { orderId: String(at), size: String(at + 1) }),
    ),
  )
  await trade(3, fill(41, { orderId: '99', size: '99' }))
  expect(notices().map((text) => /Bought ([\d.]+)/.exec(text ?? '')?.[1])).toEqual([
    '39.00000',
    '40.00000',
    '99.00000',
  ])
  expect(tab.services.log.getState().messages).toHaveLength(41)
})

it('goes after four seconds, the log stays (U5)', async () => {
  await show()
  await trade(1)
  await trade(2, fill(1))
  await settle(3_999)
  expect(notices()).toHaveLength(1)
  await settle(1)
  expect([notices().length, tab.services.log.getState().unread]).toEqual([0, 1])
})

it('leads to the records, and does not where they are shown', async () => {
  await show()
  await trade(1)
  await trade(2, fill(1))
  fireEvent.click(screen.getByRole('button', { name: 'Orders' }))
  expect(notices()).toEqual([])
  cleanup()
  await show('/en/record/exchange')
  await trade(1)
  await trade(2, fill(2, { side: 'sell' }))
  expect([notices().length, screen.queryByRole('button', { name: 'Orders' })]).toEqual([1, null])
})
