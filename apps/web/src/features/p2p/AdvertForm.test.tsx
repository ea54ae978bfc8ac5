import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { P2pTexts } from '../../lib/lazy/P2pTexts.tsx'
import { createTestBrowser, ok, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { descriptionOf, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { AdvertTerms, P2pConfig } from '../../data/p2p/adverts.ts'
import { type AdvertDraft, EMPTY_DRAFT } from './advertDraft.ts'
import { AdvertForm } from './AdvertForm.tsx'

const OFFER: P2pConfig = {
  assets: ['USDT', 'BTC'],
  fiats: [
    { fiat: 'USD', areaCode: '1' },
    { fiat: 'EUR', areaCode: '49' },
  ],
  paymentTypes: [
    { type: 'bank', fiats: ['USD', 'EUR'], fields: ['bank', 'account'] },
    { type: 'sepa', fiats: ['EUR'], fields: ['iban'] },
  ],
  feePercent: '0.1',
  index: [
    { asset: 'USDT', fiat: 'USD', price: '1.00' },
    { asset: 'BTC', fiat: 'EUR', price: '60012.5' },
  ],
}
const METHOD = {
  methodId: '3',
  type: 'bank',
  holder: 'Ann',
  fields: { bank: 'First', account: '12345678' },
}

let browser: TestBrowser
let actions: ReturnType<typeof pageActions>
let sent: AdvertTerms[]
let isAccepted: boolean
let isDone: boolean
beforeEach(() => {
  sent = []
  isAccepted = true
  isDone = false
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/p2p/payment/list', () => ok([METHOD]))
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '60.5', held: '0' }]))
})
afterEach(cleanup)

const open = async (
  draft: Partial<AdvertDraft> = {},
  { escrowed }: { readonly escrowed?: string } = {},
) => {
  const tab = await browser.openTab('http://app/en/p2p/adverts')
  const { settle } = renderPage(
    <P2pTexts>
      <AdvertForm
        offer={OFFER}
        initial={{ ...EMPTY_DRAFT, ...draft }}
        {...(escrowed === undefined ? {} : { escrowed })}
        isBusy={false}
        onSend={async (terms) => (sent.push(terms), isAccepted)}
        onDone={() => (isDone = true)}
      />
    </P2pTexts>,
    { browser, tab, at: '/en/p2p/adverts' },
  )
  actions = pageActions(settle)
  await settle(100)
}
const fieldOf = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const fill = async (values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await actions.type(label, value)
}
const methods = () =>
  screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
const SALE = { Price: '1.01', Amount: '50', 'Smallest order': '10', 'Largest order': '40' }

