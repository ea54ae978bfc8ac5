import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import type { WalletProvider } from '../../lib/credentials/walletOver.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { PaymentPages } from './PaymentPages.tsx'

const QUOTE = '/convert/quote'
const ACCEPT = '/convert/accept'
const SEND = '/asset/send'
const LIFE_MS = 8_000
const pair = (base: string) => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
})

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/spot/public/symbols', () => ok([pair('BTC'), pair('ETH')]))
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '600.5', held: '0' }]))
  browser.on('/convert/history', () => ok({ items: [], next: null }))
  browser.on('/asset/send/history', () => ok({ items: [], next: null }))
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof', action: 'send' }))
  browser.on(QUOTE, ({ data }) =>
    ok({
      ...data,
      quoteId: 'q1',
      receive: '0.0025',
      price: '0.000025',
      spread: '0.2',
      expiresAt: browser.clock.now() + LIFE_MS,
    }),
  )
  browser.on(ACCEPT, ({ data }) =>
    ok({
      convertId: '1',
      clientOid: data['clientOid'],
      fromAsset: 'USDT',
      toAsset: 'BTC',
      amount: '100',
      receive: '0.0025',
      at: 0,
    }),
  )
})
afterEach(cleanup)

async function open(path: string, wallet?: WalletProvider): Promise<void> {
  tab = await browser.openTab(`http://app/en/${path}`, wallet ? { wallet } : {})
  settle = renderPage(<PaymentPages />, { browser, tab, at: `/en/${path}` }).settle
  await settle()
  await screen.findByRole('heading', { level: 1 })
  await screen.findByText(/600\.5/)
}
const fill = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const press = async (name: string | RegExp, at = 0) => {
  const button = screen.getAllByRole('button', { name, hidden: true })[at]
  await act(async () => void fireEvent.click(button as HTMLElement))
  await settle()
  await settle()
}

describe('the conversion', () => {
  it('shows a price, and converts at it once it is accepted', async () => {
    await open('convert')
    fill('Amount', '100')
    await press('Get a price')
    expect(browser.asked(QUOTE)[0]?.data).toMatchObject({
      fromAsset: 'USDT',
      toAsset: 'BTC',
      amount: '100',
    })
    expect(screen.getByText('1 USDT = 0.000025 BTC, a spread of 0.2% included')).toBeTruthy()
    await press('Convert 100 USDT')
    expect(browser.asked(ACCEPT)[0]?.data).toMatchObject({ quoteId: 'q1' })
    expect(tab.toasts()).toContain('100 USDT became 0.0025 BTC.')
    expect(browser.asked('/convert/history')).toHaveLength(2)
  })

  it('takes the price away when it expires', async () => {
    await open('convert')
    fill('Amount', '100')
    await press('Get a price')
    await settle(LIFE_MS)
    expect(screen.getByRole('alert').textContent).toContain('expired')
    expect(screen.getByRole('button', { name: 'Get a price' })).toBeTruthy()
    expect(browser.asked(ACCEPT)).toEqual([])
  })

  it('drops a price for another amount', async () => {
    await open('convert')
    fill('Amount', '100')
    await press('Get a price')
    fill('Amount', '200')
    expect(screen.queryByRole('button', { name: /^Convert/ })).toBeNull()
  })

  it('asks for no price of more than there is', async () => {
    await open('convert')
    fill('Amount', '601')
    await press('Get a price')
    expect(browser.asked(QUOTE)).toEqual([])
  })

  it('says why the server refuses a price', async () => {
    browser.on(ACCEPT, () => refused('40231'))
    await open('convert')
    fill('Amount', '100')
    await press('Get a price')
    await press('Convert 100 USDT')
    expect(screen.getByRole('alert').textContent).toContain('expired')
  })
})

