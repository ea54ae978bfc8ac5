import { act, cleanup, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { descriptionOf, isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { WithdrawPages } from './WithdrawPages.tsx'

const QUOTE = '/spot/withdraw/quote'
const APPLY = '/spot/withdraw/apply'
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

const networkOf = (network: string, changes: object = {}) => ({
  network,
  name: network.toUpperCase(),
  fee: '1',
  minimum: '10',
  blockSeconds: 2,
  confirmations: 12,
  decimals: 6,
  suspended: false,
  ...changes,
})
const coinOf = (asset: string, changes: object = {}) => ({
  asset,
  decimals: 8,
  withdrawable: '500',
  networks: [networkOf('evm-a'), networkOf('evm-b', { fee: '2.5', minimum: '2' })],
  ...changes,
})
const entryOf = (bookId: string, network: string, label: string) => ({
  bookId,
  network,
  address: ADDRESS,
  tag: null,
  label,
  createdAt: 0,
  usableAt: 0,
})

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let actions: ReturnType<typeof pageActions>
let settings: Record<string, unknown>
let book: { whitelist: boolean; items: unknown[] }
let begun: number
beforeEach(() => {
  begun = 0
  settings = {
    whitelist: false,
    noPasswordCap: null,
    stoppedUntil: null,
    dailyCap: '10000',
    leftToday: '9000',
    coins: [coinOf('USDT'), coinOf('ETH', { withdrawable: '0.5', decimals: 18 })],
  }
  book = { whitelist: false, items: [] }
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/spot/withdraw/settings', () => ok(settings))
  browser.on('/mix/config/coins', () => ok({ canUseFaucet: false, networks: [], coins: [] }))
  browser.on('/spot/withdraw/history', () => ok({ items: [], next: null }))
  browser.on('/asset/book/list', () => ok(book))
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '500', held: '0' }]))
  browser.on('/user/security/stepUp', () =>
    ok({ serialNO: `s-${(begun += 1)}`, methods: ['google'] }),
  )
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  browser.on(QUOTE, ({ data }) =>
    ok({ quoteId: `q-${begun}`, fee: data['network'] === 'evm-b' ? '2.5' : '1', receive: '99' }),
  )
  browser.on(APPLY, ({ data }) => ok({ ...data, withdrawalId: '5', state: 'approved' }))
})
afterEach(cleanup)

const open = async () => {
  tab = await browser.openTab('http://app/en/asset/withdraw')
  ;({ settle } = renderPage(<WithdrawPages />, { browser, tab, at: '/en/asset/withdraw' }))
  actions = pageActions(settle)
  await settle()
  await settle()
}
const form = () => within(screen.getByRole('form', { name: 'Withdraw' }))
const button = () => form().getByRole('button', { name: /Withdraw/ })
const press = () => actions.press('Withdraw', form())
const confirm = () => actions.press('Withdraw', within(screen.getByRole('alertdialog')))
const sent = () => browser.asked(APPLY).map(({ data }) => data)
const receive = () => screen.getByTestId('withdraw-receive').textContent
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount', { selector: 'input' })
const fill = async (value = '100', address = ADDRESS) => {
  await actions.type('Address', address)
  await actions.type('Amount', value)
}

describe('what of a withdrawal arrives (W6)', () => {
  it.each([
    ['100', '99'],
    ['10', '9'],
    ['100.000001', '99.000001'],
    ['500', '499'],
    ['1', '--'],
    ['0.5', '--'],
    ['', '--'],
  ])('is the amount %o less the fee: %s', async (value, text) => {
    await open()
    await actions.type('Amount', value)
    expect(receive()?.replace('USDT', '').trim()).toBe(text)
  })

  it('is less by the fee of the network that is chosen', async () => {
    await open()
    await actions.type('Amount', '100')
    await actions.choose('Network', /EVM-B/)
    expect(receive()).toContain('97.5')
  })

  it('is named in the question, with the network and the address', async () => {
    await open()
    await actions.choose('Network', /EVM-B/)
    await fill()
    await press()
    const question = screen.getByRole('alertdialog').textContent
    for (const part of ['97.5 USDT', ADDRESS, 'EVM-B']) expect(question).toContain(part)
  })
})

