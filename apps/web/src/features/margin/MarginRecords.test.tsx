import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestBrowser, ok, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { scriptMargin } from '../../testing/marginGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { MarginPages } from './MarginPages.tsx'

let browser: TestBrowser
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
  scriptMargin(browser)
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
afterEach(cleanup)

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
    for (const part of ['Borrowed by an order', 'Cross margin', 'Isolated margin', '10.5', '90.25'])
      await expect.poll(text).toContain(part)
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

it('asks for orders of margin accounts alone (futures 12)', async () => {
  browser.on('/spot/order/history', () => ok({ items: [], next: null }))
  await open('/order/marginOrderInfo')
  await screen.findByRole('heading', { name: 'Margin orders' })
  await settle(300)
  await expect
    .poll(() => browser.asked('/spot/order/history').at(-1)?.data)
    .toMatchObject({ funds: 'margin' })
})
