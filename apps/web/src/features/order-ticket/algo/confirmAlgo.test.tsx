import { cleanup, screen } from '@testing-library/react'
import type { BookView } from '@x/market'
import { afterEach, describe, expect, it } from 'vitest'
import type { AlgoTerms } from '../../../data/algos/api.ts'
import { createTestBrowser } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import { spec } from '../testing/ticketFixture.ts'
import { boldestLimit, confirmAlgo } from './confirmAlgo.tsx'

afterEach(cleanup)

const iceberg: AlgoTerms = {
  symbol: 'BTCUSDT',
  side: 'buy',
  algoType: 'iceberg',
  size: '1',
  price: '60000',
  visibleSize: '0.4',
}
const scaled = (side: 'buy' | 'sell', price: string, lastPrice: string): AlgoTerms => ({
  symbol: 'BTCUSDT',
  side,
  algoType: 'scaled',
  size: '1',
  price,
  lastPrice,
  parts: 5,
})
/** Best ask 60,000. */
const live = {
  status: 'live',
  receivedAt: 1,
  bids: [{ price: '59999', size: '5' }],
  asks: [{ price: '60000', size: '5' }],
} as unknown as BookView

describe('the limit of an algo order that is judged', () => {
  it.each([
    ['an iceberg by its price', iceberg, '60000'],
    ['a scaled buy by its highest price', scaled('buy', '50000', '70000'), '70000'],
    ['a scaled sale by its lowest price', scaled('sell', '70000', '50000'), '50000'],
    ['a scaled buy given from above', scaled('buy', '70000', '50000'), '70000'],
  ])('judges %s', (_what, terms, price) => {
    expect(boldestLimit(terms)).toEqual({ side: terms.side, size: '1', price })
  })
  it('judges no TWAP, whose slices trade at the market', () => {
    const { price: _price, visibleSize: _visible, ...rest } = iceberg
    expect(boldestLimit({ ...rest, algoType: 'twap', parts: 5, duration: 300 })).toBeUndefined()
  })
})

async function ask(terms: AlgoTerms, { book = live, level = 'all' } = {}) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  tab.services.storage.set(STORAGE_KEYS.confirmOrders, level)
  const question = { spec, terms, parts: '3 orders', confirmText: 'Start', book: () => book }
  const answered = confirmAlgo(tab.services, question)
  const shown = tab.services.dialogs.getState().current
  if (shown) {
    const { settle } = renderPage(<>{shown.options.message}</>, { browser, tab })
    await settle()
    await screen.findAllByText('3 orders')
  }
  return { answered, shown, dialogs: tab.services.dialogs }
}

describe('the question before an algo order', () => {
  it('names side, amount, price and parts', async () => {
    const { shown } = await ask({ ...iceberg, price: '59000' })
    expect(document.body.textContent).toContain('Buy 1 BTC · 59,000.00 USDT')
    expect(shown?.options).toMatchObject({ initialFocus: 'confirm', variant: 'buy' })
  })
  it('warns of a price far beyond the market, even with questions off', async () => {
    const { shown } = await ask({ ...iceberg, price: '66000' }, { level: 'none' })
    expect(document.body.textContent).toContain('66,000.00 USDT')
    expect(document.body.textContent).toContain('10')
    expect(shown?.options).toMatchObject({ initialFocus: 'cancel' })
  })
  it('warns of a stale book, even with questions off', async () => {
    const stale = { ...live, status: 'stale' } as unknown as BookView
    const { shown } = await ask(iceberg, { level: 'none', book: stale })
    expect(shown?.options).toMatchObject({ initialFocus: 'cancel' })
  })
  it('is silent where the trader has switched it off', async () => {
    const { answered, shown } = await ask({ ...iceberg, price: '59000' }, { level: 'none' })
    expect([await answered, shown]).toEqual([true, undefined])
  })
  it('resolves with the answer', async () => {
    const { answered, dialogs } = await ask({ ...iceberg, price: '59000' })
    await dialogs.answer('cancel')
    expect(await answered).toBe(false)
  })
})
