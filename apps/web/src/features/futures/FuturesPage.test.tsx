import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import type { FuturesAccount, FuturesOrder } from '@x/api'
import { afterEach, describe, expect, it } from 'vitest'
import { restoreSession } from '../../data/session/thunks.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { BTC_TIERS, FUTURES_ACCOUNT, OPEN_ORDER } from '../../testing/futuresFixtures.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { FuturesEntry } from './FuturesEntry.tsx'
import { UsdtFuturesPage } from './FuturesPage.tsx'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { TradeSwapPage } from './TradeSwapPage.tsx'

afterEach(cleanup)

const Address = () => <output>{useLocation().pathname}</output>

/** The ticket's own page has everything but the chart, which needs a canvas. */
async function open({
  at = '/en/trade-swap',
  isGuest = false,
  kept = 'usdt/BTCUSDT',
  account = FUTURES_ACCOUNT,
  orders = [],
  script = () => {},
}: {
  readonly at?: string
  readonly isGuest?: boolean
  readonly kept?: string
  readonly account?: FuturesAccount
  readonly orders?: readonly FuturesOrder[]
  readonly script?: (browser: TestBrowser) => void
} = {}) {
  const browser = createTestBrowser()
  browser.storage.set(STORAGE_KEYS.selectedContract, kept)
  const state = scriptFutures(browser)
  state.positions = []
  state.orders = orders
  state.account = account
  browser.on('/futures/public/tiers', () => ok(BTC_TIERS))
  browser.on('/spot/public/symbols', () => ok([]))
  script(browser)
  if (!isGuest) browser.signIn('7')
  const tab = await browser.openTab(`https://x.example${at}`)
  if (!isGuest) await tab.store.dispatch(restoreSession())
  const { settle } = renderPage(
    <Routes>
      <Route path="/en/futures" element={<FuturesEntry />} />
      <Route path="/en/futures/coin" element={<FuturesEntry />} />
      <Route path="/en/futures/usdt/:symbol" element={<UsdtFuturesPage />} />
      <Route path="/en/futures/coin/:symbol" element={<Address />} />
      <Route path="/en/trade-swap/:symbol?" element={<TradeSwapPage />} />
    </Routes>,
    { browser, tab, at },
  )
  await settle()
  const form = () => screen.findByRole('form', { name: 'Order form' })
  const field = async (name: string) =>
    within(await form()).getByRole<HTMLInputElement>('textbox', { name })
  const write = async (name: string, text: string) =>
    fireEvent.change(await field(name), { target: { value: text } })
  const sent = (path: string) => browser.asked(path).map(({ data }) => data)
  /** No market runs here: the question about a stale book comes before each order. */
  const submit = async () => {
    fireEvent.submit(await form())
    const { dialogs } = tab.services
    await expect.poll(() => dialogs.getState().current).toBeDefined()
    await act(() => dialogs.answer('confirm'))
  }
  return { browser, state, tab, settle, form, field, write, submit, sent }
}

