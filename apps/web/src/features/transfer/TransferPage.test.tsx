import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { TransferPage } from './TransferPage.tsx'

const TRANSFER = '/asset/transfer'
const assets = (usdt: string) => [
  { asset: 'USDT', available: usdt, held: '5', decimals: 8 },
  { asset: 'ETH', available: '0.000000000000000001', held: '0', decimals: 18 },
]
const MAIN = {
  userId: '1000000001',
  isMain: true,
  label: null,
  isFrozen: false,
  assets: assets('1250.5'),
}
const SUB = {
  userId: '1000000002',
  isMain: false,
  label: 'Grid',
  isFrozen: false,
  assets: assets('0'),
}
const SECOND = { ...SUB, userId: '1000000003', label: '<b>Two</b>' }
const record = {
  transferId: '7',
  clientOid: 'w1',
  fromUserId: MAIN.userId,
  toUserId: SUB.userId,
  asset: 'USDT',
  amount: '12.5',
  createdAt: Date.UTC(2026, 4, 3, 12),
}

const Wallets = () => <form aria-label="Wallets" />

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async () => {
  tab = await browser.openTab('http://app/en/asset/transfer')
  settle = renderPage(<TransferPage Wallets={Wallets} />, {
    browser,
    tab,
    at: '/en/asset/transfer',
  }).settle
  await settle()
}
beforeEach(() => {
  browser = createTestBrowser()
  browser.on(`${TRANSFER}/accounts`, () => ok([MAIN, SUB, SECOND]))
  browser.on(`${TRANSFER}/history`, () => ok({ items: [record], next: null }))
  browser.on(TRANSFER, () => ok({ transferId: '8' }))
})
afterEach(cleanup)

const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) })
const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
/** What stands below the amount. */
const available = () =>
  document
    .getElementById(amount().getAttribute('aria-describedby')?.split(' ')[0] ?? '')
    ?.textContent?.replace(/\s+/g, ' ')
const choose = async (name: string, option: string) => {
  fireEvent.click(box(name))
  await settle()
  fireEvent.click(within(await screen.findByRole('listbox')).getByText(option))
  await settle()
}
const press = async (name: string | RegExp) => {
  fireEvent.click(button(name))
  await settle()
}
const type = async (text: string) => {
  fireEvent.change(amount(), { target: { value: text } })
  await settle()
}
/** Says yes, or no, to the question that is asked. */
const answer = async (action: 'confirm' | 'cancel') => {
  const question = tab.services.dialogs.getState().current?.options.message
  await act(() => tab.services.dialogs.answer(action))
  await settle()
  return question
}
const sent = () => browser.asked(TRANSFER).map(({ data }) => data)
/** Sends 1 USDT and hears nothing. */
const losesAnswer = async () => {
  browser.signIn('7')
  await open()
  browser.on(TRANSFER, () => {
    throw connectionLost()
  })
  await type('1')
  await press('Transfer')
  await answer('confirm')
  await settle(3_000)
}

