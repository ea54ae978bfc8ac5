import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PHONE } from '../../lib/media/useMedia.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { activeContent, readAttackTexts } from '../../testing/attackTexts.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { P2pPages } from './P2pPages.tsx'

const MINUTE = 60_000
const OFFER = {
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
  index: [],
}
const ADVERT = {
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
  payMinutes: 15,
  paymentTypes: ['bank'],
  terms: 'Be quick',
  owner: { nickname: 'Ann', orders: 4, completionPercent: '75.0' },
}
const METHOD = {
  methodId: '3',
  type: 'bank',
  holder: 'Ann Example',
  fields: { bank: 'First Bank', account: 'DE00 1234 5678' },
}
const orderOf = (changes: object = {}) => ({
  orderId: '9',
  advertId: '7',
  role: 'buyer',
  asset: 'USDT',
  fiat: 'USD',
  price: '0.8',
  amount: '50',
  fee: '0.05',
  total: '40',
  status: 'awaitingPayment',
  createdAt: 1,
  expiresAt: browser.clock.now() + 15 * MINUTE,
  paidAt: null,
  appealFrom: null,
  appeal: null,
  ruling: null,
  updatedAt: 1,
  counterparty: 'Ann',
  terms: 'Be quick',
  payTo: [METHOD],
  ...changes,
})
const MESSAGE = {
  messageId: '1',
  orderId: '9',
  from: 'seller',
  isOwn: false,
  text: 'Hello',
  fileId: null,
  at: 1,
}

let browser: TestBrowser
let order: ReturnType<typeof orderOf>
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  order = orderOf()
  browser.on('/p2p/public/config', () => ok(OFFER))
  browser.on('/p2p/public/market', () => ok({ items: [ADVERT], next: null }))
  browser.on('/p2p/payment/list', () => ok([METHOD]))
  browser.on('/p2p/order/list', () => ok({ items: [order], next: null }))
  browser.on('/p2p/order/detail', () => ok(order))
  browser.on('/p2p/order/messages', () => ok({ items: [MESSAGE], next: null }))
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '60', held: '0' }]))
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  for (const step of ['create', 'paid', 'cancel', 'appeal', 'confirmPutCoin'])
    browser.on(`/p2p/order/${step}`, () => ok(order))
  for (const what of ['message', 'file']) browser.on(`/p2p/order/${what}`, () => ok(MESSAGE))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(at: string, { isUser = true }: { readonly isUser?: boolean } = {}) {
  if (isUser) browser.signIn('1000000001')
  const tab = await browser.openTab(`http://app/en/p2p${at}`)
  settle = renderPage(<P2pPages />, { browser, tab, at: `/en/p2p${at}` }).settle
  await settle(100)
  await settle(100)
  return tab
}
const press = async (name: string, within_: { getByRole: typeof screen.getByRole } = screen) => {
  await act(async () => void fireEvent.click(within_.getByRole('button', { name, hidden: true })))
  await settle(500)
}
const type = async (label: string, value: string) => {
  const field = await screen.findByLabelText(label)
  await act(async () => void fireEvent.change(field, { target: { value } }))
}
const confirm = async (name: string) => press(name, within(await screen.findByRole('alertdialog')))