describe('the amount of a withdrawal (wallet 4)', () => {
  it.each([
    ['9.999999', 'The smallest withdrawal is 10 USDT.'],
    ['500.000001', 'The available balance is not enough.'],
    ['0', 'The smallest withdrawal is 10 USDT.'],
  ])('is not %s', async (value, text) => {
    await open()
    await fill(value)
    expect(descriptionOf(amount())).toContain(text)
    expect(isBlocked(button())).toBe(true)
    await actions.submit('Address')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each(['10', '500'])('can be %s, at the border', async (value) => {
    await open()
    await fill(value)
    expect(isBlocked(button())).toBe(false)
  })

  it('is more than the fee, also where the minimum is less', async () => {
    await open()
    await actions.choose('Network', /EVM-B/)
    await fill('2.5')
    expect(isBlocked(button())).toBe(true)
    await actions.type('Amount', '2.500001')
    expect(isBlocked(button())).toBe(false)
  })

  it('is empty again for another coin', async () => {
    await open()
    await actions.type('Amount', '100')
    await actions.choose('Asset', /ETH/)
    expect(amount().value).toBe('')
  })

  it('is sent without zeros in front or a dot at the end', async () => {
    await open()
    await fill('0100.')
    await press()
    await confirm()
    await actions.prove()
    expect(sent()[0]).toMatchObject({ amount: '100' })
  })
})

describe('the network of a withdrawal (wallet 8)', () => {
  it('is the first that works', async () => {
    settings['coins'] = [
      coinOf('USDT', { networks: [networkOf('evm-a', { suspended: true }), networkOf('evm-b')] }),
    ]
    await open()
    await fill()
    await press()
    expect(screen.getByRole('alertdialog').textContent).toContain('EVM-B')
  })

  it('says where every one is paused, and sends nothing', async () => {
    settings['coins'] = [coinOf('USDT', { networks: [networkOf('evm-a', { suspended: true })] })]
    await open()
    await fill()
    const text = form().getByRole('status', { name: '' }).textContent
    expect(text).toMatch(/pause/i)
    expect(descriptionOf(button())).toBe(text)
    await actions.submit('Address')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('the receiver of a withdrawal (wallet 4)', () => {
  it.each(['', '   '])('is not %o', async (address) => {
    await open()
    await fill('100', address)
    expect(isBlocked(button())).toBe(true)
  })

  it('is sent without the spaces around it', async () => {
    await open()
    await fill('100', ` ${ADDRESS} `)
    await press()
    await confirm()
    await actions.prove()
    expect(sent()[0]).toMatchObject({ address: ADDRESS, network: 'evm-a' })
    expect(sent()[0]).not.toHaveProperty('bookId')
  })

  it('is an entry of the chosen network, and of no other', async () => {
    book.items = [entryOf('a', 'evm-a', 'Cold'), entryOf('b', 'evm-b', 'Warm')]
    await open()
    await actions.choose(/^Recipient/, /Cold/)
    await actions.type('Amount', '100')
    await press()
    expect(screen.getByRole('alertdialog').textContent).toContain(`Cold (${ADDRESS})`)
    await actions.press('Cancel', within(screen.getByRole('alertdialog')))
    // The entry is of the network that is left: the address has to be chosen anew.
    await actions.choose('Network', /EVM-B/)
    expect(isBlocked(button())).toBe(true)
    await actions.choose(/^Recipient/, /Warm/)
    await press()
    await confirm()
    await actions.prove()
    expect(sent()[0]).toMatchObject({ bookId: 'b', network: 'evm-b' })
    expect(sent()[0]).not.toHaveProperty('address')
  })

  it('is not chosen again by itself when its network is', async () => {
    book.items = [entryOf('a', 'evm-a', 'Cold')]
    await open()
    await actions.choose(/^Recipient/, /Cold/)
    await actions.type('Amount', '100')
    await actions.choose('Network', /EVM-B/)
    await actions.choose('Network', /EVM-A/)
    expect(isBlocked(button())).toBe(true)
  })

  it('is offered for its own network alone', async () => {
    book.items = [entryOf('a', 'evm-a', 'Cold'), entryOf('b', 'evm-b', 'Warm')]
    await open()
    await act(async () => screen.getByRole('combobox', { name: /^Recipient/ }).click())
    await settle(300)
    const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(names.filter((name) => /Cold|Warm/.test(name))).toEqual([expect.stringMatching(/^Cold/)])
  })

  it('is no address that was typed before only entries may receive', async () => {
    await open()
    await fill()
    expect(isBlocked(button())).toBe(false)
    browser.on(APPLY, () => {
      settings = { ...settings, whitelist: true }
      return refused('40230', { data: { reason: 'whitelist' } })
    })
    await press()
    await confirm()
    await actions.prove()
    await settle()
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(isBlocked(button())).toBe(true)
  })

  it('is no address that is typed in where only entries may receive', async () => {
    settings['whitelist'] = true
    book = { whitelist: true, items: [entryOf('a', 'evm-a', 'Cold')] }
    await open()
    await actions.type('Amount', '100')
    expect(screen.queryByLabelText('Address')).toBeNull()
    expect(isBlocked(button())).toBe(true)
    await actions.choose(/^Recipient/, /Cold/)
    expect(isBlocked(button())).toBe(false)
  })
})

describe('sending a withdrawal (wallet 4)', () => {
  it('is asked about once after a double press, and sent once', async () => {
    await open()
    await fill()
    button().click()
    button().click()
    await settle(300)
    await confirm()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await actions.prove()
    expect(sent()).toHaveLength(1)
  })

  it('quotes after the proof, because a quote lives for a minute', async () => {
    await open()
    await fill()
    await press()
    await confirm()
    expect(browser.asked(QUOTE)).toEqual([])
    await actions.prove()
    expect(browser.asked(QUOTE)[0]?.data).toMatchObject({ amount: '100', network: 'evm-a' })
    expect(sent()[0]).toMatchObject({ quoteId: 'q-1', verifyToken: 'proof' })
  })

  it.each([
    [
      'at the question',
      async () => actions.press('Cancel', within(screen.getByRole('alertdialog'))),
    ],
    ['at the proof', async () => (await confirm(), await actions.press('Close'))],
  ])('ends without a trace when it is left %s', async (_, leave) => {
    await open()
    await fill()
    await press()
    await leave()
    expect(sent()).toEqual([])
    expect(form().queryByRole('alert')?.textContent ?? '').toBe('')
    expect([amount().value, isBlocked(button())]).toEqual(['100', false])
  })

  it('keeps its key when it is not known whether it was requested', async () => {
    browser.on(APPLY, () => {
      throw connectionLost()
    })
    await open()
    await fill()
    await press()
    await confirm()
    await actions.prove()
    await settle(1_000)
    expect(form().getByRole('alert').textContent).toMatch(/^No answer came\./)
    browser.on(APPLY, ({ data }) => ok({ ...data, withdrawalId: '5', state: 'approved' }))
    await press()
    await confirm()
    await actions.prove()
    expect(new Set(sent().map((data) => data['clientOid'])).size).toBe(1)
    expect(tab.toasts()).toEqual(['The withdrawal was requested.'])
  })

  it('forgets the amount once it was requested, and keeps the address', async () => {
    await open()
    await fill()
    await press()
    await confirm()
    await actions.prove()
    expect(amount().value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe(ADDRESS)
  })

  it('clears the last refusal before the next try', async () => {
    browser.on(APPLY, () => refused('40209', { data: { left: '50' } }))
    await open()
    await fill()
    await press()
    await confirm()
    await actions.prove()
    expect(form().getByRole('alert').textContent).toContain('50 USDT is left.')
    browser.on(APPLY, () => new Promise(() => {}))
    await press()
    await confirm()
    expect(form().queryByRole('alert')).toBeNull()
  })
})

describe('a withdrawal without a code (wallet 4)', () => {
  beforeEach(() => {
    settings['noPasswordCap'] = '150'
    book.items = [entryOf('a', 'evm-a', 'Cold')]
  })

  it('asks for one where the server wants a proof after all', async () => {
    browser.on(APPLY, ({ data }) =>
      data['verifyToken'] === undefined
        ? refused('00005')
        : ok({ ...data, withdrawalId: '5', state: 'approved' }),
    )
    await open()
    await actions.choose(/^Recipient/, /Cold/)
    await actions.type('Amount', '200')
    await press()
    await confirm()
    await actions.prove()
    expect(sent().map((data) => data['verifyToken'])).toEqual([undefined, 'proof'])
    expect(tab.toasts()).toEqual(['The withdrawal was requested.'])
  })

  it('asks for no code after another refusal', async () => {
    browser.on(APPLY, () => refused('40201'))
    await open()
    await actions.choose(/^Recipient/, /Cold/)
    await actions.type('Amount', '100')
    await press()
    await confirm()
    expect(begun).toBe(0)
    expect(form().getByRole('alert').textContent).toBe('The available balance is not enough.')
  })

  it('is none for an address that is typed in', async () => {
    await open()
    await fill()
    await press()
    await confirm()
    expect(begun).toBe(1)
    expect(sent()).toEqual([])
  })
})

describe('the page of withdrawals (wallet 8)', () => {
  it('offers another try when it could not be loaded', async () => {
    browser.on('/spot/withdraw/settings', () => refused('50000'))
    await open()
    expect(screen.queryByRole('form')).toBeNull()
    browser.on('/spot/withdraw/settings', () => ok(settings))
    await act(async () => screen.getAllByRole('button', { name: 'Try again' })[0]?.click())
    await settle()
    expect(screen.getByRole('form', { name: 'Withdraw' })).toBeTruthy()
  })

  it('sends nothing while withdrawals are stopped, whatever is typed', async () => {
    settings['stoppedUntil'] = Date.UTC(2099, 0, 1)
    await open()
    await fill()
    expect(isBlocked(button())).toBe(true)
    await actions.submit('Address')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