describe('the page of transfers', () => {
  it('blocks an amount that lost its leading dot until it is corrected (OT1)', async () => {
    browser.signIn('7')
    await open()
    act(() => amount().focus())
    for (const key of '.5') await type(amount().value + key)
    expect([amount().value, button('Transfer').getAttribute('aria-disabled')]).toEqual([
      '5',
      'true',
    ])
    expect(
      document.getElementById(button('Transfer').getAttribute('aria-describedby') ?? '')
        ?.textContent,
    ).toBe('Put a digit before the decimal point. Write 0.5')
    await press('Write 0.5')
    expect([amount().value, button('Transfer').getAttribute('aria-disabled')]).toEqual([
      '0.5',
      null,
    ])
  })

  it('sends all but what is to be kept', async () => {
    browser.signIn('7')
    await open()
    const keep = () =>
      screen.getByRole<HTMLInputElement>('textbox', { name: /^Keep in the account/ })
    expect(screen.queryByRole('textbox', { name: /^Keep/ })).toBeNull()
    await press('Keep in the account')
    fireEvent.change(keep(), { target: { value: '50.5' } })
    await settle()
    expect(amount().value).toBe('1,200')
    fireEvent.change(keep(), { target: { value: '250' } })
    expect(amount().value).toBe('1,000.5')
    await type('7')
    fireEvent.change(keep(), { target: { value: '1000' } })
    expect(amount().value).toBe('7')
    await press('All')
    expect(amount().value).toBe('250.5')
    fireEvent.change(keep(), { target: { value: '2000' } })
    expect(
      button('All').hasAttribute('disabled') || button('All').getAttribute('aria-disabled'),
    ).toBeTruthy()
    await choose('Asset', 'ETH')
    expect(screen.queryByRole('textbox', { name: /^Keep/ })).toBeNull()
  })

  it('asks a guest to log in, and the server nothing', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(browser.asked(`${TRANSFER}/accounts`)).toEqual([])
  })

  it('sends from the main account to the first sub-account, after a question', async () => {
    browser.signIn('7')
    await open()
    expect([box('From').value, box('To').value, box('Asset').value]).toEqual([
      'Main account',
      'Grid',
      'USDT',
    ])
    await type('100.25')
    await press('Transfer')
    expect(sent()).toEqual([])
    expect(await answer('confirm')).toBe('Transfer 100.25 USDT from Main account to Grid?')
    expect(sent()).toEqual([
      expect.objectContaining({
        fromUserId: MAIN.userId,
        toUserId: SUB.userId,
        asset: 'USDT',
        amount: '100.25',
        clientOid: expect.stringMatching(/^w[0-9a-f]{24}$/) as string,
      }),
    ])
    expect(tab.toasts()).toEqual(['100.25 USDT was transferred to Grid.'])
    expect(amount().value).toBe('')
    // Balances and history are asked for anew.
    expect(browser.asked(`${TRANSFER}/accounts`)).toHaveLength(2)
    expect(browser.asked(`${TRANSFER}/history`)).toHaveLength(2)
  })

  it('moves nothing when the question is declined', async () => {
    browser.signIn('7')
    await open()
    await type('1')
    await press('Transfer')
    await answer('cancel')
    expect([sent(), tab.toasts(), amount().value]).toEqual([[], [], '1'])
  })

  it('fills All to the last digit and refuses more', async () => {
    browser.signIn('7')
    await open()
    expect(available()).toBe('Available 1,250.5 USDT')
    await press('All')
    expect(amount().value).toBe('1,250.5')
    expect(button('Transfer').getAttribute('aria-disabled')).not.toBe('true')
    await type('1250.51')
    expect(screen.getByText('The available balance is not enough.')).toBeTruthy()
    expect(button('Transfer').getAttribute('aria-disabled')).toBe('true')
    await type('0')
    expect(button('Transfer').getAttribute('aria-disabled')).toBe('true')
  })

  it('swaps the route when sender and receiver would be equal', async () => {
    browser.signIn('7')
    await open()
    await choose('From', 'Grid')
    expect([box('From').value, box('To').value, available()]).toEqual([
      'Grid',
      'Main account',
      'Available 0 USDT',
    ])
    expect(
      button('All').hasAttribute('disabled') ||
        button('All').getAttribute('aria-disabled') === 'true',
    ).toBe(true)
  })

  it('repeats under the same key only after an unknown outcome (wire 10)', async () => {
    await losesAnswer()
    expect(tab.toasts().at(-1)).toBe(
      'It is not known whether this was done. Try again: funds will not be added twice.',
    )
    browser.on(TRANSFER, () =>
      refused('40201', { msg: 'The balance is not sufficient.', data: { asset: 'USDT' } }),
    )
    await press('Transfer')
    await answer('confirm')
    await press('Transfer')
    await answer('confirm')
    const keys = sent().map(({ clientOid }) => clientOid)
    expect(new Set(keys.slice(0, -1)).size).toBe(1)
    expect(keys.at(-1)).not.toBe(keys[0])
  })

  describe('a transfer with an unknown outcome, after a reload', () => {
    const props = (question: unknown) =>
      (
        question as {
          readonly props: {
            readonly lead: string
            readonly hasArrived: boolean
            readonly onSecond: (isSecond: boolean) => void
          }
        }
      ).props
    const keys = () => sent().map(({ clientOid }) => clientOid)
    /** Sent without an answer; then the page is loaded again, and the gateway answers. */
    const losesOne = async () => {
      await losesAnswer()
      cleanup()
      browser.on(TRANSFER, () => ok({ transferId: '8' }))
      await open()
    }
    const pressFor = async (text: string) => {
      await type(text)
      await press('Transfer')
    }

    it('goes out under its key, after a question, and moves once', async () => {
      await losesOne()
      await pressFor('1.0')
      expect(props(await answer('confirm'))).toMatchObject({
        lead: 'Transfer 1 USDT from Main account to Grid?',
        hasArrived: false,
      })
      expect([new Set(keys()).size, tab.toasts()]).toEqual([
        1,
        ['1 USDT was transferred to Grid. It was sent more than once, and carried out once.'],
      ])
      await pressFor('1')
      expect(await answer('confirm'), 'its outcome is known').toBe(
        'Transfer 1 USDT from Main account to Grid?',
      )
      expect(new Set(keys()).size).toBe(2)
    })
    it('sends a second transfer under a new key if ticked', async () => {
      await losesOne()
      await pressFor('1')
      const message = tab.services.dialogs.getState().current?.options.message
      props(message).onSecond(true)
      await answer('confirm')
      expect([new Set(keys()).size, tab.toasts()]).toEqual([2, ['1 USDT was transferred to Grid.']])
    })
    it('is settled by the history; the next one is new', async () => {
      await losesOne()
      const key = keys()[0]
      browser.on(`${TRANSFER}/history`, ({ data }) =>
        ok(
          data['cursor'] === undefined
            ? { items: [{ ...record, createdAt: browser.clock.now() }], next: '7' }
            : {
                items: [
                  { ...record, transferId: '6', clientOid: key, createdAt: browser.clock.now() },
                ],
                next: '6',
              },
        ),
      )
      await pressFor('1')
      expect(props(await answer('confirm'))).toMatchObject({ hasArrived: true })
      expect(new Set(keys()).size).toBe(2)
    })
    it('is asked about as unknown where the history cannot be had', async () => {
      await losesOne()
      browser.on(`${TRANSFER}/history`, () => {
        throw connectionLost()
      })
      await pressFor('1')
      await settle(10_000)
      expect(props(await answer('cancel'))).toMatchObject({ hasArrived: false })
    })
    it('asks nothing once the page was left during the lookup', async () => {
      await losesOne()
      browser.on(`${TRANSFER}/history`, () => new Promise(() => {}))
      await pressFor('1')
      cleanup()
      await browser.clock.advance(10_000)
      expect(tab.services.dialogs.getState().current).toBeUndefined()
    })
    it('sends nothing unless confirmed, and ignores other terms', async () => {
      await losesOne()
      const before = keys().length
      await pressFor('1')
      await answer('cancel')
      expect(keys()).toHaveLength(before)
      await pressFor('2')
      expect(await answer('confirm')).toBe('Transfer 2 USDT from Main account to Grid?')
      expect(new Set(keys()).size).toBe(2)
    })
  })

  it('a sub-account has one way to go', async () => {
    browser.signIn('7')
    browser.on(`${TRANSFER}/accounts`, () =>
      ok([
        { ...MAIN, assets: null },
        { ...SUB, assets: assets('3') },
      ]),
    )
    await open()
    expect([box('From').value, box('To').value]).toEqual(['Grid', 'Main account'])
    expect(available()).toBe('Available 3 USDT')
  })

  it('shows a user without sub-accounts where to open one', async () => {
    browser.signIn('7')
    browser.on(`${TRANSFER}/accounts`, () => ok([MAIN]))
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Transfer')
    expect(screen.getByRole('form', { name: 'Wallets' })).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'Sub-accounts' }))
    expect(screen.queryByRole('form', { name: 'Wallets' })).toBeNull()
    expect(
      screen.getByText('Funds are transferred between your own accounts. Add a sub-account first.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sub-accounts' }).getAttribute('href')).toBe(
      '/en/account/sub-account',
    )
  })

  it('offers the wallets of one account beside other accounts', async () => {
    browser.signIn('7')
    await open()
    expect(screen.queryByRole('form', { name: 'Wallets' })).toBeNull()
    expect(box('From').value).toBe('Main account')
    fireEvent.click(screen.getByRole('radio', { name: 'Wallets' }))
    expect(screen.getByRole('form', { name: 'Wallets' })).toBeTruthy()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('a frozen account is not offered', async () => {
    browser.signIn('7')
    browser.on(`${TRANSFER}/accounts`, () =>
      ok([MAIN, { ...SUB, isFrozen: true }, { ...SECOND, label: 'Two' }]),
    )
    await open()
    expect(box('To').value).toBe('Two')
  })

  it('refetches accounts that failed to load', async () => {
    browser.signIn('7')
    browser.on(`${TRANSFER}/accounts`, () => refused('00006', { msg: 'Paused' }))
    await open()
    browser.on(`${TRANSFER}/accounts`, () => ok([MAIN, SUB]))
    await press('Try again')
    expect(box('To').value).toBe('Grid')
  })

  it('shows what was moved, by the names that accounts have, as text', async () => {
    browser.signIn('7')
    browser.on(`${TRANSFER}/history`, () =>
      ok({
        items: [
          record,
          {
            ...record,
            transferId: '6',
            fromUserId: SECOND.userId,
            toUserId: '1999999999',
            asset: 'ETH',
            amount: '2',
          },
        ],
        next: null,
      }),
    )
    await open()
    const table = screen.getByRole('table', { name: 'Transfer history' })
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent)
          .slice(1),
      )
    expect(rows[0]).toEqual(['Main account', 'Grid', 'USDT', '12.5'])
    expect(rows[1]?.slice(1, 3)).toEqual(['1999999999', 'ETH'])
    expect(document.querySelector('table b')).toBeNull()
  })
})