describe('a payment to a user', () => {
  const pay = async () => {
    fill('E-mail, mobile number or user ID', ' bob@example.com ')
    fill('Amount', '25')
    await press('Send to a user')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('25 USDT to bob@example.com')
    await act(
      async () =>
        void fireEvent.click(within(question).getByRole('button', { name: 'Send to a user' })),
    )
    await settle()
    await settle()
    fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), {
      target: { value: '123456' },
    })
    await press('Confirm')
  }

  it('is confirmed, proved and sent once', async () => {
    browser.on(SEND, ({ data }) => ok({ ...data, sendId: '4', direction: 'sent', at: 0 }))
    await open('asset/send')
    await pay()
    expect(browser.asked(SEND)).toHaveLength(1)
    expect(browser.asked(SEND)[0]?.data).toMatchObject({
      to: 'bob@example.com',
      asset: 'USDT',
      amount: '25',
      verifyToken: 'proof',
    })
    expect(tab.toasts()).toContain('25 USDT was sent.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('')
  })

  it('keeps what was typed when there is no such user', async () => {
    browser.on(SEND, () => refused('40401'))
    await open('asset/send')
    await pay()
    expect(screen.getByRole('alert').textContent).toBe('Nobody here has this name.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('25')
  })

  it.each([
    ['00004', 'A deposit of yours has left its chain.'],
    ['40201', 'does not have all its confirmations yet.'],
  ])('says that a deposit keeps coins in (%s)', async (code, text) => {
    browser.on(SEND, () => refused(code, { data: { reason: 'deposit' } }))
    await open('asset/send')
    await pay()
    expect(screen.getByRole('alert').textContent).toContain(text)
  })

  it('lists what was sent and received', async () => {
    const entry = { clientOid: 'c', asset: 'USDT', amount: '3', at: 0 }
    browser.on('/asset/send/history', () =>
      ok({
        items: [
          { ...entry, sendId: '1', direction: 'sent', userId: '1000000009' },
          { ...entry, sendId: '2', direction: 'received', userId: '1000000008' },
        ],
        next: null,
      }),
    )
    await open('asset/send')
    expect(await screen.findByText('Sent to 1000000009')).toBeTruthy()
    expect(screen.getByText('From 1000000008')).toBeTruthy()
  })
})

