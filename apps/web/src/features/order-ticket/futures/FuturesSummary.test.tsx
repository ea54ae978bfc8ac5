import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { NO_FIGURES } from './figures.ts'
import { newFuturesDraft } from './futuresDraft.ts'
import { futuresSummary } from './FuturesSummary.tsx'
import { BTC } from './testing/futuresTicket.ts'

afterEach(cleanup)

it.each([
  ['base', '0.05', '0.05 BTC'],
  ['margin', '150', '150 USDT'],
] as const)('names a size in %s that nothing is reckoned of yet', async (unit, size, written) => {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  const draft = { ...newFuturesDraft('buy'), type: 'market' as const, unit, size }
  const summary = futuresSummary({
    spec: BTC,
    draft,
    figures: NO_FIGURES,
    isStale: false,
    onLast: undefined,
  })
  const { settle } = renderPage(summary, { browser, tab, at: '/en/futures/usdt/BTCUSDT' })
  await settle()
  expect(screen.getByText(written)).toBeTruthy()
})