describe('the market (products 2)', () => {
  it('shows guests adverts, and sends them to the log-in', async () => {
    await open('', { isUser: false })
    expect(screen.getByText('Ann')).toBeTruthy()
    expect(screen.getByText('Orders: 4 · completed: 75%')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Log in to trade' })
    expect(link.getAttribute('href')).toBe('/en/login?from=%2Fp2p')
  })

  it('remembers currency and area code (spec 3)', async () => {
    const tab = await open('')
    await act(async () => void fireEvent.click(screen.getByRole('combobox', { name: 'Currency' })))
    const euro = await screen.findByRole('option', { name: 'EUR', hidden: true })
    await act(async () => void fireEvent.click(euro))
    await settle(100)
    const { storage } = tab.services
    expect(storage.get(STORAGE_KEYS.fiatName)).toBe('EUR')
    expect(storage.get(STORAGE_KEYS.areaCode)).toBe('49')
    expect(browser.asked('/p2p/public/market').at(-1)?.data).toMatchObject({ fiat: 'EUR' })
  })

  it('shows names and terms of attackers as text (products 8)', async () => {
    const texts = readAttackTexts()
    const items = texts.map((text, at) => ({
      ...ADVERT,
      advertId: `${at}`,
      terms: text,
      owner: { ...ADVERT.owner, nickname: text },
    }))
    browser.on('/p2p/public/market', () => ok({ items, next: null }))
    // Cards are all drawn, of a long table only the rows in sight.
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media === PHONE,
          media,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
    await open('')
    expect(document.querySelectorAll('li').length).toBeGreaterThan(texts.length / 2)
    expect(activeContent()).toEqual([])
  })

  it('takes an advert within its limits, at the price that was shown', async () => {
    await open('')
    await press('Buy USDT')
    await type('You pay', '90')
    expect(screen.getByText('It must be within the limits of the advert.')).toBeTruthy()
    await type('You pay', '40')
    expect(screen.getByText('You receive about 49.95 USDT · Fee: 0.05 USDT')).toBeTruthy()
    const dialog = within(await screen.findByRole('dialog'))
    await press('Buy USDT', dialog)
    expect(browser.asked('/p2p/order/create')[0]?.data).toMatchObject({
      advertId: '7',
      version: 2,
      price: '0.8',
      total: '40',
    })
  })

  it('says when the price got worse, and keeps the dialog', async () => {
    browser.on('/p2p/order/create', () => refused('40205'))
    const tab = await open('')
    await press('Buy USDT')
    await type('You pay', '40')
    await press('Buy USDT', within(await screen.findByRole('dialog')))
    expect(tab.toasts()).toContain('The price got worse meanwhile. Check it and try again.')
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('lets sellers choose how they are paid', async () => {
    browser.on('/p2p/public/market', () => ok({ items: [{ ...ADVERT, side: 'buy' }], next: null }))
    await open('')
    await press('Sell USDT')
    await type('You are paid', '70')
    expect(screen.getByText('The available balance is not enough.')).toBeTruthy()
    await type('You are paid', '40')
    const dialog = within(await screen.findByRole('dialog'))
    await act(async () => void fireEvent.click(dialog.getByRole('checkbox')))
    await press('Sell USDT', dialog)
    expect(browser.asked('/p2p/order/create')[0]?.data).toMatchObject({ methodIds: ['3'] })
    expect(screen.queryByText(/· Fee/)).toBeNull()
  })

  it.each([
    ['sell', 'Buy USDT', 'You pay', true],
    ['buy', 'Sell USDT', 'You are paid', false],
  ])('gives a %s advert the reason of its refusal', async (...row) => {
    const [side, name, label, isNamed] = row
    browser.on('/p2p/public/market', () => ok({ items: [{ ...ADVERT, side }], next: null }))
    browser.on('/p2p/order/create', () => refused('00004'))
    const tab = await open('')
    await press(name)
    await type(label, '40')
    const dialog = within(await screen.findByRole('dialog'))
    for (const box of dialog.queryAllByRole('checkbox'))
      await act(async () => void fireEvent.click(box))
    await press(name, dialog)
    expect(tab.toasts()).toHaveLength(1)
    expect(JSON.stringify(tab.toasts()).includes('cannot buy now')).toBe(isNamed)
  })

  it('offers another try when it could not be loaded', async () => {
    browser.on('/p2p/public/config', () => refused('50000'))
    await open('')
    expect(screen.getByText('This list could not be loaded.')).toBeTruthy()
    browser.on('/p2p/public/config', () => ok(OFFER))
    await press('Try again')
    expect(screen.getByText('Ann')).toBeTruthy()
  })
})

describe('an order (products 2)', () => {
  it('counts down, shows how to pay, and asks before it is paid', async () => {
    await open('/orders/9')
    expect(screen.getByRole('timer').textContent).toMatch(/^1[45]:\d\d$/)
    expect(screen.getByText('DE00 1234 5678')).toBeTruthy()
    await press('I have paid')
    expect(browser.asked('/p2p/order/paid')).toHaveLength(0)
    await confirm('I have paid')
    expect(browser.asked('/p2p/order/paid')[0]?.data).toMatchObject({ orderId: '9' })
  })

  it('is cancelled by the buyer after a warning', async () => {
    await open('/orders/9')
    await press('Cancel the order')
    await confirm('Cancel the order')
    expect(browser.asked('/p2p/order/cancel')[0]?.data).toMatchObject({ orderId: '9' })
  })

  it('is released by the seller with a proof', async () => {
    order = orderOf({ role: 'seller', status: 'paid', paidAt: 1 })
    await open('/orders/9')
    expect(screen.getByRole('region', { name: 'You are paid to' })).toBeTruthy()
    await press('Release the coins')
    await confirm('Release the coins')
    const code = await screen.findByRole('textbox', { name: 'Code', hidden: true })
    fireEvent.change(code, { target: { value: '123456' } })
    await press('Confirm')
    expect(browser.asked('/p2p/order/confirmPutCoin')[0]?.data).toMatchObject({
      orderId: '9',
      verifyToken: 'proof',
    })
  })

  it('counts by the clock of the server', async () => {
    const tab = await open('/orders/9')
    expect(screen.getByRole('timer').textContent).toMatch(/^1[45]:/)
    // The clock of this device is ten minutes slow.
    const now = browser.clock.now()
    tab.services.serverClock.sample({
      sent: now,
      received: now,
      requestTime: String(now + 10 * MINUTE),
    })
    await settle(1_000)
    expect(screen.getByRole('timer').textContent).toMatch(/^0?4:/)
  })

  it('can be appealed once its time has come', async () => {
    order = orderOf({ status: 'paid', paidAt: 1, appealFrom: browser.clock.now() + MINUTE })
    await open('/orders/9')
    expect(screen.queryByLabelText('Reason of the appeal')).toBeNull()
    await settle(MINUTE + 1_000)
    await type('Reason of the appeal', ' He is silent ')
    await press('Appeal')
    expect(browser.asked('/p2p/order/appeal')[0]?.data).toMatchObject({ reason: 'He is silent' })
  })

  it.each(['buyer', 'seller'] as const)('says to the %s who decides an appeal', async (role) => {
    const appeal = { at: 1, by: 'seller', reason: 'No money' } as const
    order = orderOf({ role, status: 'appealed', paidAt: 1, appeal })
    await open('/orders/9')
    expect(screen.getByText('Appeal: No money')).toBeTruthy()
    expect(screen.getByText(/^An operator reads the chat and decides/)).toBeTruthy()
  })

  it('follows the account stream without asking on its own', async () => {
    const tab = await open('/orders/9')
    act(() => tab.sockets.at(-1)?.open())
    const asked = browser.asked('/p2p/order/detail').length
    await settle(12_000)
    expect(browser.asked('/p2p/order/detail')).toHaveLength(asked)
    order = orderOf({ status: 'released' })
    for (const seq of [1, 2])
      await act(async () =>
        tab.sockets.at(-1)?.deliver({
          topic: 'p2p',
          type: seq === 1 ? 'snapshot' : 'delta',
          seq,
          prevSeq: seq - 1,
          ts: 0,
          data: [],
        }),
      )
    await settle(100)
    expect(screen.getByText('Completed')).toBeTruthy()
  })
})

describe('the chat (products 2)', () => {
  it('sends text and pictures, each under a key', async () => {
    await open('/orders/9')
    await type('Message', ' Paid now ')
    await press('Send')
    const [said] = browser.asked('/p2p/order/message')
    expect(said?.data).toMatchObject({ orderId: '9', text: 'Paid now' })
    const file = new File([new Uint8Array([1, 2, 3])], 'slip.png', { type: 'image/png' })
    await act(async () =>
      fireEvent.change(screen.getByLabelText('Send a picture'), { target: { files: [file] } }),
    )
    await settle(100)
    expect(browser.asked('/p2p/order/file')[0]?.data).toMatchObject({ picture: 'AQID' })
  })

  it('refuses other files without sending them', async () => {
    await open('/orders/9')
    const file = new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' })
    await act(async () =>
      fireEvent.change(screen.getByLabelText('Send a picture'), { target: { files: [file] } }),
    )
    expect(screen.getByText('A PNG or JPEG picture of 2 MiB at most.')).toBeTruthy()
    expect(browser.asked('/p2p/order/file')).toHaveLength(0)
  })

  it('says when it is closed', async () => {
    browser.on('/p2p/order/message', () => refused('40241'))
    await open('/orders/9')
    await type('Message', 'Hi')
    await press('Send')
    expect(screen.getByText('The chat of this order is closed.')).toBeTruthy()
  })

  it('shows pictures of the other party', async () => {
    browser.on('/p2p/order/messages', () =>
      ok({ items: [{ ...MESSAGE, text: '', fileId: '4' }], next: null }),
    )
    browser.on('/p2p/order/picture', () => ok({ mediaType: 'image/png', picture: 'AQID' }))
    await open('/orders/9')
    await settle(100)
    const picture = screen.getByRole('img', { name: 'Picture from Ann' })
    expect(picture.getAttribute('src')).toBe('data:image/png;base64,AQID')
  })

  it('names a picture that is no longer kept', async () => {
    browser.on('/p2p/order/messages', () =>
      ok({ items: [{ ...MESSAGE, text: '', fileId: '4' }], next: null }),
    )
    browser.on('/p2p/order/picture', () => refused('40401'))
    await open('/orders/9')
    await settle(100)
    expect(screen.getByText('Picture from Ann')).toBeTruthy()
    expect(screen.queryByRole('img', { name: 'Picture from Ann' })).toBeNull()
  })

  it('shows what attackers write as text everywhere', async () => {
    const payloads = readAttackTexts()
    const items = payloads.map((text, at) => ({ ...MESSAGE, messageId: `${at}`, text }))
    browser.on('/p2p/order/messages', () => ok({ items, next: null }))
    const [first = ''] = payloads
    order = orderOf({
      counterparty: first,
      terms: payloads.slice(0, 50).join('\n'),
      payTo: [{ ...METHOD, holder: first, fields: { account: first } }],
      appeal: { isOwn: false, reason: first, at: 1 },
      ruling: { reason: first },
    })
    await open('/orders/9')
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(payloads.length / 2)
    expect(activeContent()).toEqual([])
  })
})