describe('the web3 swap', () => {
  const WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const SIGN = '/swap/web3/sign'
  const WITHDRAW = '/swap/web3/withdraw'
  const terms = {
    network: 'evm-a',
    chainId: 31_337,
    wallet: WALLET,
    fee: '0.3',
    pools: [{ base: 'ETH', quote: 'USDT', baseReserve: '10', quoteReserve: '20000' }],
  }
  const swap = {
    swapId: '1',
    quoteId: 's1',
    wallet: WALLET,
    fromAsset: 'USDT',
    toAsset: 'ETH',
    amount: '100',
    receive: '0.0496',
    minReceive: '0.0493',
    at: 0,
  }
  const walletOf = (address: string, signature?: string): WalletProvider => ({
    request: async ({ method, params = [] }) => {
      if (method === 'eth_requestAccounts') return [address]
      if (signature === undefined) throw new Error('declined')
      return `${signature} ${String(params[1])}`
    },
  })
  const fillIn = (form: string, value: string) =>
    fireEvent.change(
      within(screen.getByRole('form', { name: form })).getByRole('textbox', { name: 'Amount' }),
      { target: { value } },
    )
  beforeEach(() => {
    browser.on('/spot/account/assets', () =>
      ok([
        { asset: 'USDT', available: '600.5', held: '0' },
        { asset: 'ETH', available: '2', held: '0' },
      ]),
    )
    browser.on('/swap/web3/terms', () => ok(terms))
    browser.on('/swap/web3/history', () => ok({ items: [], next: null }))
    browser.on('/swap/web3/quote', ({ data }) =>
      ok({
        ...data,
        ...swap,
        network: 'evm-a',
        impact: '0.49',
        typedData: '{"a":1}',
        expiresAt: browser.clock.now() + 120_000,
      }),
    )
    browser.on(SIGN, () => ok(swap))
  })

  it('shows the terms and swaps what the bound wallet signs', async () => {
    await open('swap', walletOf(WALLET.toLowerCase(), '0x5'))
    fillIn('Web3 swap', '100')
    await press('Get a price')
    expect(browser.asked('/swap/web3/quote')[0]?.data).toMatchObject({
      fromAsset: 'USDT',
      toAsset: 'ETH',
      amount: '100',
      slippage: '0.5',
    })
    expect(screen.getByText('You receive at least 0.0493 ETH.')).toBeTruthy()
    expect(screen.getByText('Pool fee 0.3%, price impact 0.49%')).toBeTruthy()
    await press('Sign in the wallet')
    expect(browser.asked(SIGN)[0]?.data).toMatchObject({
      quoteId: 's1',
      signature: '0x5 {"a":1}',
    })
    expect(tab.toasts()).toContain('100 USDT became 0.0496 ETH.')
  })

  it.each([
    ['no wallet', undefined, 'This browser has no wallet.'],
    ['another account', walletOf('0x1', '0x5'), 'another account'],
    ['no signature', walletOf(WALLET), 'did not sign'],
  ] as const)('sends nothing with %s', async (_, wallet, text) => {
    await open('swap', wallet)
    fillIn('Web3 swap', '100')
    await press('Get a price')
    await press('Sign in the wallet')
    expect(screen.getByRole('alert').textContent).toContain(text)
    expect(browser.asked(SIGN)).toEqual([])
  })

  it('asks the wallet that the gateway stands in for in development', async () => {
    const STANDIN = '/dev/oauth/wallet'
    browser.on(STANDIN, () => ok({ address: WALLET, signature: '0x7' }))
    tab = await browser.openTab('http://app/en/swap', { config: { standins: ['wallet'] } })
    settle = renderPage(<PaymentPages />, { browser, tab, at: '/en/swap' }).settle
    await settle()
    await screen.findByText(/600\.5/)
    fillIn('Web3 swap', '100')
    await press('Get a price')
    await press('Sign in the wallet')
    expect(browser.asked(STANDIN)[0]?.data).toMatchObject({ account: WALLET, typedData: '{"a":1}' })
    expect(browser.asked(SIGN)[0]?.data).toMatchObject({ signature: '0x7' })
  })

  it('says that nothing was taken when the price fell', async () => {
    browser.on(SIGN, () => refused('40231'))
    await open('swap', walletOf(WALLET, '0x5'))
    fillIn('Web3 swap', '100')
    await press('Get a price')
    await press('Sign in the wallet')
    expect(screen.getByRole('alert').textContent).toContain('Nothing was taken.')
  })

  it('says that a lost deposit stops swaps', async () => {
    browser.on(SIGN, () => refused('00004', { data: { reason: 'deposit' } }))
    await open('swap', walletOf(WALLET, '0x5'))
    fillIn('Web3 swap', '100')
    await press('Get a price')
    await press('Sign in the wallet')
    expect(screen.getByRole('alert').textContent).toContain(
      'A deposit of yours has left its chain.',
    )
  })

  it('withdraws to the bound wallet once it is confirmed', async () => {
    browser.on(WITHDRAW, () => ok({ withdrawalId: '1', state: 'approved' }))
    await open('swap')
    fillIn('Withdraw to the wallet', '0.5')
    await press('Withdraw to the wallet')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain(`0.5 ETH will be sent to ${WALLET}`)
    expect(browser.asked(WITHDRAW)).toEqual([])
    const confirm = within(question).getByRole('button', { name: 'Withdraw to the wallet' })
    await act(async () => void fireEvent.click(confirm))
    await settle()
    await settle()
    expect(browser.asked(WITHDRAW)[0]?.data).toMatchObject({ asset: 'ETH', amount: '0.5' })
    expect(tab.toasts()).toContain('0.5 ETH is on its way to the wallet.')
  })

  it('keeps the amount when the server refuses to pay out', async () => {
    browser.on(WITHDRAW, () => refused('40201', { data: { asset: 'ETH', reason: 'deposit' } }))
    await open('swap')
    fillIn('Withdraw to the wallet', '0.5')
    await press('Withdraw to the wallet')
    const question = await screen.findByRole('alertdialog')
    const confirm = within(question).getByRole('button', { name: 'Withdraw to the wallet' })
    await act(async () => void fireEvent.click(confirm))
    await settle()
    await settle()
    expect(screen.getByRole('alert').textContent).toContain('all its confirmations yet.')
  })

  it('asks for a wallet where none is bound', async () => {
    browser.on('/swap/web3/terms', () => ok({ ...terms, wallet: null }))
    tab = await browser.openTab('http://app/en/swap')
    const page = renderPage(<PaymentPages />, { browser, tab, at: '/en/swap' })
    await page.settle()
    const link = await screen.findByRole('link', { name: 'Bind a wallet' })
    expect(link.getAttribute('href')).toBe('/en/account/setting/third/wallet')
    cleanup()
    browser.on('/swap/web3/terms', () => ok({ ...terms, pools: [] }))
    const empty = renderPage(<PaymentPages />, { browser, tab, at: '/en/swap' })
    await empty.settle()
    expect(await screen.findByText('Swaps are not available at the moment.')).toBeTruthy()
  })
})
