import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { createTerminalStore } from '../spot/index.ts'
import { SpotOrderTicket } from './SpotOrderTicket.tsx'
import { spec } from './testing/ticketFixture.ts'

afterEach(cleanup)

async function show() {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const page = renderPage(<SpotOrderTicket spec={spec} terminal={createTerminalStore()} />, {
    browser,
    tab,
    at: '/en/spot/BTCUSDT',
  })
  await screen.findByRole('textbox', { name: 'Amount' })
  await page.settle()
  await act(async () => {
    tab.marketSockets.at(-1)?.open()
    tab.marketSockets
      .at(-1)
      ?.deliver(
        createBookScript('BTCUSDT', { bids: [['60000', '1']], asks: [['60010', '1']] }).snapshot(),
      )
    ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
  })
  await page.settle(1_000)
  return page
}

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const write = (name: string | RegExp, text: string) =>
  fireEvent.change(field(name), { target: { value: text } })

describe('the price of an order', () => {
  it('is taken from the best ask by the BBO button', async () => {
    const { settle } = await show()
    fireEvent.click(screen.getByRole('button', { name: 'BBO' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Ask 1\s*60,010.00/ }))
    await settle()
    expect(field('Price').value).toBe('60,010')
  })

  it('steps by its tick with the buttons of the field', async () => {
    const { settle } = await show()
    write('Price', '60000')
    fireEvent.click(screen.getAllByRole('button', { name: 'Increase', hidden: true })[0] as Element)
    await settle()
    expect(field('Price').value).toBe('60,000.01')
  })
})

it('sizes a market sale by its total or its amount', async () => {
  const { settle } = await show()
  fireEvent.click(screen.getByRole('radio', { name: 'Sell' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Market' }))
  fireEvent.click(screen.getByRole('button', { name: 'Size in USDT' }))
  write('Total', '600')
  await settle()
  expect(field('Total').value).toBe('600')
  fireEvent.click(screen.getByRole('button', { name: 'Size in BTC' }))
  expect(field('Amount').value).toBe('')
  fireEvent.click(screen.getByRole('radio', { name: 'Conditional' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Kind of conditional order' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Stop-market' }))
  await settle()
  // It waits with its coin held.
  expect(screen.queryByRole('button', { name: /^Size in/ })).toBeNull()
})

it('places a stop loss by percent of the limit', async () => {
  const { settle } = await show()
  write('Price', '60000')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Take profit / stop loss' }))
  const units = await screen.findAllByRole('button', { name: 'USDT' })
  fireEvent.click(units[1] as HTMLElement)
  write('Stop loss at', '5')
  await settle()
  expect(field(/^Stop loss at 57,000.00/).value).toBe('5')
  fireEvent.click(screen.getByRole('button', { name: '%' }))
  expect(field('Stop loss at').value).toBe('57,000.00')
})
