import { act, cleanup, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { P2pTexts } from '../../lib/lazy/P2pTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { descriptionOf, isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { P2pAdvert } from '../../data/p2p/orders.ts'
import { TakeDialog } from './TakeDialog.tsx'

const CREATE = '/p2p/order/create'
const ADVERT: P2pAdvert = {
  advertId: '7',
  version: 2,
  side: 'sell',
  asset: 'USDT',
  fiat: 'USD',
  price: '0.8',
  marginPercent: null,
  remaining: '100',
  minimum: '10',
  maximum: '80',
  payMinutes: 30,
  paymentTypes: ['bank', 'sepa'],
  terms: '',
  owner: { nickname: 'Ann', orders: 4, completionPercent: '75.0' },
}
const methodOf = (methodId: string, type: string, account: string) => ({
  methodId,
  type,
  holder: 'Bob',
  fields: { account },
})

let browser: TestBrowser
let tab: TestTab
let actions: ReturnType<typeof pageActions>
let isClosed: boolean
const open = async (changes: Partial<P2pAdvert> = {}, { feePercent = '0.1' } = {}) => {
  tab = await browser.openTab('http://app/en/p2p')
  const { settle } = renderPage(
    <P2pTexts>
      <TakeDialog
        advert={{ ...ADVERT, ...changes }}
        feePercent={feePercent}
        onClose={() => (isClosed = true)}
      />
    </P2pTexts>,
    { browser, tab, at: '/en/p2p' },
  )
  actions = pageActions(settle)
  await settle(100)
}
const moved = () => screen.getAllByRole('status')[0]?.textContent
const sent = () => browser.asked(CREATE).map(({ data }) => data)

beforeEach(() => {
  isClosed = false
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '60', held: '40' }]))
  browser.on('/p2p/payment/list', () => ok([methodOf('3', 'bank', '12345678')]))
  browser.on(CREATE, () => ok({ orderId: '9' }))
})
afterEach(cleanup)

describe('buying from an advert (products 2)', () => {
  it('says with whom, at which price and for how long', async () => {
    await open({ terms: 'Only from your own account.' })
    const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(figures).toEqual(['Ann', '0.8 USD', '30'])
    expect(screen.getByText('Only from your own account.').getAttribute('dir')).toBe('auto')
    expect(descriptionOf(screen.getByLabelText('You pay'))).toContain('10.00–80.00 USD')
  })

  it.each([
    // 40 / 0.8 = 50 coins, of which the exchange keeps 0.1 %.
    ['40', '0.8', '0.1', 'You receive about 49.95 USDT · Fee: 0.05 USDT'],
    ['40', '0.8', '0', 'You receive about 50 USDT · Fee: 0 USDT'],
    // 10 / 3 = 3.33333333 rounded down; the fee 0.00333333 too.
    ['10', '3', '0.1', 'You receive about 3.33 USDT · Fee: 0.00333333 USDT'],
    ['10.01', '60000', '0.1', 'You receive about 0.00016667 USDT · Fee: 0.00000016 USDT'],
  ])('shows what %s at %s with a fee of %s %% buys', async (...row) => {
    const [total, price, feePercent, text] = row
    await open({ price }, { feePercent })
    await actions.type('You pay', total)
    expect(moved()).toBe(text)
  })

  it.each([
    ['9.99', true],
    ['10', false],
    ['80', false],
    ['80.01', true],
  ])('judges %s by the limits of the advert', async (total, isOutside) => {
    await open()
    await actions.type('You pay', total)
    expect(screen.queryByText('It must be within the limits of the advert.') !== null).toBe(
      isOutside,
    )
    expect(isBlocked(actions.button('Buy USDT'))).toBe(isOutside)
  })

  it('needs an amount, and says so', async () => {
    await open()
    expect(descriptionOf(actions.button('Buy USDT'))).toBe('Enter an amount.')
    expect(moved()).toBe('')
    await actions.submit('You pay')
    expect(sent()).toEqual([])
  })

  it('needs no coins of the buyer', async () => {
    browser.on('/spot/account/assets', () => ok([]))
    await open()
    await actions.type('You pay', '40')
    await actions.press('Buy USDT')
    expect(sent()).toEqual([
      expect.objectContaining({
        advertId: '7',
        version: 2,
        price: '0.8',
        total: '40',
        clientOid: expect.stringMatching(/^w[0-9a-f]{24}$/),
      }),
    ])
    expect(isClosed).toBe(true)
  })

  it('does not send twice while the first is on its way', async () => {
    let answer = () => {}
    browser.on(
      CREATE,
      () => new Promise((resolve) => (answer = () => resolve(ok({ orderId: '9' })))),
    )
    await open()
    await actions.type('You pay', '40')
    await actions.submit('You pay')
    await actions.submit('You pay')
    expect(sent()).toHaveLength(1)
    await act(async () => answer())
    expect(isClosed).toBe(true)
  })

  it('sends under the same key again after an unknown outcome', async () => {
    browser.on(CREATE, () => {
      throw connectionLost()
    })
    await open()
    await actions.type('You pay', '40')
    await actions.press('Buy USDT')
    expect(tab.toasts()).toEqual([
      'It is not known whether this was done. Try again: it will not be done twice.',
    ])
    expect(isClosed).toBe(false)
    browser.on(CREATE, () => ok({ orderId: '9' }))
    await actions.press('Buy USDT')
    expect(new Set(sent().map((data) => data['clientOid'])).size).toBe(1)
    expect(isClosed).toBe(true)
  })

  it('sends under another key when the amount is another one', async () => {
    browser.on(CREATE, () => {
      throw connectionLost()
    })
    await open()
    await actions.type('You pay', '40')
    await actions.press('Buy USDT')
    browser.on(CREATE, () => ok({ orderId: '9' }))
    await actions.type('You pay', '41')
    await actions.press('Buy USDT')
    const [first] = sent()
    expect(sent().at(-1)?.['clientOid']).not.toBe(first?.['clientOid'])
  })

  it.each([
    ['40205', 'The price got worse meanwhile. Check it and try again.'],
    ['40240', 'It must be within the limits of the advert.'],
    ['40241', 'This advert cannot be taken any more.'],
    ['40401', 'This advert cannot be taken any more.'],
    ['40201', 'The available balance is not enough.'],
  ])('says what the refusal %s means here, and stays', async (code, text) => {
    browser.on(CREATE, () => refused(code))
    await open()
    await actions.type('You pay', '40')
    await actions.press('Buy USDT')
    expect(tab.toasts()).toEqual([text])
    expect(isClosed).toBe(false)
    expect(screen.getByLabelText<HTMLInputElement>('You pay').value).toBe('40')
  })
})

