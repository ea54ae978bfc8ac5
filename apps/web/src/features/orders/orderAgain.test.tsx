import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { SpotOrder } from '../../data/spot/model.ts'
import { type AgainTarget, orderAgain, OrderAgainContext } from './orderAgain.ts'
import OrderDetail from './OrderDetail.tsx'
import { openOrder, pairOf } from './testing/orderFixtures.ts'

afterEach(cleanup)

async function open(order: SpotOrder) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/order/detail', () =>
    ok({ order: { ...order, triggers: [], firedAt: null }, fills: { items: [], next: null } }),
  )
  const tab = await browser.openTab()
  const pick = vi.fn<AgainTarget['pick']>()
  const onClose = vi.fn<() => void>()
  const { settle } = renderPage(
    <OrderAgainContext value={orderAgain(pairOf('BTC'), { pick })}>
      <OrderDetail orderId={order.orderId} onShow={() => {}} onClose={onClose} />
    </OrderAgainContext>,
    { browser, tab },
  )
  await settle()
  await screen.findByRole('heading', { name: 'Fills' })
  return { pick, onClose }
}

it('fills the form with a past order, and closes its particulars', async () => {
  const { pick, onClose } = await open(
    openOrder({ status: 'filled', side: 'sell', price: '61000.5', size: '0.25' }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Order again' }))
  expect(pick.mock.calls).toEqual([['61000.5', { size: '0.25', side: 'sell' }]])
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([
  ['another pair', { symbol: 'ETHUSDT' }],
  ['the market', { price: null }],
  ['a size in quote', { sizeUnit: 'quote' }],
] as const)('offers no order again of %s', async (_, changes) => {
  await open(openOrder({ status: 'filled', ...changes }))
  expect(screen.queryByRole('button', { name: 'Order again' })).toBeNull()
})

it('offers no order again where there is no form', () => {
  expect(orderAgain(pairOf('BTC'), undefined)(openOrder())).toBeUndefined()
})
