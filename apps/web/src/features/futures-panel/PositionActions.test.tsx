import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PHONE } from '../../lib/media/useMedia.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { BTC_LONG, ETH_SHORT } from '../../testing/futuresFixtures.ts'
import { type FuturesState, scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { orderEventsOf } from '../orders/index.ts'
import { FuturesPanel } from './FuturesPanel.tsx'

/** What the line of the panel says. */
const said = () => orderEventsOf(tab.services.toasts).getState()?.text

let browser: TestBrowser
let tab: TestTab
let futures: FuturesState
let settle: (ms?: number) => Promise<void>

beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  futures = scriptFutures(browser)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open({ isPhone = false } = {}) {
  if (isPhone)
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media === PHONE,
          media,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
  tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  settle = renderPage(<FuturesPanel product="usdt" symbol="BTCUSDT" />, { browser, tab }).settle
  await settle()
  await screen.findByRole('tablist')
  await settle()
}

const openMenu = async (position: string) => {
  fireEvent.click(screen.getByRole('button', { name: `More for ${position}` }))
  await settle()
  return screen.findByRole('menu')
}
const entriesOf = (menu: HTMLElement) =>
  [...menu.querySelectorAll('[role^=menuitem]')].map(({ textContent }) => textContent)
const choose = async (position: string, entry: string) => {
  fireEvent.click(within(await openMenu(position)).getByText(entry))
  await settle()
}
/** The dialogs' code comes when it is wanted. */
const dialog = async (name: string) => {
  await act(() =>
    Promise.all([
      import('./CloseDialog.tsx'),
      import('./MarginDialog.tsx'),
      import('./ExitsDialog.tsx'),
      import('./ShareDialog.tsx'),
      import('./MoveDialog.tsx'),
    ]),
  )
  await settle()
  return screen.findByRole('dialog', { name })
}

describe('what can be done with a position (futures 12)', () => {
  it('offers no margin of its own where it is cross', async () => {
    await open()
    expect(entriesOf(await openMenu('BTCUSDT Long'))).toEqual(['TP/SL', 'Details', 'Share card'])
  })

  it('offers margin and automatic margin where it is isolated', async () => {
    await open()
    expect(entriesOf(await openMenu('ETHUSDT Short'))).toEqual([
      'TP/SL',
      'Margin',
      'Automatic margin',
      'Details',
      'Share card',
    ])
  })

  it.each([
    ['TP/SL', 'TP/SL of ETHUSDT Short'],
    ['Margin', 'Margin of ETHUSDT Short'],
    ['Share card', 'Share card'],
  ])('opens the dialog of %s', async (entry, title) => {
    await open()
    await choose('ETHUSDT Short', entry)
    expect(await dialog(title)).toBeTruthy()
  })

  it('opens the dialog that closes it', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Close BTCUSDT Long' }))
    expect(await dialog('Close BTCUSDT Long')).toBeTruthy()
  })

  it('keeps its dialog while the position moves', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Close BTCUSDT Long' }))
    await dialog('Close BTCUSDT Long')
    futures.marks = { ...futures.marks, BTCUSDT: '60700.0' }
    await settle(1_000)
    expect(screen.getByRole('dialog', { name: 'Close BTCUSDT Long' })).toBeTruthy()
  })

  it('closes its dialog without a command', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Close BTCUSDT Long' }))
    const shown = await dialog('Close BTCUSDT Long')
    fireEvent.click(within(shown).getByRole('button', { name: 'Keep as it is' }))
    await settle()
    expect([screen.queryByRole('dialog'), browser.asked('/futures/position/close')]).toEqual([
      null,
      [],
    ])
  })

  it('has the same buttons on a phone', async () => {
    await open({ isPhone: true })
    for (const name of ['Close BTCUSDT Long', 'Close ETHUSDT Short', 'More for BTCUSDT Long'])
      expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  it('opens the dialog that moves funds', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Transfer' }))
    expect(await dialog('Transfer')).toBeTruthy()
  })
})

describe('automatic margin', () => {
  const AUTO = '/futures/position/autoMargin'

  it('turns off where it is on', async () => {
    browser.on(AUTO, () => ok({ enabled: false }))
    await open()
    await choose('ETHUSDT Short', 'Automatic margin')
    expect(browser.asked(AUTO).map(({ data }) => data)).toEqual([
      expect.objectContaining({
        symbol: 'ETHUSDT',
        positionSide: 2,
        enabled: false,
      }),
    ])
    expect(tab.toasts()).toEqual([])
  })

  it('says what it does once it is on', async () => {
    futures.positions = [{ ...ETH_SHORT, autoMargin: false }]
    browser.on(AUTO, () => ok({ enabled: true }))
    await open()
    await choose('ETHUSDT Short', 'Automatic margin')
    expect(said()).toBe('Draws margin from the futures wallet before the position is liquidated.')
  })

  it('says why it could not be changed', async () => {
    browser.on(AUTO, () => refused('40214'))
    await open()
    await choose('ETHUSDT Short', 'Automatic margin')
    expect(said()).toBe('Close positions and cancel open orders first.')
  })
})

describe('what a command changes is read anew', () => {
  const reads = () => ({
    positions: browser.asked('/futures/position/list').length,
    account: browser.asked('/futures/account').length,
    open: browser.asked('/futures/order/open').length,
    trigger: browser.asked('/futures/order/trigger').length,
  })

  it('reads positions, account and orders after a close', async () => {
    browser.on('/futures/position/close', () =>
      ok({ orderId: '1', clientOid: 'w', status: 'filled' }),
    )
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Close BTCUSDT Long' }))
    const shown = await dialog('Close BTCUSDT Long')
    const before = reads()
    fireEvent.click(within(shown).getByRole('button', { name: /^Close 0\.500 BTC/ }))
    await settle()
    const after = reads()
    expect(
      (Object.keys(before) as (keyof typeof before)[]).filter((key) => after[key] <= before[key]),
    ).toEqual([])
  })

  it('reads them after a refusal too', async () => {
    browser.on('/futures/position/close', () => refused('40210'))
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Close BTCUSDT Long' }))
    const shown = await dialog('Close BTCUSDT Long')
    const before = reads()
    fireEvent.click(within(shown).getByRole('button', { name: /^Close 0\.500 BTC/ }))
    await settle()
    expect(reads().positions).toBeGreaterThan(before.positions)
  })

  it('reads equity and ratios every five seconds', async () => {
    await open()
    const before = reads()
    await settle(5_000)
    const after = reads()
    expect([after.positions - before.positions, after.account - before.account]).toEqual([1, 1])
  })

  it('reads nothing while the page is hidden', async () => {
    await open()
    tab.visibility.set(false)
    const before = reads()
    await settle(20_000)
    expect(reads()).toEqual(before)
  })
})

describe('the positions of another user', () => {
  it('are gone with the session', async () => {
    await open()
    expect(screen.getByText('BTCUSDT')).toBeTruthy()
    browser.signIn('8', { realm: 'paper' })
    futures.positions = [{ ...BTC_LONG, symbol: 'ETHUSDT' }]
    tab.visibility.notify()
    await settle(1_000)
    expect(screen.queryByText('BTCUSDT')).toBeNull()
  })
})
