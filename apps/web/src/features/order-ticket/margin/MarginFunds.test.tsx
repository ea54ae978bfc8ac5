import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { createBookScript, type createManualFrame } from '@x/market/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../../testing/createTestBrowser.ts'
import { scriptMargin } from '../../../testing/marginGateway.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { createTerminalStore } from '../../spot/index.ts'
import { SpotOrderTicket } from '../SpotOrderTicket.tsx'
import { spec } from '../testing/ticketFixture.ts'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>

beforeEach(() => {
  browser = createTestBrowser()
  scriptMargin(browser)
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '50', held: '0' }]))
  browser.on('/spot/order/place', () => ok({ orderId: '5', clientOid: 'w', status: 'open' }))
})
afterEach(cleanup)

async function open(pair = spec) {
  tab = await browser.openTab(`http://app/en/spot/${pair.symbol}`)
  tab.services.storage.set(STORAGE_KEYS.confirmOrders, 'none')
  settle = renderPage(<SpotOrderTicket spec={pair} terminal={createTerminalStore()} />, {
    browser,
    tab,
    at: `/en/spot/${pair.symbol}`,
  }).settle
  await screen.findByRole('textbox', { name: 'Amount' })
  await settle(200)
}
async function showBook() {
  await act(async () => {
    const socket = tab.marketSockets.at(-1)
    socket?.open()
    const script = createBookScript('BTCUSDT', { bids: [['59000', '1']], asks: [['61000', '1']] })
    socket?.deliver(script.snapshot())
    ;(tab.services.frame as ReturnType<typeof createManualFrame>).draw()
  })
  await settle()
}
const choose = async (name: string) => {
  const radio = await screen.findByRole<HTMLInputElement>('radio', { name })
  await expect.poll(() => radio.disabled).toBe(false)
  await act(async () => void fireEvent.click(radio))
  await settle(300)
}
const chooseLoan = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: 'Loan' })))
  const option = await screen.findByRole('option', { name })
  await act(async () => void fireEvent.click(option))
  await settle(100)
}
const write = async (name: string, value: string) => {
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  await settle()
}
const submit = async () => {
  const button = screen.getByRole('button', { name: /^Buy .*BTC/ })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
  await act(async () => void fireEvent.submit(screen.getByRole('form', { name: 'Order form' })))
  await settle(500)
}
const placed = () => browser.asked('/spot/order/place').map(({ data }) => data)
const text = () => document.body.textContent.replaceAll(/\s+/g, ' ')

describe('the account of a spot ticket (futures 12)', () => {
  it('is the spot account, without a word of margin for guests', async () => {
    await open()
    expect(screen.queryByRole('radio', { name: 'Cross' })).toBeNull()
    expect(browser.asked('/margin/public/rates')).toEqual([])
  })

  it('sends spot orders as before until a margin account is chosen', async () => {
    browser.signIn('7')
    await open()
    await showBook()
    await write('Price', '60000')
    await write('Amount', '0.0005')
    await submit()
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).not.toHaveProperty('funds')
    expect(placed()[0]).not.toHaveProperty('loan')
    expect(browser.asked('/margin/account')).toEqual([])
  })

  it('trades a margin account with its own funds, and with a loan', async () => {
    browser.signIn('7')
    await open()
    await showBook()
    await choose('Cross')
    await expect.poll(text).toContain('1,200')
    expect(screen.getByRole('button', { name: /^Buy .*BTC.* · Cross$/ })).toBeTruthy()
    await write('Price', '60000')
    await write('Amount', '0.0005')
    await submit()
    await expect.poll(placed).toHaveLength(1)
    expect(placed()[0]).toMatchObject({ funds: 'cross' })
    expect(placed()[0]).not.toHaveProperty('loan')
    await chooseLoan('Borrow automatically')
    await expect.poll(text).toContain('1,700')
    await write('Amount', '0.0005')
    await submit()
    await expect.poll(placed).toHaveLength(2)
    expect(placed()[1]).toMatchObject({ funds: 'cross', loan: 'auto' })
  })

  it('follows by the private stream what can be borrowed (futures 11)', async () => {
    browser.signIn('7')
    await open()
    await choose('Cross')
    await chooseLoan('Borrow automatically')
    await expect.poll(text).toContain('1,700')
    await act(async () => tab.sockets.at(-1)?.open())
    await settle()
    expect(tab.sockets.at(-1)?.sent.some((sent) => sent.includes('"marginMaxima"'))).toBe(true)
    const read = browser.asked('/margin/max').length
    const maxima = [{ asset: 'USDT', borrow: '800', leave: '0', limit: '900' }]
    act(() =>
      tab.sockets.at(-1)?.deliver({
        topic: 'marginMaxima',
        type: 'snapshot',
        seq: 1,
        prevSeq: 0,
        ts: 0,
        data: [
          { symbol: null, maxima },
          { symbol: 'BTCUSDT', maxima: [] },
        ],
      }),
    )
    await settle(10_000)
    await expect.poll(text).toContain('2,000')
    expect(browser.asked('/margin/max')).toHaveLength(read)
  })

  it('reads the maxima of the pair for an isolated account', async () => {
    browser.signIn('7')
    await open()
    await choose('Isolated')
    expect(browser.asked('/margin/max').at(-1)?.data).toMatchObject({ symbol: 'BTCUSDT' })
    await expect.poll(text).toContain('No debts')
    await choose('Spot')
    expect(screen.queryByRole('combobox', { name: 'Loan' })).toBeNull()
    expect(screen.getByRole('button', { name: /^Buy .*BTC$/ })).toBeTruthy()
  })

  it('offers only the accounts that a pair has', async () => {
    browser.signIn('7')
    await open({ ...spec, symbol: 'LTCUSDT', base: 'LTC' })
    const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
    expect(radio('Cross').disabled).toBe(true)
    expect(radio('Isolated').disabled).toBe(true)
  })

  it('says in words why a loan was refused (futures 11)', async () => {
    browser.signIn('7')
    browser.on('/spot/order/place', () => refused('40222'))
    await open()
    await showBook()
    await choose('Cross')
    await write('Price', '60000')
    await write('Amount', '0.0005')
    await submit()
    expect(tab.services.log.getState().messages.at(0)?.text).toBe(
      'The margin level would be too low.',
    )
  })

  it('opens the loan dialog from the ticket', async () => {
    browser.signIn('7')
    await open()
    await choose('Cross')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Borrow' })))
    await settle(500)
    expect((await screen.findByRole('dialog')).textContent).toContain('Can be borrowed')
  })
})
