import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../data/store/api.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AssetsPage } from './AssetsPage.tsx'

const SHIB = { asset: 'SHIB', available: '1000000000', held: '0' }
const USDT = { asset: 'USDT', available: '50000', held: '1250.5' }

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async (at = '/en/asset') => {
  tab = await browser.openTab(`http://app${at}`)
  settle = renderPage(<AssetsPage />, { browser, tab, at }).settle
}
const total = () => screen.getByRole('region', { name: /Estimated total/ }).textContent
const amount = (account: string, asset: string, of: string | null) => ({
  account,
  asset,
  amount: of,
})
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([SHIB, USDT]))
  browser.on('/spot/public/symbols', () => ok([]))
  browser.on('/spot/account/positions', () =>
    ok([
      {
        asset: 'SHIB',
        symbol: 'SHIBUSDT',
        available: '1000000000',
        held: '0',
        avgBuyPrice: '0.00001234',
        cost: '12340',
        pricePlace: 8,
      },
    ]),
  )
  browser.on('/asset/accounts', () => ok([amount('futures', 'USDT', '0')]))
  browser.on('/asset/history', () => ok({ quote: 'USDT', points: [] }))
  browser.on('/mix/config/valuation', () =>
    ok({ at: Date.UTC(2026, 4, 3), rates: { USD: '1', EUR: '0.9' } }),
  )
})
afterEach(cleanup)

describe('the assets page', () => {
  it('asks a guest to log in', async () => {
    await open()
    await settle()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/en/login?from=%2Fasset',
    )
  })
  it('shows placeholders of its final shape until the user is known', async () => {
    browser.signIn('7')
    browser.on('/user/overview/userinfo', () => new Promise(() => {}))
    await open()
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
  it('names the fee tier and what it costs (trading 7)', async () => {
    browser.signIn('7')
    browser.on('/user/overview/userinfo', () =>
      ok({ userId: '7', realm: 'live', roles: ['trader'], vipLevel: 1, email: null, mobile: null }),
    )
    await open()
    await settle()
    expect(screen.getByText('VIP 1').parentElement?.textContent).toBe(
      'VIP 1 · Maker 0.08% · Taker 0.09%',
    )
  })
  it('offers what most come for, and the rest in a menu', async () => {
    browser.signIn('7')
    await open()
    await settle()
    const summary = within(screen.getByRole('region', { name: /Estimated total/ }))
    const offered = summary
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.textContent])
    expect(offered).toEqual([
      ['/en/asset/deposit', 'Deposit'],
      ['/en/asset/withdraw', 'Withdraw'],
    ])
    expect(summary.getByRole('button', { name: 'Transfer' })).toBeTruthy()
    fireEvent.click(summary.getByRole('button', { name: 'More' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Trade',
      'Convert',
      'Web3 swap',
      'Send to a user',
      'Statement',
      'Orders',
    ])
  })
  it('names the share of the asset that is pointed at', async () => {
    browser.signIn('7')
    await open()
    await settle()
    const panel = screen.getByRole('region', { name: 'Allocation' })
    const middle = () => panel.querySelector('p')?.textContent
    expect(middle()).toBe('1Assets')
    fireEvent.pointerEnter(within(panel).getByRole('listitem'))
    expect(middle()).toBe('100.0%USDT')
    fireEvent.pointerLeave(within(panel).getByRole('listitem'))
    expect(middle()).toBe('1Assets')
  })
  it("names a column's unit in its header and in no row", async () => {
    browser.signIn('7')
    await open()
    await settle()
    const row = screen.getByRole('row', { name: /^USDT/ })
    expect(screen.getByRole('columnheader', { name: /Value \(USD\)/ })).toBeTruthy()
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'USDT',
      '51,250.5000000051250.5',
      '50,000.0000000050000',
      '1,250.500000001250.5',
      '--',
      '--',
      '51,250.50',
    ])
    expect(
      within(screen.getByRole('row', { name: /SHIB/ })).getAllByRole('cell')[4]?.textContent,
    ).toBe('0.00001234')
    expect(screen.getByRole('columnheader', { name: 'Average buy price (USDT)' })).toBeTruthy()
  })
  it('searches 300 ms after the last key or on Enter (spec 9.5)', async () => {
    browser.signIn('7')
    await open()
    await settle()
    const box = screen.getByRole('searchbox', { name: 'Search assets' })
    const names = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
    fireEvent.change(box, { target: { value: ' shi' } })
    expect(names()).toHaveLength(2)
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(names()).toEqual(['SHIB'])
    expect(screen.getByText('1 result')).toBeTruthy()
    fireEvent.change(box, { target: { value: 'usd' } })
    await expect.poll(names, { interval: 10 }).toEqual(['USDT'])
    fireEvent.change(box, { target: { value: 'ｓｈｉ' } })
    await expect.poll(names, { interval: 10 }).toEqual(['SHIB'])
  })
  it('values in the chosen currency, with the day of the rate', async () => {
    browser.signIn('7')
    await open()
    await settle()
    expect(total()).toContain('$51,250.50')
    expect(screen.queryByText(/^Rates of/)).toBeNull()
    act(() => tab.services.preferences.set({ unit: 'EUR' }))
    expect(total()).toContain('€46,125.45')
    expect(screen.getByText(/^Rates of .*2026/)).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: /Value \(EUR\)/ })).toBeTruthy()
  })
  it('values in BTC and in USDT, and keeps the choice (spec 9)', async () => {
    browser.signIn('7')
    await open()
    await settle()
    const choose = async (name: string) => {
      fireEvent.click(screen.getByRole('combobox', { name: 'Currency' }))
      await settle()
      fireEvent.click(within(await screen.findByRole('listbox')).getByText(name))
      await settle()
    }
    await choose('USDT')
    expect(total()).toMatch(/51,250\.50\sUSDT/)
    expect(screen.getByRole('columnheader', { name: /Value \(USDT\)/ })).toBeTruthy()
    await choose('BTC')
    expect(total()).toMatch(/--\sBTC/)
    expect(tab.services.preferences.getState()).toMatchObject({ valuationUnit: 2, unit: 'USD' })
    await choose('EUR')
    expect(tab.services.preferences.getState()).toMatchObject({ valuationUnit: 1, unit: 'EUR' })
  })
  it('shows no total while a price is missing', async () => {
    browser.signIn('7')
    browser.on('/spot/public/symbols', () =>
      ok([
        {
          symbol: 'SHIBUSDT',
          base: 'SHIB',
          quote: 'USDT',
          tickSize: '0.00000001',
          stepSize: '1',
          minNotional: '5',
          pricePlace: 8,
          quantityPlace: 0,
        },
      ]),
    )
    await open()
    await settle()
    expect(screen.queryByText('$51,250.50')).toBeNull()
    expect(screen.getByRole('region', { name: /Estimated total/ }).textContent).toContain('--')
    // Nor how a part of it is spread, as though it were the whole.
    expect(screen.queryByRole('heading', { name: 'Allocation' })).toBeNull()
  })
  it('shows what failed to load, the reason and the trace id', async () => {
    browser.signIn('7')
    browser.on('/spot/account/assets', () => refused('00006'))
    await open()
    await settle()
    const { textContent } = screen.getByText('This list could not be loaded.').parentElement!
    expect(textContent).toMatch(/Trace ID w/)
  })
  it('keeps displayed balances when a refetch fails', async () => {
    browser.signIn('7')
    await open()
    await settle()
    browser.on('/spot/account/assets', () => refused('00006'))
    act(() => void tab.store.dispatch(api.util.invalidateTags(['Assets'])))
    await settle()
    expect(browser.asked('/spot/account/assets')).toHaveLength(2)
    expect([
      screen.queryByText('This list could not be loaded.'),
      screen.getAllByRole('row').length,
    ]).toEqual([null, 3])
  })
  it('hides every digit of every amount', async () => {
    browser.signIn('7')
    await open()
    await settle()
    fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }))
    expect(screen.getByRole('table').textContent).not.toMatch(/\d/)
    expect(screen.queryByText(/51,250/)).toBeNull()
  })
})

