import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { restoreSession } from '../../../data/session/thunks.ts'
import type { Contract } from '../../../data/futures/contracts.ts'
import FuturesAccountSync from '../../../data/futures/FuturesAccountSync.tsx'
import { FuturesTexts } from '../../../lib/lazy/FuturesTexts.tsx'
import { createTestBrowser, ok, refused } from '../../../testing/createTestBrowser.ts'
import { BTC_CONTRACT, BTC_LONG, BTC_TIERS, ETH_SHORT } from '../../../testing/futuresFixtures.ts'
import { type FuturesState, scriptFutures } from '../../../testing/futuresGateway.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import Dialogs from './Dialogs.tsx'
import type { FuturesDialog } from './dialogs.ts'

afterEach(cleanup)

const { symbol: name, ...rules } = BTC_CONTRACT
const BTC: Contract = { ...rules, name, symbol: `usdt/${name}` }

async function open(
  dialog: FuturesDialog,
  {
    isGuest = false,
    isFlat = false,
    isIsolatedShort = false,
    isBesideIsolated = false,
    takerFeeRate = '0.0006',
  }: {
    isGuest?: boolean
    isFlat?: boolean
    isIsolatedShort?: boolean
    isBesideIsolated?: boolean
    takerFeeRate?: string
  } = {},
) {
  const browser = createTestBrowser()
  const state = scriptFutures(browser)
  state.positions = isFlat ? [] : [BTC_LONG]
  state.orders = []
  state.account = { ...state.account, takerFeeRate }
  if (isIsolatedShort) holdIsolatedShort(state)
  if (isBesideIsolated) holdBesideIsolated(state)
  browser.on('/futures/public/tiers', () => ok(BTC_TIERS))
  if (!isGuest) browser.signIn('7')
  const tab = await browser.openTab()
  if (!isGuest) await tab.store.dispatch(restoreSession())
  const closed: string[] = []
  const account: ReactNode = isGuest ? null : <FuturesAccountSync />
  const { settle } = renderPage(
    <FuturesTexts>
      {account}
      <Dialogs dialog={dialog} spec={BTC} onClose={() => closed.push(dialog)} />
    </FuturesTexts>,
    { browser, tab },
  )
  await settle()
  const shown = await screen.findByRole('dialog')
  return { browser, settle, shown, closed, sent: (path: string) => browser.asked(path) }
}

/** In two-way mode, with a margin of 1,500 of its own. */
function holdIsolatedShort(state: FuturesState): void {
  const modes = { positionMode: 2 } as const
  state.positions = [
    { ...BTC_LONG, ...modes, positionSide: 2, positionsOpenMarginCount: '1500.00000000' },
  ]
  const leverage = { longLeverage: 20, shortLeverage: 20 }
  const contracts = [{ symbol: name, marginMode: 1, autoMargin: false, ...leverage }] as const
  state.account = { ...state.account, ...modes, contracts: [...contracts] }
}

/** A cross long of BTC, and a short of ETH with a margin of its own. */
function holdBesideIsolated(state: FuturesState): void {
  state.positions = [BTC_LONG, { ...ETH_SHORT, positionMode: 1 }]
  const leverage = { longLeverage: 20, shortLeverage: 20 }
  const contracts = [{ symbol: 'ETHUSDT', marginMode: 1, autoMargin: false, ...leverage }] as const
  state.account = { ...state.account, contracts: [...contracts] }
}

const drag = (shown: HTMLElement, value: number) =>
  fireEvent.change(within(shown).getByRole('slider'), { target: { value: String(value) } })

describe('the rehearsal (futures 12)', () => {
  it('moves the whole account by one percentage', async () => {
    const { shown } = await open('rehearsal')
    await expect.poll(() => within(shown).queryByText('5,250.00')).toBeTruthy()
    drag(shown, 10)
    // 0.5 BTC gain 0.5 x 6,050 more.
    expect(within(shown).getByText('8,275.00')).toBeTruthy()
    expect(within(shown).getByText(/BTCUSDT Long @ 66,550.0/)).toBeTruthy()
  })

  it('says where the account would be liquidated', async () => {
    const { shown } = await open('rehearsal')
    await expect.poll(() => within(shown).queryByText('5,250.00')).toBeTruthy()
    drag(shown, -20)
    expect(within(shown).getByRole('status').textContent).toContain('would be liquidated')
    fireEvent.click(within(shown).getByRole('button', { name: 'Reset' }))
    expect(within(shown).queryByRole('status')).toBeNull()
  })

  it('counts the isolated margin of a short alone (futures 2)', async () => {
    const { shown } = await open('rehearsal', { isIsolatedShort: true })
    // 1,500 and a gain of 250.
    await expect.poll(() => within(shown).queryByText('1,750.00')).toBeTruthy()
  })

  it('shows the cross wallet and each isolated margin apart (futures 2)', async () => {
    const { shown } = await open('rehearsal', { isBesideIsolated: true })
    await expect.poll(() => within(shown).queryByRole('region', { name: 'Cross' })).toBeTruthy()
    const eth = within(shown).getByRole('region', { name: /^ETHUSDT Short .* Isolated$/ })
    expect(within(eth).getByText('100.00')).toBeTruthy()
    drag(shown, 5)
    // 300 less 2 x (3,255 - 3,000): the cross wallet gains meanwhile.
    expect(within(eth).getByText('-210.00')).toBeTruthy()
    expect(within(eth).getByRole('status').textContent).toContain('would be liquidated')
    expect(within(shown).getAllByRole('status')).toHaveLength(1)
  })

  it('has a sentence where there is no position', async () => {
    const { shown } = await open('rehearsal', { isFlat: true })
    expect(within(shown).getByText('No open positions.')).toBeTruthy()
  })
})

