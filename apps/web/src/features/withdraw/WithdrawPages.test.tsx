import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { WithdrawPages } from './WithdrawPages.tsx'

const SETTINGS = '/spot/withdraw/settings'
const HISTORY = '/spot/withdraw/history'
const QUOTE = '/spot/withdraw/quote'
const APPLY = '/spot/withdraw/apply'
const CANCEL = '/spot/withdraw/cancel'
const BOOK = '/asset/book/list'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const AT = Date.UTC(2026, 4, 3, 12)

const network = (id: string, changes: object = {}) => ({
  network: id,
  name: id.toUpperCase(),
  fee: '1',
  minimum: '10',
  blockSeconds: 2,
  confirmations: 12,
  decimals: 6,
  suspended: false,
  ...changes,
})
const settings = (changes: object = {}) => ({
  whitelist: false,
  noPasswordCap: null,
  stoppedUntil: null,
  dailyCap: '10000',
  leftToday: '9000',
  coins: [
    {
      asset: 'USDT',
      decimals: 8,
      withdrawable: '500.12345678',
      networks: [network('evm-a'), network('evm-b', { fee: '2' })],
    },
  ],
  ...changes,
})
const withdrawal = (changes: object = {}) => ({
  withdrawalId: '5',
  clientOid: 'w-1',
  asset: 'USDT',
  network: 'evm-a',
  address: ADDRESS,
  tag: null,
  amount: '100',
  fee: '1',
  receive: '99',
  state: 'approved',
  reason: null,
  txHash: null,
  createdAt: AT,
  updatedAt: AT,
  ...changes,
})
const entry = (changes: object = {}) => ({
  bookId: 'b1',
  network: 'evm-a',
  address: ADDRESS,
  tag: null,
  label: 'Cold',
  createdAt: 0,
  usableAt: 0,
  ...changes,
})
const deposit = (changes: object = {}) => ({
  depositId: 'evm-a:0xa:0',
  network: 'evm-a',
  asset: 'USDT',
  amount: '250.5',
  address: ADDRESS,
  txHash: '0xa',
  state: 'confirming',
  reason: null,
  confirmations: 2,
  creditAt: 6,
  unlockAt: 12,
  createdAt: AT,
  updatedAt: AT,
  ...changes,
})

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on(SETTINGS, () => ok(settings()))
  browser.on('/mix/config/coins', () =>
    ok({ canUseFaucet: false, networks: [{ network: 'evm-a', name: 'EVM A' }], coins: [] }),
  )
  browser.on(HISTORY, () => ok({ items: [], next: null }))
  browser.on(BOOK, () => ok({ whitelist: false, items: [] }))
  browser.on('/asset/deposit/history', () => ok({ items: [], next: null }))
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '600', held: '0' }]))
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', ({ data }) => ok({ verifyToken: 'proof', action: data }))
  browser.on(QUOTE, ({ data }) => ok({ quoteId: 'q1', fee: '1', receive: '99', ...data }))
  browser.on(APPLY, ({ data }) => ok(withdrawal(data)))
  browser.on(CANCEL, () => ok(withdrawal({ state: 'cancelled' })))
})
afterEach(cleanup)

const open = async (path = 'asset/withdraw') => {
  tab = await browser.openTab(`http://app/en/${path}`)
  settle = renderPage(<WithdrawPages />, { browser, tab, at: `/en/${path}` }).settle
  await settle()
  await settle()
}
const press = async (name: string, at = 0) => {
  const button = screen.getAllByRole('button', { name, hidden: true })[at]
  await act(async () => void fireEvent.click(button as HTMLElement))
  await settle(300)
}
const field = (name: string) => screen.getByRole('textbox', { name, hidden: true })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const prove = async () => {
  await screen.findByRole('textbox', { name: 'Code', hidden: true })
  type('Code', '123456')
  await press('Confirm')
}
const switchOf = (name: string) => screen.getByRole('switch', { name, hidden: true })

/** Types a withdrawal, sends it and confirms what it does. */
const send = async () => {
  type('Address', ADDRESS)
  type('Amount', '100')
  await settle()
  await press('Withdraw')
  expect(await screen.findByText(/99 USDT will be sent to 0x5290/)).toBeTruthy()
  await press('Withdraw', 1)
}

