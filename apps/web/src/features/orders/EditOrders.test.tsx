import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import EditOrders from './EditOrders.tsx'

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

const AMEND = '/spot/order/amend'
const orders = [
  order({}),
  order({ orderId: '2', clientOid: 'w2', side: 'sell', price: '70000.00' }),
]

async function open(answer?: Parameters<TestBrowser['on']>[1]) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([spec]))
  browser.on(AMEND, answer ?? (() => ok({})))
  const tab = await browser.openTab()
  const onClose = vi.fn<() => void>()
  const onDone = vi.fn<() => void>()
  const { settle } = renderPage(<EditOrders orders={orders} onClose={onClose} onDone={onDone} />, {
    browser,
    tab,
  })
  await settle()
  const field = await screen.findByRole('textbox', { name: 'Move prices by (%)' })
  return {
    browser,
    tab,
    onClose,
    onDone,
    write: (value: string) => fireEvent.change(field, { target: { value } }),
    send: async () => {
      await act(async () => fireEvent.submit(document.querySelector('[role=dialog] form')!))
      await settle()
    },
  }
}

it('shows the prices that stand and those that will', async () => {
  const { write } = await open()
  write('-1')
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain('60,000.00 → 59,400.00')
  expect(text).toContain('70,000.00 → 69,300.00')
})

it('moves the price of every order', async () => {
  const { browser, write, send, onDone, onClose } = await open()
  write('-1')
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(browser.asked(AMEND).map(({ data }) => [data['orderId'], data['price']])).toEqual([
    ['1', '59400.00'],
    ['2', '69300.00'],
  ])
  expect(onDone).toHaveBeenCalledOnce()
})

it.each(['', '0', 'x', '1e3', '--1'])('sends nothing for %j', async (value) => {
  const { browser, write, send, onClose } = await open()
  write(value)
  await send()
  expect([browser.asked(AMEND), onClose.mock.calls]).toEqual([[], []])
})

it('counts the orders that were changed where one is refused', async () => {
  const { tab, write, send, onClose } = await open(({ data }) =>
    data['orderId'] === '1' ? ok({}) : refused('40401'),
  )
  write('-1')
  await send()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(tab.services.log.getState().messages[0]?.text).toBe('1 of 2 orders changed.')
})
