import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpotOrder } from '../../data/spot/model.ts'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { Column } from '@x/ui/data-table'
import { openOrder, pairOf } from './testing/orderFixtures.ts'
import { type OrderKind, useOrderColumns } from './useOrderColumns.tsx'

afterEach(cleanup)

async function columnsOf(kind: OrderKind): Promise<readonly Column<SpotOrder>[]> {
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/public/symbols', () => ok([pairOf('BTC'), pairOf('ETH')]))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  let columns: readonly Column<SpotOrder>[] = []
  const none = () => {}
  function Probe() {
    columns = useOrderColumns(kind, {
      rows: [openOrder()],
      width: undefined,
      onDetail: none,
      onEdit: none,
    })
    return null
  }
  const { settle } = renderPage(<Probe />, { browser, tab })
  await settle()
  await expect.poll(() => columns.length).toBeGreaterThan(0)
  cleanup()
  return columns
}

const orders = [
  openOrder({
    orderId: '1',
    symbol: 'BTCUSDT',
    side: 'sell',
    orderType: 'stop_limit',
    price: '60000.00',
    size: '0.01000',
    filled: '0.00500',
    avgPrice: '60000.00',
    filledQuote: '300',
    fee: '0.3',
    status: 'partially_filled',
    createdAt: 3,
    updatedAt: 1,
  }),
  openOrder({
    orderId: '2',
    symbol: 'ETHUSDT',
    side: 'buy',
    orderType: 'limit',
    price: '2000.00',
    size: '10.00000',
    filled: '1.00000',
    avgPrice: '1999.00',
    filledQuote: '1999',
    fee: '0.001',
    status: 'open',
    createdAt: 2,
    updatedAt: 2,
  }),
]

/** The ids of the orders in the ascending order of what a column sorts by. */
function sortedBy(columns: readonly Column<SpotOrder>[], key: string): readonly string[] {
  const sort = columns.find((column) => column.key === key)?.sort
  if (!sort) throw new Error(`No sort of ${key}`)
  const valueOf = (order: SpotOrder) => {
    const value = sort.by(order)
    return sort.as === 'text' ? String(value) : Number(value)
  }
  return orders.toSorted((a, b) => (valueOf(a) < valueOf(b) ? -1 : 1)).map(({ orderId }) => orderId)
}

describe('the sort of a column', () => {
  it.each([
    ['time', ['2', '1']],
    ['pair', ['1', '2']],
    ['type', ['2', '1']],
    ['side', ['2', '1']],
    ['price', ['2', '1']],
    ['amount', ['1', '2']],
    ['orderValue', ['1', '2']],
    ['filled', ['2', '1']],
  ])('goes by the %s of open orders', async (key, expected) => {
    expect(sortedBy(await columnsOf('open'), key)).toEqual(expected)
  })

  it.each([
    ['time', ['1', '2']],
    ['average', ['2', '1']],
    ['value', ['1', '2']],
    ['fee', ['2', '1']],
    ['status', ['2', '1']],
  ])('goes by the %s of ended orders', async (key, expected) => {
    expect(sortedBy(await columnsOf('history'), key)).toEqual(expected)
  })

  it.each(['distance', 'exits', 'actions'])('is not offered for %s', async (key) => {
    const columns = await columnsOf('open')
    expect(columns.find((column) => column.key === key)).toBeDefined()
    expect(columns.find((column) => column.key === key)?.sort).toBeUndefined()
  })
})

describe('the time of an order', () => {
  it.each([
    ['open', 'Time'],
    ['history', 'Ended'],
  ] as const)('is named in a list of %s orders as %s', async (kind, name) => {
    const time = (await columnsOf(kind)).find(({ key }) => key === 'time')
    expect(time?.header).toBe(name)
  })
})

describe('the value of an order', () => {
  it('has the unit of its pair', async () => {
    const value = (await columnsOf('open')).find(({ key }) => key === 'orderValue')
    const { container } = render(<>{value?.cell?.(openOrder(), {})}</>)
    expect(container.textContent).toContain('600.00')
    expect(container.textContent).toContain('USDT')
  })

  it('is the budget of an order by amount of quote', async () => {
    const value = (await columnsOf('open')).find(({ key }) => key === 'orderValue')
    const order = openOrder({ price: null, size: '250', sizeUnit: 'quote' })
    const { container } = render(<>{value?.cell?.(order, {})}</>)
    expect(container.textContent).toContain('250.00')
  })
})
