import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser, ok, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { CROSS, ISOLATED, type MarginScript, scriptMargin } from '../../testing/marginGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { MarginPages } from './MarginPages.tsx'

let browser: TestBrowser
let script: MarginScript
let settle: (ms?: number) => Promise<void>

const line = (loanId: string, kind: string, more: object = {}) => ({
  loanId,
  symbol: null,
  asset: 'USDT',
  kind,
  amount: '10.5',
  interest: '0.5',
  fee: '0',
  principalAfter: '90',
  interestAfter: '0.25',
  createdAt: 1,
  ...more,
})

beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  script = scriptMargin(browser)
  browser.on('/margin/loans', () =>
    ok({ items: [line('2', 'draw'), line('1', 'borrow', { symbol: 'BTCUSDT' })], next: null }),
  )
  browser.on('/margin/interest', () => ok({ items: [], next: null }))
  browser.on('/margin/liquidation/list', () =>
    ok({
      items: [
        {
          stepId: '1',
          symbol: null,
          step: 'trade',
          level: '1.0432',
          orderId: '55',
          prices: [],
          createdAt: 1,
        },
      ],
      next: null,
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(path: string) {
  const tab = await browser.openTab(`http://app/en${path}`)
  settle = renderPage(<MarginPages />, { browser, tab, at: `/en${path}` }).settle
  await settle()
  await settle(300)
}
const press = async (element: HTMLElement) => {
  await act(async () => void fireEvent.click(element))
  await settle(300)
}
const text = () => document.body.textContent.replaceAll(/\s+/g, ' ')

describe('the records of margin (futures 12)', () => {
  it('show each line of a loan with what is owed after it', async () => {
    await open('/record/margin')
    await screen.findByRole('heading', { name: 'Margin records' })
    for (const part of ['Borrowed by an order', 'Cross margin', 'Isolated margin'])
      await expect.poll(text).toContain(part)
    // As many decimals in each row, so that they lie below each other; the unit is a column.
    for (const part of ['USDT10.50000000', '0.50000000', '90.25000000'])
      expect(text()).toContain(part)
  })

  it('narrow repayments and interest on the server', async () => {
    await open('/record/margin')
    await press(await screen.findByRole('tab', { name: 'Repaid' }))
    await expect
      .poll(() => browser.asked('/margin/loans').at(-1)?.data)
      .toMatchObject({ kind: 'repay' })
    await press(screen.getByRole('tab', { name: 'Interest' }))
    await expect.poll(() => browser.asked('/margin/interest')).toHaveLength(1)
    await expect.poll(text).toContain('No entries yet.')
    expect(document.querySelector('[data-picture=list]')).not.toBeNull()
  })

  it('name the steps of a liquidation with their level', async () => {
    await open('/record/margin')
    await press(await screen.findByRole('tab', { name: 'Liquidations' }))
    await expect.poll(text).toContain('Assets traded')
    await expect.poll(text).toContain('1.0432')
  })

  it('are narrowed to an account', async () => {
    await open('/record/margin')
    await press(await screen.findByRole('combobox', { name: 'Account' }))
    await press(await screen.findByRole('option', { name: 'Cross margin' }))
    await expect
      .poll(() => browser.asked('/margin/loans').at(-1)?.data)
      .toMatchObject({ symbol: 'cross' })
    await press(screen.getByRole('button', { name: 'Clear filters' }))
    await expect
      .poll(() => browser.asked('/margin/loans').at(-1)?.data)
      .not.toHaveProperty('symbol')
  })
})

describe('the orders of margin (futures 12)', () => {
  const openOrders = async () => {
    browser.on('/spot/order/history', () => ok({ items: [], next: null }))
    await open('/order/marginOrderInfo')
    await screen.findByRole('heading', { name: 'Margin orders' })
    await screen.findByRole('tab', { name: 'Loans' })
  }

  it('asks for orders of margin accounts alone', async () => {
    await openOrders()
    await expect
      .poll(() => browser.asked('/spot/order/history').at(-1)?.data)
      .toMatchObject({ funds: 'margin' })
  })

  it('shows levels of the cross account and of accounts in debt', async () => {
    script.accounts = [CROSS, { ...ISOLATED, symbol: 'ETHUSDT' }, { ...CROSS, symbol: 'BTCUSDT' }]
    await openOrders()
    const levels = () =>
      screen.queryAllByRole('region', { name: /margin/i }).map(({ textContent }) => textContent)
    await expect.poll(levels).toHaveLength(2)
    for (const level of levels()) expect(level).toContain('Call at 1.3, liquidation at 1.1.')
  })

  it('lists loans, interest and liquidations beside orders', async () => {
    await openOrders()
    await press(screen.getByRole('tab', { name: 'Loans' }))
    await expect.poll(text).toContain('Borrowed by an order')
    await press(screen.getByRole('tab', { name: 'Interest' }))
    await expect.poll(() => browser.asked('/margin/interest')).toHaveLength(1)
    await press(screen.getByRole('tab', { name: 'Liquidations' }))
    await expect.poll(text).toContain('Assets traded')
  })

  it('narrows each list by filters of its own', async () => {
    await openOrders()
    expect(screen.queryByRole('combobox', { name: 'Account' })).toBeNull()
    await press(screen.getByRole('tab', { name: 'Loans' }))
    expect(screen.queryByRole('combobox', { name: 'Side' })).toBeNull()
    await press(await screen.findByRole('combobox', { name: 'Account' }))
    await press(await screen.findByRole('option', { name: 'Cross margin' }))
    await expect
      .poll(() => browser.asked('/margin/loans').at(-1)?.data)
      .toMatchObject({ symbol: 'cross' })
    await press(screen.getByRole('tab', { name: 'Order history' }))
    expect(await screen.findByRole('combobox', { name: 'Side' })).toBeTruthy()
    expect(browser.asked('/spot/order/history').at(-1)?.data).not.toHaveProperty('symbol')
  })

  it('saves the list that is shown', async () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    await openOrders()
    await press(screen.getByRole('button', { name: 'Export CSV' }))
    await press(screen.getByRole('tab', { name: 'Loans' }))
    await press(screen.getByRole('button', { name: 'Export CSV' }))
    await expect.poll(() => names).toEqual(['margin-history.csv', 'margin-loans.csv'])
  })
})