describe('the form of an advert (products 2)', () => {
  it('sends what was typed once everything is given', async () => {
    await open()
    await fill({ ...SALE, 'Terms for the other party': ' Be quick ' })
    await actions.toggle('checkbox', /Bank transfer/)
    await actions.press('Publish an advert')
    expect(sent).toEqual([
      {
        side: 'sell',
        asset: 'USDT',
        fiat: 'USD',
        price: '1.01',
        amount: '50',
        minimum: '10',
        maximum: '40',
        payMinutes: 15,
        paymentTypes: [],
        methodIds: ['3'],
        terms: 'Be quick',
      },
    ])
    expect(isDone).toBe(true)
  })

  it('stays as it is when it was not taken', async () => {
    isAccepted = false
    await open()
    await fill(SALE)
    await actions.toggle('checkbox', /Bank transfer/)
    await actions.press('Publish an advert')
    expect([sent.length, isDone, fieldOf('Price').value]).toEqual([1, false, '1.01'])
  })

  it('judges nothing before it is sent, and everything from then on', async () => {
    await open()
    expect(descriptionOf(fieldOf('Price'))).not.toContain('Enter a price.')
    await actions.press('Publish an advert')
    expect(descriptionOf(fieldOf('Price'))).toContain('Enter a price.')
    await actions.type('Price', '1')
    expect(descriptionOf(fieldOf('Price'))).not.toContain('Enter a price.')
    await actions.type('Price', '')
    expect(descriptionOf(fieldOf('Price'))).toContain('Enter a price.')
    expect(sent).toEqual([])
  })

  it.each([
    ['Amount', '60.50000001', 'The available balance is not enough.'],
    ['Amount', '0', 'Enter an amount.'],
    ['Smallest order', '0', 'Enter an amount.'],
    ['Largest order', '9.99', 'It is below the smallest order.'],
  ])('says in the field %s what is wrong with %s', async (label, value, text) => {
    await open({ price: '1', amount: '50', minimum: '10', maximum: '40', methods: ['3'] })
    await actions.type(label, value)
    await actions.press('Publish an advert')
    expect(descriptionOf(fieldOf(label))).toContain(text)
    expect(sent).toEqual([])
  })

  it('shows what a seller has, and a buyer nothing of it', async () => {
    await open()
    expect(descriptionOf(fieldOf('Amount')).replace(/[\u2066-\u2069]/g, '')).toBe(
      'Available 60.5 USDT',
    )
    await actions.toggle('radio', 'Buy')
    expect(descriptionOf(fieldOf('Amount'))).toBe('')
  })

  it('lets a buyer ask for more than the account has', async () => {
    await open()
    await actions.toggle('radio', 'Buy')
    await fill({ ...SALE, Amount: '5000' })
    await actions.toggle('checkbox', 'Bank transfer')
    await actions.press('Publish an advert')
    expect(sent[0]).toMatchObject({ side: 'buy', amount: '5000', paymentTypes: ['bank'] })
  })

  it('names own accounts to a seller, kinds of payment to a buyer', async () => {
    await open()
    expect(methods()).toEqual(['Bank transfer ••••5678'])
    await actions.toggle('radio', 'Buy')
    expect(methods()).toEqual(['Bank transfer'])
    await actions.choose('Currency', 'EUR')
    expect(methods()).toEqual(['Bank transfer', 'SEPA'])
  })

  it.each([
    ['the side', () => actions.toggle('radio', 'Sell')],
    ['the currency', () => actions.choose('Currency', 'EUR')],
  ])('forgets the chosen ways with %s, for which they may not exist', async (_, change) => {
    await open({ side: 'buy', methods: ['bank'] })
    await change()
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
  })

  it('keeps the chosen ways of another coin', async () => {
    await open({ side: 'buy', methods: ['bank'] })
    await actions.choose('Coin', 'BTC')
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
  })

  it('shows the index price where there is one', async () => {
    await open()
    expect(screen.getByText('Index price: 1 USD')).toBeTruthy()
    await actions.choose('Currency', 'EUR')
    expect(screen.queryByText(/^Index price/)).toBeNull()
    await actions.choose('Coin', 'BTC')
    expect(screen.getByText('Index price: 60,012.5 EUR')).toBeTruthy()
  })

  it('asks for a distance where the price follows the index', async () => {
    await open()
    await actions.toggle('radio', 'Follows the index')
    expect(screen.queryByLabelText('Price', { selector: 'input' })).toBeNull()
    expect(fieldOf('Distance from the index (%)').value).toBe('0')
    await fill({ Amount: '50', 'Smallest order': '10', 'Largest order': '40' })
    await actions.toggle('checkbox', /Bank transfer/)
    await actions.type('Distance from the index (%)', '20.5')
    await actions.press('Publish an advert')
    expect(fieldOf('Distance from the index (%)').getAttribute('aria-invalid')).toBe('true')
    await actions.type('Distance from the index (%)', '−1,5')
    await actions.press('Publish an advert')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ marginPercent: '-1.5' })
    expect(sent[0]).not.toHaveProperty('price')
  })

  it('leads a seller without an account to where one is added', async () => {
    browser.on('/p2p/payment/list', () => ok([]))
    await open()
    expect(screen.getByRole('link', { name: 'Add a payment method' }).getAttribute('href')).toBe(
      '/en/p2p/payments',
    )
    await actions.toggle('radio', 'Buy')
    expect(screen.queryByRole('link', { name: 'Add a payment method' })).toBeNull()
  })

  it('leaves side, coin and currency of a published one as they are', async () => {
    await open(
      { price: '1', amount: '50', minimum: '10', maximum: '40', methods: ['3'] },
      { escrowed: '50' },
    )
    expect(screen.queryByRole('radio', { name: 'Buy' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Coin' })).toBeNull()
    // 50 coins are put aside and 60.5 are left: 110.5 can be sold.
    await actions.type('Amount', '110.6')
    await actions.press('Save')
    expect(descriptionOf(fieldOf('Amount'))).toContain('The available balance is not enough.')
    await actions.type('Amount', '110.5')
    await actions.press('Save')
    expect(sent[0]?.amount).toBe('110.5')
  })

  it('offers the times to pay that the exchange knows', async () => {
    await open({ price: '1', amount: '5', minimum: '1', maximum: '5', methods: ['3'] })
    await actions.choose('Minutes to pay', '60')
    await actions.press('Publish an advert')
    expect(sent[0]?.payMinutes).toBe(60)
  })

  it('says of the ways as a group that one is missing', async () => {
    await open({ price: '1', amount: '5', minimum: '1', maximum: '5' })
    await actions.press('Publish an advert')
    const group = screen.getByRole('group', { name: 'Payment methods' })
    expect(descriptionOf(group)).toBe('Choose at least one payment method.')
  })
})