describe('selling to an advert (products 2)', () => {
  const SELLING = { side: 'buy' } as const

  it('needs a way to be paid, and says so', async () => {
    await open(SELLING)
    await actions.type('You are paid', '40')
    expect(descriptionOf(actions.button('Sell USDT'))).toBe('Choose at least one payment method.')
    await actions.toggle('checkbox', /Bank transfer/)
    expect(isBlocked(actions.button('Sell USDT'))).toBe(false)
    expect(descriptionOf(actions.button('Sell USDT'))).toBe('')
  })

  it('shows what is given, without a fee', async () => {
    await open(SELLING)
    await actions.type('You are paid', '40')
    expect(moved()).toBe('You give 50 USDT')
  })

  it.each([
    // 60 coins at 0.8 are 48 USD.
    ['48', false],
    ['48.01', true],
  ])('judges %s by the coins that are available', async (total, isTooMuch) => {
    await open(SELLING)
    await actions.type('You are paid', total)
    expect(screen.queryByText('The available balance is not enough.') !== null).toBe(isTooMuch)
  })

  it('offers the ways that the buyer pays, with their ends only', async () => {
    browser.on('/p2p/payment/list', () =>
      ok([
        methodOf('3', 'bank', '12345678'),
        methodOf('4', 'wise', '99'),
        methodOf('5', 'sepa', 'DE0042'),
      ]),
    )
    await open(SELLING)
    const names = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
    expect(names.map((name) => name?.replace(/[\u2066-\u2069]/g, ''))).toEqual([
      'Bank transfer ••••5678',
      'SEPA ••••042',
    ])
    expect(document.body.textContent).not.toContain('12345678')
  })

  it('names the ways to pay where the seller has none', async () => {
    browser.on('/p2p/payment/list', () => ok([methodOf('4', 'wise', '99')]))
    await open(SELLING)
    expect(
      screen.getByText(/The buyer pays by: Bank transfer, SEPA\. You have no such payment method/),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add a payment method' }).getAttribute('href')).toBe(
      '/en/p2p/payments',
    )
  })

  it('lets five ways be chosen, as many as the server takes', async () => {
    browser.on('/p2p/payment/list', () =>
      ok(['1', '2', '3', '4', '5', '6'].map((id) => methodOf(id, 'bank', `account-${id}`))),
    )
    await open(SELLING)
    await actions.type('You are paid', '40')
    for (const id of ['1', '2', '3', '4', '5', '6'])
      await actions.toggle('checkbox', new RegExp(`${id}$|${id}.$`))
    await actions.press('Sell USDT')
    expect(sent()[0]?.['methodIds']).toEqual(['1', '2', '3', '4', '5'])
  })

  it('says nothing about purchases to a seller who is frozen', async () => {
    browser.on(CREATE, () => refused('00004', { data: { reason: 'deposit' } }))
    await open(SELLING)
    await actions.type('You are paid', '40')
    await actions.toggle('checkbox', /Bank transfer/)
    await actions.press('Sell USDT')
    expect(tab.toasts()).toEqual([
      expect.stringMatching(/^A deposit of yours has left its chain\./),
    ])
  })
})
