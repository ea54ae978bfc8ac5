import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { createTerminalStore } from '../spot/index.ts'
import { OrderTicket } from './OrderTicket.tsx'
import { contractProduct, type ContractTypes } from './testing/contractProduct.tsx'
import { spec as spotSpec } from './testing/ticketFixture.ts'
import type { TicketTerminal } from './TicketTerminal.ts'

afterEach(cleanup)

async function setUp() {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/futures/order/place', () => ok({ orderId: '9' }))
  const tab = await browser.openTab()
  const { settle } = renderPage(
    <OrderTicket
      product={contractProduct}
      spec={{ ...spotSpec, maxLeverage: 125 }}
      available={{ margin: '500' }}
      terminal={createTerminalStore() as unknown as TicketTerminal<ContractTypes['draft']>}
    />,
    { browser, tab, at: '/en/spot/BTCUSDT' },
  )
  await settle()
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const write = (name: string, text: string) =>
    fireEvent.change(field(name), { target: { value: text } })
  const button = () => screen.getByRole('button', { name: /^Buy .*BTC/ })
  write('price', '60000')
  write('size', '0.5')
  await expect.poll(() => button().getAttribute('aria-disabled')).toBeNull()
  const press = () => fireEvent.submit(screen.getByRole('form', { name: 'Order form' }))
  const sent = () => browser.asked('/futures/order/place').map(({ data }) => data)
  return { browser, tab, settle, field, button, press, sent }
}

it('sends the orders of another product to its endpoint', async () => {
  const { tab, field, press, sent } = await setUp()
  await expect
    .poll(() => screen.getByRole('status', { name: 'Cost' }).textContent)
    .toBe('0.5/20 of 500')
  fireEvent.click(screen.getByRole('button', { name: 'Close position' }))
  press()
  await expect.poll(sent).toMatchObject([
    {
      symbol: 'BTCUSDT',
      side: 'buy',
      price: '60000',
      size: '0.5',
      sizeUnit: 'base',
      tradeSide: 'close',
      reduceOnly: true,
      clientOid: expect.stringMatching(/^w[0-9a-f]{24}$/) as string,
    },
  ])
  await expect.poll(() => field('size').value).toBe('')
  expect(tab.toasts()).toContain('Placed as 9')
})

it('shows the problems and refusals of another product', async () => {
  const { browser, button, field, press, settle, sent } = await setUp()
  const reason = () =>
    document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent
  browser.on('/futures/order/place', () => refused('40211', { msg: 'Leverage not allowed.' }))
  press()
  await expect.poll(() => field('size').getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toHaveLength(1)
  act(() => screen.getByRole('button', { name: 'Too much leverage' }).click())
  await settle()
  expect([button().getAttribute('aria-disabled'), reason()]).toEqual([
    'true',
    'leverage: at most 125',
  ])
})
