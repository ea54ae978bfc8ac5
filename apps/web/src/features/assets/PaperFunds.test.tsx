import { act, cleanup, fireEvent, screen } from '@testing-library/react'
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
import { balancesApi } from '../../data/balances/api.ts'
import { PaperFunds } from './PaperFunds.tsx'

const TOP_UP = '/spot/paper/topup'
const RESET = '/spot/paper/reset'
const ACCOUNT = '/spot/paper/account'
const RENEWS = Date.UTC(2026, 10, 22)
const account = (topUpLeft: object = { USDT: '12345', BTC: '0.2' }) =>
  ok({
    season: 3,
    topUpLeft,
    topUpRenewsAt: RENEWS,
    seasons: [
      { season: 3, startedAt: Date.UTC(2026, 10, 20) },
      { season: 2, startedAt: 0 },
    ],
  })
const TERMS = { start: { USDT: '80000', BTC: '3' }, dailyTopUp: { USDT: '12345', BTC: '0.2' } }

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7', { realm: 'paper' })
  browser.on('/spot/public/paper', () => ok(TERMS))
  browser.on('/spot/account/assets', () => ok([]))
  browser.on(ACCOUNT, () => account())
  for (const path of ['open', 'trigger'])
    browser.on(`/spot/order/${path}`, () => ok({ items: [], next: null }))
  browser.on('/spot/public/speed', () => ok({ controllable: false, speed: '1', paused: false }))
  browser.on(TOP_UP, () => ok({ season: 1, assets: [] }))
  browser.on(RESET, () => ok({ season: 2, assets: [] }))
  tab = await browser.openTab('http://app/en/asset')
  await open()
})
afterEach(cleanup)

/** The controls, unfolded. */
async function open(): Promise<void> {
  settle = renderPage(<PaperFunds usdt="51234.5" />, { browser, tab, at: '/en/asset' }).settle
  await settle()
  await press(manageButton())
}
const manageButton = () => screen.getByRole('button', { name: 'Demo funds' })

const topUpButton = () => screen.getByRole('button', { name: /^Add/ })
const press = async (button: HTMLElement, ms = 0) => {
  fireEvent.click(button)
  await settle(ms)
}
const keys = () => browser.asked(TOP_UP).map(({ data }) => data['clientOid'])
const down = () => {
  throw connectionLost()
}

describe('the controls of paper funds', () => {
  it('are folded until they are asked for', async () => {
    expect(manageButton().getAttribute('aria-expanded')).toBe('true')
    await press(manageButton())
    expect([
      manageButton().getAttribute('aria-expanded'),
      screen.queryByRole('button', { name: /^Add|Begin anew/ }),
      screen.getByText('Season 3, since', { exact: false }) !== null,
    ]).toEqual(['false', null, true])
  })
})