describe('the overview of all accounts', () => {
  const accounts = () =>
    within(screen.getByRole('region', { name: 'Accounts' }))
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.textContent])
  const openAs = async (at?: string) => {
    browser.signIn('7')
    await open(at)
    await settle()
  }
  beforeEach(() => {
    browser.on('/asset/accounts', () =>
      ok([
        amount('futures', 'USDT', '100'),
        amount('earn', 'USDT', '30'),
        amount('copy', 'USDT', '10'),
      ]),
    )
  })

  it('adds up what each account is worth, and leads to each', async () => {
    await openAs()
    expect(accounts()).toEqual([
      ['/en/asset/spot', 'Spot$51,250.50'],
      ['/en/asset/futures', 'Futures$100.00'],
      ['/en/asset/margin', 'Margin$0.00'],
      ['/en/earn', 'Earn$30.00'],
      ['/en/copy-trading', 'Copy trading$10.00'],
    ])
    expect(total()).toContain('$51,390.50')
  })

  it('shows no total while one account is unknown', async () => {
    browser.on('/asset/accounts', () => ok([amount('margin', 'USDT', null)]))
    await openAs()
    expect(accounts()[2]).toEqual(['/en/asset/margin', 'Margin--'])
    expect(total()).toContain('--')
  })

  it('counts withdrawals and escrow that are under way', async () => {
    browser.on('/asset/accounts', () => ok([amount('pending', 'USDT', '49.5')]))
    await openAs()
    expect(accounts().at(-1)).toEqual(['/en/asset/records', 'Withdrawals and escrow$49.50'])
    expect(total()).toContain('$51,300.00')
  })

  it('adds up each asset over all accounts, spot alone on its page', async () => {
    const cells = () =>
      within(screen.getByRole('row', { name: /^USDT/ }))
        .getAllByRole('cell')
        .slice(1, 3)
        .map(({ textContent }) => textContent)
    await openAs()
    expect(cells()).toEqual(['51,390.5000000051390.5', '50,000.0000000050000'])
    expect(browser.asked('/asset/history')[0]?.data).toMatchObject({ account: 'all' })
    cleanup()
    await openAs('/en/asset/spot')
    expect(cells()).toEqual(['51,250.5000000051250.5', '50,000.0000000050000'])
    expect(browser.asked('/asset/history').at(-1)?.data).toMatchObject({ account: 'spot' })
  })

  it('follows the private stream and polls nothing', async () => {
    await openAs()
    await act(async () => tab.sockets.at(-1)?.open())
    await settle()
    const asked = browser.asked('/asset/accounts').length
    const deliver = (type: string, [seq, of]: readonly [number, string]) =>
      act(() =>
        tab.sockets.at(-1)?.deliver({
          topic: 'accounts',
          ts: 0,
          type,
          seq,
          prevSeq: seq - 1,
          data: [amount('futures', 'USDT', of)],
        }),
      )
    deliver('snapshot', [1, '100'])
    deliver('delta', [2, '150'])
    await settle(60_000)
    expect(accounts()[1]).toEqual(['/en/asset/futures', 'Futures$150.00'])
    expect(browser.asked('/asset/accounts')).toHaveLength(asked)
  })

  it('shows where to begin instead of zeros', async () => {
    browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '0', held: '0' }]))
    browser.on('/asset/accounts', () => ok([amount('futures', 'USDT', '0')]))
    await openAs()
    const start = screen.getByRole('region', { name: 'Your account is empty' })
    expect(
      within(start)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/en/asset/deposit', '/en/p2p', '/en/markets'])
    expect(screen.queryByRole('table')).toBeNull()
    cleanup()
    browser.on('/asset/accounts', () => ok([amount('earn', 'USDT', '1')]))
    await openAs()
    expect(screen.queryByText('Your account is empty')).toBeNull()
  })

  it('shows a sub-account the accounts that it can have', async () => {
    browser.on('/user/overview/userinfo', () =>
      ok({ userId: '7', realm: 'live', roles: ['sub-account'], email: null, mobile: null }),
    )
    await openAs()
    expect(accounts().map(([, text]) => text)).toEqual([
      'Spot$51,250.50',
      'Futures$100.00',
      'Margin$0.00',
    ])
  })

  it('shows spot alone on the page of spot', async () => {
    await openAs('/en/asset/spot')
    expect(screen.queryByRole('region', { name: 'Accounts' })).toBeNull()
    expect(total()).toContain('$51,250.50')
  })

  it('hides the worth of every account with the amounts', async () => {
    await openAs()
    fireEvent.click(screen.getByRole('button', { name: 'Hide amounts' }))
    expect(screen.getByRole('region', { name: 'Accounts' }).textContent).not.toMatch(/\d/)
  })
})

