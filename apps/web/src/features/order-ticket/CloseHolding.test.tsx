import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AssetsTable } from '../orders/AssetsTable.tsx'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AccountSync } from '../../data/hooks/AccountSync.tsx'
import CloseHolding from './CloseHolding.tsx'
import { spec } from './testing/ticketFixture.ts'

afterEach(cleanup)

async function show(available: string) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([spec]))
  browser.on('/spot/account/assets', () => ok([{ asset: 'BTC', available, held: '0' }]))
  browser.on('/spot/account/positions', () => ok([]))
  browser.on('/spot/order/place', () => ok({ orderId: '5', clientOid: 'w', status: 'filled' }))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(
    <>
      <AccountSync />
      <AssetsTable Action={CloseHolding} />
    </>,
    { browser, tab, at: '/en/spot/BTCUSDT' },
  )
  await settle()
  await vi.dynamicImportSettled()
  await settle()
  const deliver = async () => {
    await act(async () => {
      tab.marketSockets.at(-1)?.open()
      tab.marketSockets.at(-1)?.deliver(
        createBookScript('BTCUSDT', {
          bids: [['60000', '9']],
          asks: [['60010', '9']],
        }).snapshot(),
      )
      ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
    })
    await settle(2_000)
  }
  const button = await screen.findByRole('button', {
    name: 'Sell all available BTC at market',
  })
  return { browser, button, deliver, settle }
}

describe('a holding that is sold at the market', () => {
  it('sells all whole steps after a question with figures', async () => {
    const { browser, button, deliver, settle } = await show('0.123456')
    fireEvent.click(button)
    await screen.findByRole('dialog', { name: 'Sell BTC at market?' })
    await settle()
    await deliver()
    expect(await screen.findByText(/Sell 0.12345 BTC for about 7,407.00 USDT/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Sell 0.12345 BTC' }))
    await vi.waitFor(() => expect(browser.asked('/spot/order/place')).toHaveLength(1))
    expect(browser.asked('/spot/order/place')[0]?.data).toMatchObject({
      symbol: 'BTCUSDT',
      side: 'sell',
      orderType: 'market',
      size: '0.12345',
      sizeUnit: 'base',
    })
  })

  it('has no way to sell less than a step', async () => {
    const { button } = await show('0.000001')
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})
