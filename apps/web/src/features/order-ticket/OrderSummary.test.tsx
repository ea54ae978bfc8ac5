import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AvailableLine } from './AvailableLine.tsx'
import { editAmount, editPrice, newDraft, type OrderDraft } from './orderDraft.ts'
import { orderSummary } from './OrderSummary.tsx'

afterEach(cleanup)

const BTC = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const SHIB = {
  symbol: 'SHIBUSDT',
  base: 'SHIB',
  quote: 'USDT',
  tickSize: '0.00000001',
  stepSize: '1',
  minNotional: '5',
  pricePlace: 8,
  quantityPlace: 0,
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
  editAmount(editPrice(newDraft(side), '50000', BTC), '1')

async function setUp(draft: OrderDraft, { showAsset = true, spec = BTC } = {}) {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/account/positions', () => ok([holding]))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  tab.services.preferences.set({ showAsset })
  const { settle } = renderPage(
    orderSummary({
      spec,
      draft,
      figures: { fee: undefined, fill: undefined },
      risks: { crossing: undefined, staleSince: undefined },
      onLast: () => undefined,
    }),
    { browser, tab },
  )
  await settle()
  await screen.findByText('Order type')
  return screen.queryByText('Average buy price')?.nextElementSibling?.textContent
}

describe('an order before it is sent (trading 2)', () => {
  it('says what the average buy price of the holding would become', async () => {
    expect(await setUp(draft('buy'))).toBe('60,000.00 USDT → 55,000.00 USDT')
  })
  it('does not where it sells, or where holdings are hidden', async () => {
    expect(await setUp(draft('sell'))).toBeUndefined()
    cleanup()
    expect(await setUp(draft('buy'), { showAsset: false })).toBeUndefined()
  })
})

it('names both legs of an OCO in the order of the form', async () => {
  const oco: OrderDraft = { ...draft('sell'), type: 'oco', trigger: '45000', stop: '44900' }
  await setUp(oco)
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(names.slice(1, 4)).toEqual(['Limit price', 'Trigger price', 'Stop limit price'])
})

it.each([
  ['44900', 'Stop-limit', 'Trigger price45,000.00 USDTStop limit price44,900.00 USDT'],
  ['', 'Stop-market', 'Trigger price45,000.00 USDTStop limit priceMarket'],
])('shows both legs of an OCO under titles, stop price %j', async (stop, title, facts) => {
  await setUp({ ...draft('sell'), type: 'oco', trigger: '45000', stop })
  const legs = screen
    .getAllByRole('heading', { level: 3 })
    .map((heading) => [heading.textContent, heading.nextElementSibling?.textContent])
  expect(legs).toEqual([
    ['Limit', 'Limit price50,000.00 USDT'],
    [title, facts],
  ])
  expect(screen.getByText('Amount').closest('section')).toBeNull()
})

it('has no titles of legs for an order with one', async () => {
  await setUp(draft('sell'))
  expect(screen.queryAllByRole('heading', { level: 3 })).toEqual([])
})

it('names the value of a sale by value, not an amount', async () => {
  await setUp({ ...newDraft('sell'), type: 'market', sellUnit: 'quote', total: '600' })
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('600.00 USDT')
  expect(screen.queryByText('Amount')).toBeNull()
})

describe('spec section 9, the scene of USDT: an amount of quote', () => {
  const totalOf = async (draft: OrderDraft) => {
    await setUp(draft, { spec: SHIB })
    return screen.getByText('Total').nextElementSibling?.textContent
  }
  const market = (total: string): OrderDraft => ({ ...newDraft('buy'), type: 'market', total })

  it('has two decimals beside a tiny price too', async () => {
    expect(await totalOf(market('20000'))).toBe('20,000.00 USDT')
    cleanup()
    expect(
      await totalOf(editAmount(editPrice(newDraft('buy'), '0.00001398', SHIB), '1234567')),
    ).toBe('17.25 USDT')
  })
  it('has every digit where it is what is sent', async () => {
    expect(await totalOf(market('20000.125'))).toBe('20,000.125 USDT')
  })
  it('shows a spendable budget to its last digit', async () => {
    const browser = createTestBrowser()
    const tab = await browser.openTab('http://app/en/spot/SHIBUSDT')
    renderPage(
      <AvailableLine spec={SHIB} side="buy" available={{ base: '5', quote: '59940.80319752' }} />,
      { browser, tab },
    )
    expect(screen.getByText('59,940.80').parentElement?.title).toBe('59940.80319752')
  })
})