describe('the calculator (futures 12)', () => {
  it('works for guests from the mark on', async () => {
    const { shown } = await open('calculator', { isGuest: true })
    const field = (label: string) => within(shown).getByRole('textbox', { name: label })
    fireEvent.change(field('Entry price'), { target: { value: '60000' } })
    fireEvent.change(field('Exit price'), { target: { value: '63000' } })
    fireEvent.change(field('Size'), { target: { value: '0.5' } })
    expect(within(shown).getAllByText('1,500.00')).toHaveLength(2)
    expect(within(shown).getByText('100.00%')).toBeTruthy()
  })

  // Margin 3,000, requirement (0.004 + rate) of the value: 54,000 / (1 - 0.004 - rate).
  it.each([
    ['lowest tier for guests', { isGuest: true }, '54,249.6'],
    ["account's own tier", { takerFeeRate: '0.0003' }, '54,233.3'],
  ])('takes the rate of the %s (trading 7)', async (_, terms, liquidation) => {
    const { shown } = await open('calculator', terms)
    const fill = (label: string, value: string) =>
      fireEvent.change(within(shown).getByRole('textbox', { name: label }), { target: { value } })
    fill('Entry price', '60000')
    fill('Size', '0.5')
    fireEvent.change(within(shown).getByRole('slider'), { target: { value: '10' } })
    await expect.poll(() => within(shown).queryByText(liquidation)).toBeTruthy()
  })
})

describe('the leverage (futures 1)', () => {
  it('is refused above what the tier of the position allows', async () => {
    const { shown, sent } = await open('leverage')
    await expect.poll(() => within(shown).queryByText('600,000')).toBeTruthy()
    drag(shown, 125)
    // A cross position of 30,250 is in the first tier: 125 times are allowed.
    const save = () => within(shown).getByRole('button', { name: 'Save 125×' })
    expect(save().getAttribute('aria-disabled')).toBeNull()
    expect(sent('/futures/account/leverage')).toEqual([])
  })

  it('shows what becomes available', async () => {
    const { shown } = await open('leverage')
    await expect.poll(() => within(shown).queryAllByText(/→/).length).toBeGreaterThan(0)
    drag(shown, 40)
    // 30,250 / 20 and 30,250 / 40 of margin.
    await expect.poll(() => within(shown).queryByText(/3,537.50 → 4,293.75/)).toBeTruthy()
  })
})

describe('the modes (futures 2)', () => {
  it('sets the margin mode of a contract', async () => {
    const { browser, shown, closed, sent } = await open('marginMode', { isFlat: true })
    browser.on('/futures/account/marginMode', () => ok({}))
    fireEvent.click(within(shown).getByRole('radio', { name: 'Isolated' }))
    expect(within(shown).getByText(/has its own margin/)).toBeTruthy()
    fireEvent.click(within(shown).getByRole('button', { name: 'Save' }))
    await expect.poll(() => closed).toEqual(['marginMode'])
    expect(sent('/futures/account/marginMode')[0]?.data).toMatchObject({
      symbol: 'BTCUSDT',
      marginMode: 1,
    })
  })

  it('says why the gateway refuses a mode', async () => {
    const { browser, shown, closed } = await open('positionMode', { isFlat: true })
    browser.on('/futures/account/positionMode', () => refused('40214'))
    fireEvent.click(within(shown).getByRole('radio', { name: 'Two-way' }))
    fireEvent.click(within(shown).getByRole('button', { name: 'Save' }))
    await expect
      .poll(() => within(shown).queryByRole('alert')?.textContent)
      .toBe('Close positions and cancel open orders first.')
    expect(closed).toEqual([])
  })
})
