import { cleanup, screen } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { SpotEntry } from './SpotEntry.tsx'

afterEach(cleanup)

const symbols = ok(
  ['BTCUSDT', 'ETHUSDT'].map((symbol) => ({
    symbol,
    base: symbol.slice(0, 3),
    quote: 'USDT',
    tickSize: '0.01',
    stepSize: '0.00001',
    minNotional: '5',
    pricePlace: 2,
    quantityPlace: 5,
  })),
)

function Place() {
  const { pathname, search } = useLocation()
  return <h1>{pathname + search}</h1>
}

it.each([
  ['the pair chosen last', 'ETHUSDT', symbols, '/en/spot/ETHUSDT?side=sell'],
  ['the first pair before any was chosen', undefined, symbols, '/en/spot/BTCUSDT?side=sell'],
  [
    'the first pair where the kept one is traded no more',
    'LUNAUSDT',
    symbols,
    '/en/spot/BTCUSDT?side=sell',
  ],
  [
    'the first pair where what is kept is no name of a pair',
    '//evil.example',
    symbols,
    '/en/spot/BTCUSDT?side=sell',
  ],
  [
    'the first pair, whose page says it, where the pairs cannot be had',
    'ETHUSDT',
    refused('40401'),
    '/en/spot/BTCUSDT?side=sell',
  ],
] as const)('selectedCoin: /spot leads to %s (spec 3)', async (_what, kept, answer, place) => {
  const browser = createTestBrowser()
  browser.on('/spot/public/symbols', () => answer)
  if (kept !== undefined) browser.storage.set(STORAGE_KEYS.selectedCoin, kept)
  const tab = await browser.openTab('http://app/en/spot?side=sell')
  const page = (
    <Routes>
      <Route path="/en/spot" element={<SpotEntry />} />
      <Route path="*" element={<Place />} />
    </Routes>
  )
  await renderPage(page, { browser, tab, at: '/en/spot?side=sell' }).settle(60_000)
  expect(screen.getByRole('heading').textContent).toBe(place)
})
