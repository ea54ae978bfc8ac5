import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { EarnPage } from './EarnPage.tsx'

const FLEXIBLE = {
  productId: 'USDT-flexible',
  asset: 'USDT',
  kind: 'flexible',
  days: 0,
  tiers: [
    { upTo: '500', apr: '5.00' },
    { upTo: null, apr: '2.00' },
  ],
  minimum: '1',
  perUser: '2000',
  quota: '3000',
  left: '2000',
  decimals: 8,
  isPaused: false,
}
const FIXED = { ...FLEXIBLE, productId: 'USDT-30', days: 30, kind: 'fixed', isPaused: true }
const POSITION = {
  positionId: '1',
  productId: 'USDT-flexible',
  asset: 'USDT',
  days: 0,
  principal: '10',
  redeeming: '0',
  interestPaid: '0.04109589',
  interestDue: '0',
  status: 'earning',
  startsAt: Date.UTC(2026, 5, 11),
  endsAt: null,
  autoRenew: false,
  createdAt: 1,
}

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '50', held: '0' }]))
  browser.on('/earn/products', () => ok([FLEXIBLE, FIXED]))
  browser.on('/earn/positions', () => ok([POSITION]))
  browser.on('/earn/history', () => ok({ items: [], next: null }))
  browser.on('/earn/subscribe', () => ok(POSITION))
})
afterEach(cleanup)

async function open() {
  const tab = await browser.openTab('http://app/en/earn')
  const page = (
    <ProductTexts>
      <EarnPage />
    </ProductTexts>
  )
  settle = renderPage(page, { browser, tab, at: '/en/earn' }).settle
  await settle()
  return tab
}
const press = async (button: HTMLElement) => {
  await act(async () => void fireEvent.click(button))
  await settle(500)
}

describe('the earn page (products 3)', () => {
  it('shows a guest the products and the way to log in', async () => {
    await open()
    expect(screen.getByText('Flexible')).toBeTruthy()
    expect(screen.getAllByText('5.00 %')).toHaveLength(2)
    expect(screen.getByText('Paused')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/en/login?from=%2Fearn',
    )
    expect(browser.asked('/earn/positions')).toHaveLength(0)
  })

  it('shows positions with principal and interest', async () => {
    browser.signIn('7')
    await open()
    expect(screen.getByText('USDT, Flexible')).toBeTruthy()
    expect(screen.getByText('0.04109589', { exact: false })).toBeTruthy()
    expect(screen.getByText('Earning')).toBeTruthy()
  })

  it('calculates the interest of what is typed before it is sent', async () => {
    browser.signIn('7')
    await open()
    await press(screen.getByRole('button', { name: 'Subscribe' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('At least 1 USDT.')).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '10' } })
    await settle()
    expect(dialog.getByText('Interest for 30 days: about 0.04109589 USDT')).toBeTruthy()
    await press(dialog.getByRole('button', { name: 'Subscribe' }))
    expect(browser.asked('/earn/subscribe')[0]?.data).toMatchObject({
      productId: 'USDT-flexible',
      amount: '10',
      clientOid: expect.stringMatching(/^w[0-9a-f]{24}$/),
    })
  })

  it('keeps the dialog and says why when it is refused', async () => {
    browser.signIn('7')
    browser.on('/earn/subscribe', () => refused('40201'))
    const tab = await open()
    await press(screen.getByRole('button', { name: 'Subscribe' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '10' } })
    await press(dialog.getByRole('button', { name: 'Subscribe' }))
    expect(tab.toasts()).toEqual(['The available balance is not enough.'])
    expect(screen.getByRole('dialog')).toBeTruthy()
  })
})
