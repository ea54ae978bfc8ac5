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
    expect(screen.getAllByText('5.00%')).toHaveLength(2)
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

  it('calculates the next amount above what is held already', async () => {
    browser.signIn('7')
    const tiers = [
      { upTo: '10', apr: '5.00' },
      { upTo: null, apr: '2.00' },
    ]
    browser.on('/earn/products', () => ok([{ ...FLEXIBLE, tiers }]))
    await open()
    await press(screen.getByRole('button', { name: 'Subscribe' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '10' } })
    await settle()
    expect(dialog.getByText('Interest for 30 days: about 0.01643835 USDT')).toBeTruthy()
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

  it('returns a part of a flexible position (products 3)', async () => {
    browser.signIn('7')
    browser.on('/earn/positions', () => ok([{ ...POSITION, redeeming: '2.5' }]))
    browser.on('/earn/redeem', () => ok(POSITION))
    const tab = await open()
    await press(screen.getByRole('button', { name: 'Redeem' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'USDT, Flexible' }))
    const field = dialog.getByLabelText<HTMLInputElement>('Amount')
    expect(field.value).toBe('7.5')
    fireEvent.change(field, { target: { value: '7.6' } })
    await settle()
    expect(dialog.getByText('The available balance is not enough.')).toBeTruthy()
    const button = dialog.getByRole('button', { name: 'Redeem' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.change(field, { target: { value: '4' } })
    await settle()
    expect(dialog.getByText(/^4 USDT comes back to your spot account/)).toBeTruthy()
    await press(button)
    expect(browser.asked('/earn/redeem')[0]?.data).toMatchObject({ positionId: '1', amount: '4' })
    expect(tab.toasts()).toEqual(['4 USDT is on its way to your spot account.'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('warns before it breaks a fixed term (products 3)', async () => {
    browser.signIn('7')
    browser.on('/earn/positions', () => ok([{ ...POSITION, days: 30, endsAt: 1 }]))
    browser.on('/earn/redeem', () => refused('40401'))
    const tab = await open()
    await press(screen.getByRole('button', { name: 'Redeem' }))
    const asked = within(await screen.findByRole('alertdialog'))
    expect(
      asked.getByText('The term is not over: 10 USDT comes back without interest.'),
    ).toBeTruthy()
    await press(asked.getByRole('button', { name: 'Redeem' }))
    expect(browser.asked('/earn/redeem')[0]?.data).toMatchObject({ amount: '10' })
    expect(tab.toasts()).toHaveLength(1)
  })

  it('sets whether a fixed term is renewed (products 3)', async () => {
    browser.signIn('7')
    browser.on('/earn/positions', () => ok([{ ...POSITION, days: 30, endsAt: 1 }]))
    browser.on('/earn/autoRenew', () => ok(POSITION))
    await open()
    await press(screen.getByRole('switch', { name: 'Renew at the end of the term' }))
    expect(browser.asked('/earn/autoRenew')[0]?.data).toMatchObject({
      positionId: '1',
      enabled: true,
    })
  })
})