describe('the page of a contract', () => {
  it('shows mark, index, funding and open interest (futures 12)', async () => {
    await open({ isGuest: true })
    expect(await screen.findByText('Mark price')).toBeTruthy()
    await expect.poll(() => screen.queryAllByText('60,500.0').length).toBeGreaterThan(1)
    expect(screen.getByText(/^0.0100% \//)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('BTCUSDT perpetual futures')
  })

  it('counts down to the funding by the clock of the server', async () => {
    const { browser, tab, settle } = await open({ isGuest: true })
    const shown = () => screen.getByText(/^0.0100% \//).textContent ?? ''
    const seconds = () => {
      const [hours = 0, minutes = 0, rest = 0] = shown().slice(-8).split(':').map(Number)
      return (hours * 60 + minutes) * 60 + rest
    }
    await expect.poll(seconds).toBeGreaterThan(600)
    const before = seconds()
    // The clock of this device is ten minutes slow.
    const now = browser.clock.now()
    tab.services.serverClock.sample({
      sent: now,
      received: now,
      requestTime: String(now + 600_000),
    })
    await settle(1_000)
    expect(before - seconds()).toBeGreaterThanOrEqual(600)
  })

  it('says that the index is stale (futures 5)', async () => {
    const { state, settle } = await open({ isGuest: true })
    state.marks = { BTCUSDT: null }
    await settle(4_000)
    expect(await screen.findByText('Index is stale')).toBeTruthy()
  })

  it('leads to a contract where the address names none', async () => {
    await open({ at: '/en/futures/usdt/NOUSDT', isGuest: true })
    expect(await screen.findByText('There is no contract NOUSDT.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'BTCUSDT' }).getAttribute('href')).toBe(
      '/en/futures/usdt/BTCUSDT',
    )
  })

  it('opens the contract that was chosen last (spec 3)', async () => {
    await open({ at: '/en/futures/coin', isGuest: true, kept: '' })
    expect((await screen.findByText('/en/futures/coin/BTCUSD')).tagName).toBe('OUTPUT')
  })

  it('counts sizes of inverse contracts in contracts (futures 1)', async () => {
    const { form } = await open({ isGuest: true, kept: 'coin/BTCUSD' })
    const unit = within(await form()).getByRole<HTMLInputElement>('combobox', {
      name: 'Unit of the size',
    })
    expect(unit.value).toBe('Cont.')
  })
})

describe('the ticket of a contract', () => {
  it('sends a limit order and shows what it costs (futures 12)', async () => {
    const { browser, tab, form, field, write, submit, sent } = await open()
    browser.on('/futures/order/place', () => ok({ orderId: '9', clientOid: 'c', status: 'open' }))
    await write('Price', '60000')
    await write('Size', '0.1')
    const button = () => screen.getByRole('button', { name: 'Buy / Long 0.1 BTC' })
    await expect.poll(() => button().getAttribute('aria-disabled')).toBeNull()
    expect(await within(await form()).findByText('303.60')).toBeTruthy()
    await submit()
    await expect
      .poll(() => sent('/futures/order/place'))
      .toMatchObject([
        { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '60000', size: '0.1' },
      ])
    await expect.poll(async () => (await field('Size')).value).toBe('')
    expect(tab.toasts()).toContain('BTCUSDT: Buy 0.1. Open')
  })

  it('steps its price by the tick and takes a quick amount', async () => {
    const { form, field, write, settle } = await open()
    await write('Price', '60000')
    const inForm = within(await form())
    fireEvent.click(inForm.getAllByRole('button', { name: 'Increase', hidden: true })[0]!)
    await settle()
    expect((await field('Price')).value).toBe('60,000.1')
    fireEvent.click(inForm.getByRole('button', { name: '⋯' }))
    fireEvent.click(await screen.findByRole('button', { name: '1,000 USDT' }))
    await settle()
    const unit = inForm.getByRole<HTMLInputElement>('combobox', { name: 'Unit of the size' })
    expect([(await field('Size')).value, unit.value]).toEqual(['1,000', 'Value in USDT'])
  })

  it('says the refusal of the gateway in its own words (futures 11)', async () => {
    const { browser, submit, write, field } = await open()
    browser.on('/futures/order/place', () => refused('40212'))
    await write('Price', '60000')
    await write('Size', '0.1')
    await expect
      .poll(() =>
        screen.getByRole('button', { name: 'Buy / Long 0.1 BTC' }).getAttribute('aria-disabled'),
      )
      .toBeNull()
    await submit()
    await expect.poll(async () => (await field('Size')).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('The position would be above its limit.')).toBeTruthy()
  })

  it('blanks an exit beyond the liquidation price (spec 5)', async () => {
    const { form, field, write } = await open()
    await write('Price', '60000')
    await write('Size', '0.1')
    fireEvent.click(within(await form()).getByRole('checkbox', { name: 'TP/SL' }))
    const stop = await screen.findByRole('textbox', { name: 'Stop loss at' })
    fireEvent.focus(stop)
    await write('Stop loss at', '5000')
    await expect.poll(async () => within(await form()).queryByText(/→/) !== null).toBe(true)
    fireEvent.blur(await field('Stop loss at'))
    await expect.poll(async () => (await field('Stop loss at')).value).toBe('')
    expect(screen.getByText(/^5,000.0 was removed/)).toBeTruthy()
  })

  it('places exits by percent of the limit (futures 12)', async () => {
    const { form, write, submit, sent } = await open()
    await write('Price', '60000')
    await write('Size', '0.1')
    fireEvent.click(within(await form()).getByRole('checkbox', { name: 'TP/SL' }))
    await screen.findByRole('textbox', { name: 'Take profit at' })
    const [first] = within(await form()).getAllByRole('button', { name: 'USDT' })
    fireEvent.click(first as HTMLElement)
    await write('Take profit at', '2.5')
    expect(await screen.findByRole('textbox', { name: /^Take profit at 61,500.0/ })).toBeTruthy()
    const button = () => screen.getByRole('button', { name: 'Buy / Long 0.1 BTC' })
    await expect.poll(() => button().getAttribute('aria-disabled')).toBeNull()
    await submit()
    await expect
      .poll(() => sent('/futures/order/place'))
      .toMatchObject([{ side: 'buy', takeProfitTriggerPrice: '61500.0' }])
  })

  it('opens and closes legs in two-way mode (futures 4)', async () => {
    const account: FuturesAccount = { ...FUTURES_ACCOUNT, positionMode: 2 }
    const { browser, form, write, submit, sent } = await open({ account })
    browser.on('/futures/order/place', () => ok({ orderId: '9', clientOid: 'c', status: 'filled' }))
    fireEvent.click(await screen.findByRole('radio', { name: 'Close' }))
    expect(within(await form()).getByRole('radio', { name: 'Close short' })).toBeTruthy()
    fireEvent.click(within(await form()).getByRole('radio', { name: 'Open' }))
    await write('Price', '60000')
    await write('Size', '0.1')
    const button = () => screen.getByRole('button', { name: 'Open long 0.1 BTC' })
    await expect.poll(() => button().getAttribute('aria-disabled')).toBeNull()
    await submit()
    await expect.poll(() => sent('/futures/order/place')).toMatchObject([{ tradeSide: 'open' }])
  })

  it('moves the first funds from spot with one press', async () => {
    const { browser, sent } = await open({ account: { ...FUTURES_ACCOUNT, wallets: [] } })
    browser.on('/asset/move', () => ok({ moveId: '1' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Move 10,000 USDT' }))
    await expect
      .poll(() => sent('/asset/move'))
      .toMatchObject([{ from: 'spot', to: 'futures', asset: 'USDT', amount: '10000' }])
  })

  it('moves the first funds after reads that failed at first', async () => {
    const account = { ...FUTURES_ACCOUNT, wallets: [] }
    let isDown = true
    const { browser, settle, sent } = await open({
      script: (each) => {
        const either = (answer: unknown) => () => (isDown ? refused('1') : ok(answer))
        each.on('/futures/account', either(account))
        each.on('/spot/account/assets', either([{ asset: 'USDT', available: '80', held: '0' }]))
      },
    })
    browser.on('/asset/move', () => ok({ moveId: '1' }))
    await expect.poll(() => browser.asked('/spot/account/assets').length).toBeGreaterThan(0)
    isDown = false
    await settle(20_000)
    fireEvent.click(await screen.findByRole('button', { name: 'Move 80 USDT' }))
    await expect.poll(() => sent('/asset/move')).toMatchObject([{ amount: '80' }])
  })

  it('trades on its page for phones what its address names (spec 2)', async () => {
    const { form } = await open({ at: '/en/trade-swap/ethusdt', kept: 'usdt/BTCUSDT' })
    await form()
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('ETHUSDT')
    cleanup()
    await open({ at: '/en/trade-swap/NOPE' })
    expect(await screen.findByText(/NOPE/)).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'Order form' })).toBeNull()
  })

  it('stands alone on its own page for phones (spec 2)', async () => {
    const { form } = await open()
    expect(within(await form()).getByRole('textbox', { name: 'Size' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Order book' })).toBeNull()
  })
})

describe('the settings of a contract', () => {
  it('sets the leverage and shows its tiers (futures 1)', async () => {
    const { browser, sent } = await open()
    browser.on('/futures/account/leverage', () =>
      ok({
        symbol: 'BTCUSDT',
        marginMode: 2,
        longLeverage: 50,
        shortLeverage: 50,
        autoMargin: false,
      }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Leverage: 20×' }))
    const dialog = await screen.findByRole('dialog', { name: 'Leverage · BTCUSDT' })
    expect(within(dialog).getByText('600,000')).toBeTruthy()
    fireEvent.change(within(dialog).getByRole('slider'), { target: { value: '50' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save 50×' }))
    await expect
      .poll(() => sent('/futures/account/leverage'))
      .toMatchObject([{ symbol: 'BTCUSDT', leverage: 50 }])
  })

  it('keeps modes while positions need them (futures 2)', async () => {
    await open({ orders: [OPEN_ORDER] })
    fireEvent.click(await screen.findByRole('button', { name: 'Position mode: One-way' }))
    const dialog = await screen.findByRole('dialog', { name: 'Position mode' })
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Two-way' }))
    expect(within(dialog).getByText(/stand side by side/)).toBeTruthy()
    const save = within(dialog).getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
  })
})
