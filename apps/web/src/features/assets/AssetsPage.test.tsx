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
const open = async () => {
  tab = await browser.openTab('http://app/en/asset')
  settle = renderPage(<AssetsPage />, { browser, tab, at: '/en/asset' }).settle
}
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
    expect(screen.getByText('$51,250.50')).toBeTruthy()
    expect(screen.queryByText(/^Rates of/)).toBeNull()
    act(() => tab.services.preferences.set({ unit: 'EUR' }))
    expect(screen.getByText('€46,125.45')).toBeTruthy()
    expect(screen.getByText(/^Rates of .*2026/)).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: /Value \(EUR\)/ })).toBeTruthy()
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