describe('adding paper funds', () => {
  it("offers the server's remaining daily amount", async () => {
    expect(topUpButton().textContent).toBe('Add 12,345 USDT')
    await press(topUpButton())
    expect(browser.asked(TOP_UP)[0]?.data).toMatchObject({
      asset: 'USDT',
      amount: '12345',
      clientOid: expect.stringMatching(/^w[0-9a-f]{24}$/) as string,
    })
    expect(tab.toasts()).toEqual(['Demo funds were added.'])
  })
  it('offers nothing while it is not known what is left', async () => {
    cleanup()
    browser.on(ACCOUNT, down)
    const other = await browser.openTab('http://app/en/asset')
    await renderPage(<PaperFunds usdt="1" />, { browser, tab: other }).settle()
    await press(manageButton())
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Begin anew' })).toBeTruthy()
    // Why there is nothing, and another attempt.
    browser.on(ACCOUNT, () => account())
    await press(screen.getByRole('button', { name: 'Try again' }))
    expect(topUpButton().textContent).toBe('Add 12,345 USDT')
  })
  it('takes less than is left, and no more', async () => {
    const amount = screen.getByRole('textbox', { name: 'Amount to add' })
    fireEvent.change(amount, { target: { value: '100' } })
    expect(topUpButton().textContent).toBe('Add 100 USDT')
    fireEvent.change(amount, { target: { value: '12345.01' } })
    expect([
      screen.getByText('Only 12,345 USDT left today.'),
      topUpButton().getAttribute('aria-disabled'),
    ]).toEqual([expect.anything(), 'true'])
    await press(topUpButton())
    expect(browser.asked(TOP_UP)).toEqual([])
  })
  it('adds nothing for an amount that lost its minus (OT1)', async () => {
    const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount to add' })
    fireEvent.change(amount, { target: { value: '-100' } })
    expect([amount.value, topUpButton().getAttribute('aria-disabled')]).toEqual(['100', 'true'])
    expect(screen.getAllByText('The value cannot be negative.').length).toBeGreaterThan(0)
    await press(topUpButton())
    expect(browser.asked(TOP_UP)).toEqual([])
  })
  it('says when the day is used up and when the next begins', async () => {
    browser.on(ACCOUNT, () => account({ USDT: '0' }))
    await press(topUpButton())
    expect(topUpButton().getAttribute('aria-disabled')).toBe('true')
    expect(
      screen.getAllByText(/^Today's limit is used up. It begins anew at 2026-11-2[123]/).length,
    ).toBeGreaterThan(0)
  })
  it("offers the next day's funds on an open page", async () => {
    const renews = browser.clock.now() + 120_000
    const day = (topUpRenewsAt: number, left: string) =>
      ok({
        season: 3,
        topUpLeft: { USDT: left },
        topUpRenewsAt,
        seasons: [{ season: 3, startedAt: 0 }],
      })
    browser.on(ACCOUNT, () =>
      browser.clock.now() < renews ? day(renews, '0') : day(renews + 86_400_000, '12345'),
    )
    await press(topUpButton())
    const asked = browser.asked(ACCOUNT).length
    await settle(110_000)
    expect([topUpButton().getAttribute('aria-disabled'), browser.asked(ACCOUNT).length]).toEqual([
      'true',
      asked,
    ])
    await settle(15_000)
    expect([topUpButton().textContent, browser.asked(ACCOUNT).length]).toEqual([
      'Add 12,345 USDT',
      asked + 1,
    ])
  })
  it('retries an unanswered attempt with the first key', async () => {
    let answers = 0
    browser.on(TOP_UP, () => (answers++ === 0 ? down() : ok({})))
    await press(topUpButton(), 2_000)
    expect([keys().length, new Set(keys()).size, tab.toasts()]).toEqual([
      2,
      1,
      ['Demo funds were added.'],
    ])
  })
  it('keeps the key while the outcome is unknown', async () => {
    browser.on(TOP_UP, down)
    await press(topUpButton(), 2_000)
    expect(tab.toasts()).toEqual([
      'It is not known whether this was done. Try again: funds will not be added twice.',
    ])
    await press(screen.getByRole('button', { name: 'Begin anew' }))
    await act(() => tab.services.dialogs.answer('confirm'))
    await settle()
    browser.on(TOP_UP, () => ok({}))
    await press(topUpButton())
    expect([keys().length, new Set(keys()).size]).toEqual([3, 1])
  })
  it('keeps the tried amount for another try', async () => {
    browser.on(TOP_UP, down)
    fireEvent.change(screen.getByRole('textbox', { name: 'Amount to add' }), {
      target: { value: '100' },
    })
    await press(topUpButton(), 2_000)
    expect(topUpButton().textContent).toBe('Add 100 USDT')
  })
  describe('what may have been added, after the page was left or loaded again', () => {
    const reload = async () => {
      browser.on(TOP_UP, down)
      await press(topUpButton(), 2_000)
      cleanup()
      browser.on(TOP_UP, () => ok({}))
      tab = await browser.openTab('http://app/en/asset')
      await open()
    }
    const answer = async (action: 'confirm' | 'cancel', { isSecond = false } = {}) => {
      const { title, confirmText, message } = tab.services.dialogs.getState().current!.options
      if (isSecond)
        (
          message as unknown as {
            readonly props: { readonly onSecond: (isSecond: boolean) => void }
          }
        ).props.onSecond(true)
      await act(() => tab.services.dialogs.answer(action))
      await settle()
      return `${title as string}: ${confirmText}`
    }
    it('is asked for again under its key, after a question', async () => {
      await reload()
      await press(topUpButton())
      expect(await answer('confirm')).toBe('Add demo funds: Add 12,345 USDT')
      expect([new Set(keys()).size, tab.toasts()]).toEqual([
        1,
        ['Demo funds were added. It was sent more than once, and carried out once.'],
      ])
      await press(topUpButton())
      expect([new Set(keys()).size, tab.services.dialogs.getState().current]).toEqual([
        2,
        undefined,
      ])
    })
    it('is added a second time, under another key, where that is ticked', async () => {
      await reload()
      await press(topUpButton())
      await answer('confirm', { isSecond: true })
      expect([new Set(keys()).size, tab.toasts()]).toEqual([2, ['Demo funds were added.']])
    })
    it('is not asked for where the question is not answered with yes', async () => {
      await reload()
      const before = keys().length
      await press(topUpButton())
      await answer('cancel')
      expect([keys().length, tab.toasts()]).toEqual([before, []])
    })
  })
  it('uses a new key after every answer, also a refusal', async () => {
    await press(topUpButton())
    browser.on(TOP_UP, () => refused('40010', { data: { field: 'amount' } }))
    await press(topUpButton())
    await press(topUpButton())
    expect(new Set(keys()).size).toBe(3)
    expect(tab.toasts().at(-1)).toBe("This amount is not accepted, or today's limit is reached.")
  })
  it('has the balances asked for again, whatever came of it', async () => {
    await act(async () => void (await tab.store.dispatch(balancesApi.endpoints.assets.initiate())))
    await press(topUpButton())
    expect(browser.asked('/spot/account/assets')).toHaveLength(2)
    browser.on(TOP_UP, down)
    await press(topUpButton(), 2_000)
    expect(browser.asked('/spot/account/assets')).toHaveLength(3)
  })
})

describe('beginning anew', () => {
  const askToReset = async () => {
    await press(screen.getByRole('button', { name: 'Begin anew' }))
    return tab.services.dialogs.getState().current
  }
  it("names the account's new funds and waits for confirmation", async () => {
    const dialog = await askToReset()
    expect(JSON.stringify(dialog?.options.message)).toContain('become 80,000 USDT and 3 BTC.')
    await act(() => tab.services.dialogs.answer('cancel'))
    await settle()
    expect(browser.asked(RESET)).toEqual([])
  })
  it('says in figures what ends: the open orders, the worth, the season (trading 5)', async () => {
    const { message } = (await askToReset())?.options ?? {}
    expect(message).toBe(
      'No order is open. Balances worth 51,234.50 USDT become 80,000 USDT and 3 BTC. ' +
        'Season 4 begins; the history of season 3 stays.',
    )
    await act(() => tab.services.dialogs.answer('cancel'))
  })
  it('keeps the worth to itself where amounts are hidden', async () => {
    act(() => tab.services.preferences.set({ showAsset: false }))
    const { message } = (await askToReset())?.options ?? {}
    expect(message).toBe(
      'Your open demo orders are cancelled and your balances go back to 80,000 USDT and 3 BTC. ' +
        'The history stays.',
    )
    await act(() => tab.services.dialogs.answer('cancel'))
  })
  it('resets the season named in the dialog', async () => {
    await askToReset()
    browser.on(ACCOUNT, () =>
      ok({
        season: 4,
        topUpLeft: {},
        topUpRenewsAt: RENEWS,
        seasons: [{ season: 4, startedAt: 0 }],
      }),
    )
    await press(topUpButton())
    await act(() => tab.services.dialogs.answer('confirm'))
    await settle()
    expect(browser.asked(RESET).map(({ data }) => data)).toMatchObject([{ season: '3' }])
  })
  it('retries an unanswered attempt with the first season', async () => {
    let answers = 0
    browser.on(RESET, () => (answers++ === 0 ? down() : ok({ season: 4, assets: [] })))
    await askToReset()
    await act(() => tab.services.dialogs.answer('confirm'))
    await settle(2_000)
    expect([browser.asked(RESET).map(({ data }) => data['season']), tab.toasts()]).toEqual([
      ['3', '3'],
      ['A new demo season has begun.'],
    ])
  })
  it('begins a new season once confirmed', async () => {
    await askToReset()
    await act(() => tab.services.dialogs.answer('confirm'))
    await settle()
    expect([browser.asked(RESET).length, tab.toasts()]).toEqual([
      1,
      ['A new demo season has begun.'],
    ])
  })
})
