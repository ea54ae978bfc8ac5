import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { P2pPages } from './P2pPages.tsx'

const ADVERT = {
  advertId: '7',
  version: 1,
  side: 'sell',
  asset: 'USDT',
  fiat: 'EUR',
  price: '0.92',
  marginPercent: null,
  remaining: '100',
  minimum: '10',
  maximum: '50',
  payMinutes: 15,
  paymentTypes: ['bank'],
  terms: '<b>be quick</b>',
  status: 'paused',
  methodIds: ['3'],
  openOrders: 0,
  createdAt: 1,
}
const METHOD = {
  methodId: '3',
  type: 'bank',
  holder: 'Ann Example',
  fields: { bank: 'First Bank', account: 'DE00 1234 5678' },
}
const OFFER = {
  assets: ['USDT', 'BTC'],
  fiats: [
    { fiat: 'USD', areaCode: '1' },
    { fiat: 'EUR', areaCode: '49' },
  ],
  paymentTypes: [{ type: 'bank', fiats: ['USD', 'EUR'], fields: ['bank', 'account'] }],
  feePercent: '0.1',
  index: [{ asset: 'USDT', fiat: 'USD', price: '1' }],
}

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/p2p/advert/list', () => ok({ items: [ADVERT], next: null }))
  browser.on('/p2p/payment/list', () => ok([METHOD]))
  browser.on('/p2p/public/config', () => ok(OFFER))
  browser.on('/p2p/profile/detail', () =>
    ok({
      nickname: 'Ann',
      orders: 0,
      completionPercent: null,
      cancelsToday: 0,
      stoppedUntil: null,
    }),
  )
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '60', held: '0' }]))
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  for (const path of ['publish', 'edit', 'pause', 'resume', 'close'])
    browser.on(`/p2p/advert/${path}`, () => ok(ADVERT))
  browser.on('/p2p/payment/add', () => ok(METHOD))
  browser.on('/p2p/payment/remove', () => ok(null))
  browser.on('/p2p/profile/rename', () => ok({}))
})
afterEach(cleanup)

async function open(path: string) {
  const tab = await browser.openTab(`http://app/en/p2p/${path}`)
  settle = renderPage(<P2pPages />, { browser, tab, at: `/en/p2p/${path}` }).settle
  await settle(100)
  await settle(100)
  return tab
}
const press = async (button: HTMLElement) => {
  await act(async () => void fireEvent.click(button))
  await settle(500)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const prove = async () => {
  const code = await screen.findByRole('textbox', { name: 'Code', hidden: true })
  fireEvent.change(code, { target: { value: '123456' } })
  await press(screen.getByRole('button', { name: 'Confirm', hidden: true }))
}

describe('own adverts (products 2)', () => {
  it('write their figures as the language does (visual 3)', async () => {
    const large = { ...ADVERT, price: '60012.50', remaining: '12345.500', maximum: '5000' }
    browser.on('/p2p/advert/list', () => ok({ items: [large], next: null }))
    await open('adverts')
    for (const text of ['60,012.5 EUR', '12,345.5 USDT', '10.00 EUR', '5,000.00 EUR'])
      expect(screen.getByText(text)).toBeTruthy()
  })

  it('resumes a paused one, and says what its state does not allow', async () => {
    const tab = await open('adverts')
    await press(screen.getByRole('button', { name: 'Resume' }))
    expect(browser.asked('/p2p/advert/resume')[0]?.data).toMatchObject({ advertId: '7' })
    browser.on('/p2p/advert/resume', () => refused('40241'))
    await press(screen.getByRole('button', { name: 'Resume' }))
    expect(tab.toasts()).toContain(
      'The state of the advert does not allow this, or you have too many adverts.',
    )
  })

  it('asks before one is closed', async () => {
    await open('adverts')
    await press(screen.getByRole('button', { name: 'Close the advert' }))
    expect(browser.asked('/p2p/advert/close')).toHaveLength(0)
    const dialog = within(await screen.findByRole('alertdialog'))
    await press(dialog.getByRole('button', { name: 'Close the advert' }))
    expect(browser.asked('/p2p/advert/close')[0]?.data).toMatchObject({ advertId: '7' })
  })

  it('sends an edited one with a proof, without what stays', async () => {
    await open('adverts')
    await press(screen.getByRole('button', { name: 'Edit the advert' }))
    type('Largest order', '40')
    await press(screen.getByRole('button', { name: 'Save', hidden: true }))
    await prove()
    const sent = browser.asked('/p2p/advert/edit')[0]?.data
    expect(sent).toMatchObject({ advertId: '7', maximum: '40', verifyToken: 'proof' })
    expect(sent).not.toHaveProperty('side')
  })

  it('names every rule that a new one breaks, and sends nothing', async () => {
    await open('adverts')
    await press(screen.getByRole('button', { name: 'Publish an advert' }))
    const dialog = within(await screen.findByRole('region', { name: /advert$/ }))
    type('Amount', '61')
    await press(dialog.getByRole('button', { name: 'Publish an advert' }))
    for (const text of [
      'Enter a price.',
      'The available balance is not enough.',
      'Choose at least one payment method.',
    ])
      expect(dialog.getByText(text)).toBeTruthy()
    expect(browser.asked('/p2p/advert/publish')).toHaveLength(0)
  })
})

describe('payment methods (products 2)', () => {
  it('cover their values until they are asked for', async () => {
    await open('payments')
    expect(screen.getByText('••••5678')).toBeTruthy()
    expect(screen.queryByText('DE00 1234 5678')).toBeNull()
    await press(screen.getByRole('button', { name: 'Show the details' }))
    expect(screen.getByText('DE00 1234 5678')).toBeTruthy()
  })

  it('are added with a proof', async () => {
    await open('payments')
    type('Account holder', ' Ann Example ')
    type('Bank', 'First')
    type('Account number', '12345')
    await press(screen.getByRole('button', { name: 'Add a payment method' }))
    await prove()
    expect(browser.asked('/p2p/payment/add')[0]?.data).toMatchObject({
      type: 'bank',
      holder: 'Ann Example',
      fields: { bank: 'First', account: '12345' },
      verifyToken: 'proof',
    })
  })

  it.each([
    ['payments', undefined],
    ['adverts', 'Publish an advert'],
  ])('offer another try on %s when the kinds could not be loaded', async (path, first) => {
    browser.on('/p2p/public/config', () => refused('50000'))
    await open(path)
    if (first !== undefined) await press(screen.getByRole('button', { name: first }))
    expect(screen.getByText('This list could not be loaded.')).toBeTruthy()
    browser.on('/p2p/public/config', () => ok(OFFER))
    await press(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.queryByText('This list could not be loaded.')).toBeNull()
  })

  it('are not removed while an advert names them', async () => {
    browser.on('/p2p/payment/remove', () => refused('40241'))
    const tab = await open('payments')
    await press(screen.getByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await press(dialog.getByRole('button', { name: 'Remove' }))
    await prove()
    expect(tab.toasts()).toContain('An advert names it. Edit or close the advert first.')
  })

  it('share a page with the name that others see', async () => {
    await open('payments')
    type('Name that others see', 'x')
    await settle()
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    type('Name that others see', 'Ann of Trade')
    await settle()
    await press(screen.getByRole('button', { name: 'Save' }))
    expect(browser.asked('/p2p/profile/rename')[0]?.data).toMatchObject({
      nickname: 'Ann of Trade',
    })
  })
})
