import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AssetsTable } from './AssetsTable.tsx'

afterEach(cleanup)

it('hides and shows balances with all other amounts', async () => {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([]))
  browser.on('/spot/account/assets', () =>
    ok([{ asset: 'SHIB', available: '1000000000', held: '25.5' }]),
  )
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
  const tab = await browser.openTab('http://app/en/spot/SHIBUSDT')
  const { settle } = renderPage(<AssetsTable />, { browser, tab })
  await settle()
  const texts = () =>
    within(screen.getByRole('row', { name: /SHIB/ }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  const shown = texts()
  expect(shown.slice(0, 2)).toEqual(['SHIB', '1,000,000,000.000000001000000000'])
  act(() => tab.services.preferences.set({ showAsset: false }))
  expect(texts()).toEqual(['SHIB', ...Array.from({ length: shown.length - 1 }, () => '••••')])
  act(() => tab.services.preferences.set({ showAsset: true }))
  expect(texts()).toEqual(shown)
})

it('aligns balances at their decimal points (visual, rules)', async () => {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([]))
  browser.on('/spot/account/assets', () =>
    ok([
      { asset: 'USDT', available: '59998.80319752', held: '0' },
      { asset: 'BTC', available: '2.1', held: '0.05' },
      { asset: 'ETH', available: '20', held: '0' },
    ]),
  )
  browser.on('/spot/account/positions', () => ok([]))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<AssetsTable />, { browser, tab })
  await settle()
  const figures = [
    ...document.querySelectorAll('[role=cell] [data-x-part=number] [aria-hidden=true]'),
  ].map(({ textContent }) => textContent)
  expect(figures).toContain('2.10000000')
  expect(new Set(figures.map((figure) => figure.split('.')[1]?.length))).toEqual(new Set([8]))
})

it('leads an account without balances to a deposit', async () => {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([]))
  browser.on('/spot/account/assets', () => ok([]))
  browser.on('/spot/account/positions', () => ok([]))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<AssetsTable />, { browser, tab, at: '/en/spot/BTCUSDT' })
  await settle()
  const deposit = await screen.findByRole('link', { name: 'Deposit' })
  expect(deposit.getAttribute('href')).toBe('/en/asset/deposit')
})
