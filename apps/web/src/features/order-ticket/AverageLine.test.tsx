import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AverageLine } from './AverageLine.tsx'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'

afterEach(cleanup)

const spec = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const holding = {
  asset: 'BTC',
  symbol: 'BTCUSDT',
  available: '1',
  held: '0',
  avgBuyPrice: '60000.00',
  cost: '60000',
  buyPrice: '60000',
  buyDelegateCount: '1',
  buyDealCount: '1',
  dealCount: '0',
  holdCount: '1',
  marketPrice: null,
  trackingType: 0,
  pricePlace: 2,
  quotePrecision: 8,
}
const draft = (side: 'buy' | 'sell'): OrderDraft =>
  editAmount(editPrice(newDraft(side), '50000', spec), '1')

async function lineOf(
  draft: OrderDraft,
  { positions = [holding], showAsset = true, isReady = true } = {},
) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/account/positions', () => ok(positions))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  tab.services.preferences.set({ showAsset })
  const { settle } = renderPage(
    <dl>
      <AverageLine
        spec={spec}
        draft={draft}
        figures={{ fee: undefined, fill: undefined }}
        isReady={isReady}
      />
    </dl>,
    { browser, tab },
  )
  await settle()
  await vi.dynamicImportSettled()
  await settle()
  return screen.queryByText('Average buy price')?.nextElementSibling?.textContent
}

describe('the average buy price in the order form (trading 2)', () => {
  it('shows the average before and after this buy', async () => {
    expect(await lineOf(draft('buy'))).toBe('60,000.00 → 55,000.00 USDT')
  })
  it('shows the average alone without an order and for a sell', async () => {
    expect(await lineOf(newDraft('buy'), { isReady: false })).toBe('60,000.00 USDT')
    cleanup()
    expect(await lineOf(draft('sell'))).toBe('60,000.00 USDT')
  })
  it('is absent without purchases and while amounts are hidden', async () => {
    expect(await lineOf(draft('buy'), { positions: [] })).toBeUndefined()
    cleanup()
    expect(
      await lineOf(draft('buy'), {
        positions: [{ ...holding, avgBuyPrice: null as unknown as string }],
      }),
    ).toBeUndefined()
    cleanup()
    expect(await lineOf(draft('buy'), { showAsset: false })).toBeUndefined()
  })
})
