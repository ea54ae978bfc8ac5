import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'
import { orderSummary } from './OrderSummary.tsx'

afterEach(cleanup)

const spec = { symbol: 'BTCUSDT', base: 'BTC', quote: 'USDT', tickSize: '0.01', stepSize: '0.00001', minNotional: '5', pricePlace: 2, quantityPlace: 5 }
const holding = { asset: 'BTC', symbol: 'BTCUSDT', available: '1', held: '0', avgBuyPrice: '60000.00', cost: '60000', buyPrice: '60000', buyDelegateCount: '1', buyDealCount: '1', dealCount: '0', holdCount: '1', marketPrice: null, trackingType: 0, pricePlace: 2, quotePrecision: 8 }
const draft = (side: 'buy' | 'sell'): OrderDraft => editAmount(editPrice(newDraft(side), '50000', spec), '1')

async function setUp(draft: OrderDraft, { showAsset = true } = {}) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/account/positions', () => ok([holding]))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  tab.services.preferences.set({ showAsset })
  const { settle } = renderPage(orderSummary({ spec, draft, figures: { fee: undefined, fill: undefined }, onLast: () => undefined }), { browser, tab })
  await settle()
  await screen.findByText('Price')
  return screen.queryByText('Average buy price')?.nextElementSibling?.textContent
}

describe('trading 2: an order before it is sent', () => {
  it('says what the average buy price of the holding would become', async () => {
    expect(await setUp(draft('buy'))).toBe('60,000.00 USDT → 55,000.00 USDT')
  })
  it('does not where it sells, or where holdings are hidden', async () => {
    expect(await setUp(draft('sell'))).toBeUndefined()
    cleanup()
    expect(await setUp(draft('buy'), { showAsset: false })).toBeUndefined()
  })
})