describe('the withdrawal page (wallet 8)', () => {
  it('shows the fee, what is received and what is left today', async () => {
    await open()
    type('Amount', '100')
    await settle()
    expect(screen.getByText('Network fee').nextSibling?.textContent).toContain('1')
    expect(screen.getByTestId('withdraw-receive').textContent).toContain('99')
    expect(screen.getByText('Left today').nextSibling?.textContent).toContain('9,000')
  })

  it('says what of the balance cannot leave yet (W5)', async () => {
    await open()
    expect(screen.getByText(/99.87654322 USDT more can be withdrawn once/)).toBeTruthy()
  })

  it('takes everything that may leave, cut to the units of the network', async () => {
    await open()
    await press('All')
    expect((field('Amount') as HTMLInputElement).value).toMatch(/500\.123456$/)
  })

  it.each([
    ['5', 'The smallest withdrawal is 10 USDT.'],
    ['501', 'The available balance is not enough.'],
  ])('refuses the amount %s on the spot', async (amount, text) => {
    await open()
    type('Amount', amount)
    await settle()
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('asks for a proof, then sends with a fresh quote', async () => {
    await open()
    await send()
    expect(browser.asked(QUOTE)).toEqual([])
    await prove()
    expect(browser.asked(APPLY)[0]?.data).toMatchObject({
      asset: 'USDT',
      network: 'evm-a',
      address: ADDRESS,
      amount: '100',
      quoteId: 'q1',
      verifyToken: 'proof',
      clientOid: expect.stringMatching(/^w[0-9a-f]{24}$/),
    })
    expect(tab.toasts()).toContain('The withdrawal was requested.')
    expect(browser.asked(HISTORY).length).toBeGreaterThan(1)
  })

  it('does not send when the fee is another than shown', async () => {
    browser.on(QUOTE, () => ok({ quoteId: 'q1', fee: '3', receive: '97' }))
    await open()
    await send()
    await prove()
    expect(screen.getByRole('alert').textContent).toContain('The fee was recalculated.')
    expect(browser.asked(APPLY)).toEqual([])
  })

  it('says why it was refused, and keeps what was typed', async () => {
    browser.on(APPLY, () => refused('40209', { data: { left: '50' } }))
    await open()
    await send()
    await prove()
    expect(screen.getByRole('alert').textContent).toContain('50 USDT is left.')
    expect((field('Amount') as HTMLInputElement).value).toBe('100')
  })

  it('says that two people review a large amount', async () => {
    browser.on(APPLY, () => ok(withdrawal({ state: 'review', reason: 'large' })))
    await open()
    await send()
    await prove()
    expect(tab.toasts()).toContain('Two people review this amount before it is sent.')
  })

  it('sends to the book without a proof where the user allows it', async () => {
    browser.on(SETTINGS, () => ok(settings({ noPasswordCap: '150' })))
    browser.on(BOOK, () => ok({ whitelist: false, items: [entry()] }))
    await open()
    fireEvent.click(screen.getByRole('combobox', { name: /^Recipient/ }))
    await settle()
    fireEvent.click(within(await screen.findByRole('listbox')).getByText('Cold'))
    await settle()
    type('Amount', '100')
    await settle()
    await press('Withdraw')
    await press('Withdraw', 1)
    expect(browser.asked(APPLY)[0]?.data).toMatchObject({ bookId: 'b1', amount: '100' })
    expect(browser.asked(APPLY)[0]?.data).not.toHaveProperty('verifyToken')
  })

  it('offers entries alone where only those may receive', async () => {
    browser.on(SETTINGS, () => ok(settings({ whitelist: true })))
    await open()
    expect(screen.queryByRole('textbox', { name: 'Address' })).toBeNull()
    expect(screen.getByText('Only addresses of your address book may receive.')).toBeTruthy()
  })

  it('says that withdrawals are stopped, and until when', async () => {
    browser.on(SETTINGS, () => ok(settings({ stoppedUntil: AT })))
    await open()
    const text = /Withdrawals are stopped until .*2026/
    expect(screen.getByText(text, { selector: '[role=status]' })).toBeTruthy()
    // The button says why it is disabled.
    expect(screen.getByText(text, { selector: 'button *' })).toBeTruthy()
  })

  it('says where there is nothing to withdraw', async () => {
    browser.on(SETTINGS, () => ok(settings({ coins: [] })))
    await open()
    expect(screen.getByText('Nothing can be withdrawn here at the moment.')).toBeTruthy()
  })

  it('shows a warning until it was read, and again a month later (spec 3)', async () => {
    await open()
    const warning = /cannot be brought back/
    expect(screen.getByText(warning)).toBeTruthy()
    await press('Got it')
    expect(screen.queryByText(warning)).toBeNull()
    expect(Number(browser.storage.get('x:tip.withdrawTime'))).toBeGreaterThan(0)
    cleanup()
    await open()
    expect(screen.queryByText(warning)).toBeNull()
    cleanup()
    browser.storage.set('x:tip.withdrawTime', '1')
    await open()
    expect(screen.getByText(warning)).toBeTruthy()
  })
})

describe('the list of withdrawals (wallet 8)', () => {
  it.each([
    ['pending', 'Being checked'],
    ['review', 'In review'],
    ['approved', 'Waiting to be sent'],
    ['signed', 'Being sent'],
    ['broadcast', 'Waiting for a block'],
    ['confirming', 'Confirming'],
    ['completed', 'Complete'],
    ['cancelled', 'Cancelled'],
    ['rejected', 'Rejected'],
    ['failed', 'Failed, returned to your account'],
  ])('shows the state %s', async (state, text) => {
    browser.on(HISTORY, () => ok({ items: [withdrawal({ state })], next: null }))
    await open('asset/records')
    expect(screen.getByTestId('withdrawal-5').textContent).toBe(text)
    const isEarly = ['pending', 'review', 'approved'].includes(state)
    expect(screen.queryAllByRole('button', { name: 'Cancel' })).toHaveLength(isEarly ? 1 : 0)
  })

  it('asks for the states of what is under way without the socket', async () => {
    const states = '/spot/withdraw/batchQuery'
    let state = 'approved'
    const ended = withdrawal({ withdrawalId: '4', state: 'completed' })
    browser.on(HISTORY, () => ok({ items: [withdrawal({ state }), ended], next: null }))
    browser.on(states, () => {
      state = 'completed'
      return ok({ items: [{ withdrawalId: '5', state, txHash: null }] })
    })
    await open('asset/records')
    await settle()
    expect(browser.asked(states).map(({ data }) => data['ids'])).toEqual([['5']])
    expect(screen.getByTestId('withdrawal-5').textContent).toBe('Complete')
    expect(browser.asked(HISTORY)).toHaveLength(2)
  })

  it('names the network of each deposit and withdrawal', async () => {
    browser.on(HISTORY, () => ok({ items: [withdrawal()], next: null }))
    browser.on('/asset/deposit/history', () =>
      ok({ items: [deposit(), deposit({ depositId: 'old:0xa:0', network: 'old' })], next: null }),
    )
    await open('asset/records')
    expect(screen.getAllByText('EVM A')).toHaveLength(2)
    expect(screen.queryByText('evm-a')).toBeNull()
    // One that is listed no longer.
    expect(screen.getByText('old')).toBeTruthy()
  })

  it('asks for no states where nothing is under way', async () => {
    browser.on(HISTORY, () => ok({ items: [withdrawal({ state: 'completed' })], next: null }))
    await open('asset/records')
    expect(browser.asked('/spot/withdraw/batchQuery')).toEqual([])
  })

  it('cancels one that is not signed yet', async () => {
    browser.on(HISTORY, () => ok({ items: [withdrawal()], next: null }))
    await open()
    await press('Cancel')
    expect(browser.asked(CANCEL)[0]?.data).toMatchObject({ withdrawalId: '5' })
  })

  it('says that it was too late to cancel', async () => {
    browser.on(HISTORY, () => ok({ items: [withdrawal()], next: null }))
    browser.on(CANCEL, () => refused('40401'))
    await open()
    await press('Cancel')
    expect(tab.toasts()).toEqual(['It does not exist, or no longer.'])
  })
})

describe('the address book page (wallet 4, 8)', () => {
  const ADD = '/asset/book/add'
  const REMOVE = '/asset/book/remove'
  const WHITELIST = '/asset/book/whitelist'
  const FLAG = '/user/security/withdrawNoPassword'
  beforeEach(() => {
    browser.on(BOOK, () => ok({ whitelist: false, items: [entry()] }))
    for (const path of [REMOVE, WHITELIST]) browser.on(path, () => ok({ items: [] }))
    browser.on(ADD, ({ data }) => ok(entry(data)))
    browser.on(FLAG, () => ok({ noPasswordCap: '150', stoppedUntil: AT }))
  })

  it('keeps an address after a proof', async () => {
    await open('asset/book')
    type('Address', ADDRESS)
    type('Name', ' Safe ')
    await settle()
    await press('Add an address')
    await prove()
    expect(browser.asked(ADD)[0]?.data).toMatchObject({
      network: 'evm-a',
      address: ADDRESS,
      label: 'Safe',
      verifyToken: 'proof',
    })
    expect(tab.toasts()).toEqual(['The address book was changed.'])
    expect(browser.asked(BOOK)).toHaveLength(2)
  })

  it('says what is wrong with an address', async () => {
    browser.on(ADD, () => refused('40230', { data: { reason: 'checksum' } }))
    await open('asset/book')
    type('Address', ADDRESS)
    type('Name', 'Safe')
    await settle()
    await press('Add an address')
    await prove()
    expect(tab.toasts()).toEqual(['The address has a typing error: its checksum is wrong.'])
  })

  it('names the network of an entry', async () => {
    await open('asset/book')
    expect(within(screen.getByRole('listitem')).getByText('EVM A')).toBeTruthy()
  })

  it('shows when a new entry can receive', async () => {
    const usableAt = Date.UTC(2099, 0, 1)
    browser.on(BOOK, () =>
      ok({ whitelist: false, items: [entry(), entry({ bookId: 'b2', usableAt })] }),
    )
    await open('asset/book')
    expect(screen.getByText('Can receive')).toBeTruthy()
    expect(screen.getByText(/Can receive from .*2099|Can receive from .*2098/)).toBeTruthy()
  })

  it('removes an entry once it is confirmed and proved', async () => {
    await open('asset/book')
    await press('Remove')
    expect(await screen.findByText('Remove Cold from the address book?')).toBeTruthy()
    await press('Confirm')
    await prove()
    expect(browser.asked(REMOVE)[0]?.data).toMatchObject({ bookId: 'b1', verifyToken: 'proof' })
  })

  it('warns before the whitelist ends, and not before it begins', async () => {
    await open('asset/book')
    await act(async () => void fireEvent.click(switchOf('Only addresses of the book may receive')))
    await settle(300)
    await prove()
    expect(browser.asked(WHITELIST)[0]?.data).toMatchObject({ enabled: true })
    cleanup()
    browser.on(BOOK, () => ok({ whitelist: true, items: [] }))
    await open('asset/book')
    await act(async () => void fireEvent.click(switchOf('Only addresses of the book may receive')))
    await settle(300)
    expect(browser.asked(WHITELIST)).toHaveLength(1)
    expect(screen.getAllByText('This change stops withdrawals for 24 hours.').length).toBe(2)
  })

  it('lets the book receive without a code up to a cap', async () => {
    await open('asset/book')
    type('Daily amount in USDT', '150')
    await settle()
    await act(
      async () => void fireEvent.click(switchOf('Withdraw to the address book without a code')),
    )
    await settle(300)
    await prove()
    expect(browser.asked(FLAG)[0]?.data).toMatchObject({
      enabled: true,
      dailyCap: '150',
      verifyToken: 'proof',
    })
  })
})

describe('the list of deposits (wallet 8)', () => {
  it.each([
    [{ state: 'confirming', confirmations: 2 }, 'Confirming 2 / 6'],
    [{ state: 'credited', confirmations: 9 }, 'Credited, not to be withdrawn yet 9 / 12'],
    [{ state: 'unlocked', confirmations: 40 }, 'Complete'],
    [{ state: 'held' }, 'Held for review'],
    [{ state: 'ignored' }, 'Below the smallest deposit'],
    [{ state: 'contested', confirmations: 0 }, 'Left its block; withdrawals are stopped'],
    [{ state: 'reversed', confirmations: 0 }, 'Taken back'],
  ])('shows %o', async (changes, text) => {
    browser.on('/asset/deposit/history', () => ok({ items: [deposit(changes)], next: null }))
    await open('asset/records')
    const table = screen.getByRole('table', { name: 'Deposits' })
    const row = within(table).getAllByRole('row').at(-1)
    expect(row?.textContent?.replace(/\s+/g, ' ')).toContain(text)
    expect(row?.textContent).toContain('250.5')
  })

  it('says where there are none', async () => {
    await open('asset/records')
    expect(screen.getByText('There are no deposits yet.')).toBeTruthy()
    expect(screen.getByText('There are no withdrawals yet.')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Deposits')
  })
})