describe('the profit of each coin (trading 2)', () => {
  const profitOf = (asset: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${asset}`) })).getAllByRole('cell')[5]
  const open7 = async () => {
    browser.signIn('7')
    browser.on('/spot/account/positions', () =>
      ok([
        {
          asset: 'SHIB',
          symbol: 'SHIBUSDT',
          available: '1000000000',
          held: '0',
          avgBuyPrice: '0.00001000',
          buyPrice: '0.00001000',
          buyDelegateCount: '1',
          buyDealCount: '1000000000',
          dealCount: '0',
          holdCount: '1000000000',
          cost: '10000',
          marketPrice: '0.00001250',
          trackingType: 0,
          pricePlace: 8,
          quotePrecision: 8,
        },
      ]),
    )
    await open()
    await settle()
  }
  it('follows the average price that it is reckoned with', async () => {
    await open7()
    expect(screen.getByRole('columnheader', { name: 'Unrealised PnL (USDT)' })).toBeTruthy()
    expect(profitOf('SHIB')?.textContent).toContain('+2,500.00 (+25.00%)')
    expect(profitOf('USDT')?.textContent).toBe('--')
  })
  it('is hidden with the other amounts', async () => {
    await open7()
    act(() => tab.services.preferences.set({ showAsset: false }))
    expect(profitOf('SHIB')?.textContent).not.toMatch(/\d/)
  })
})

it('keeps the choice to hide small balances', async () => {
  browser.signIn('7')
  browser.on('/spot/account/assets', () =>
    ok([USDT, { ...USDT, asset: 'EUR', available: '0', held: '0' }]),
  )
  await open()
  await settle()
  const hide = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Hide below 1 USDT' })
  expect([hide().checked, screen.queryByRole('row', { name: /^EUR/ }) === null]).toEqual([
    false,
    false,
  ])
  fireEvent.click(hide())
  cleanup()
  await open()
  await settle()
  expect([hide().checked, screen.queryByRole('row', { name: /^EUR/ }) === null]).toEqual([
    true,
    true,
  ])
})
