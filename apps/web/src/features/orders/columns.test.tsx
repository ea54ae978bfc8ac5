import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { Column } from '@x/ui/data-table'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpotFill, SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { useFillColumns } from './useFillColumns.tsx'
import { isColumnShown, type OrderKind, useOrderColumns } from './useOrderColumns.tsx'

afterEach(cleanup)

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

const order = (changed: Partial<SpotOrder> = {}): SpotOrder => ({
  orderId: '5',
  clientOid: 'w1',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  status: 'open',
  price: '60000',
  size: '0.5',
  sizeUnit: 'base',
  filled: '0.1',
  filledQuote: '6000',
  avgPrice: '60000',
  fee: '0.0001',
  feeAsset: 'BTC',
  createdAt: 1_750_000_000_000,
  ...changed,
})

const fill = (changed: Partial<SpotFill> = {}): SpotFill => ({
  fillId: '1',
  orderId: '5',
  symbol: 'BTCUSDT',
  side: 'buy',
  role: 'taker',
  price: '60000',
  size: '0.1',
  value: '6000',
  fee: '0.0001',
  feeAsset: 'BTC',
  createdAt: 1_750_000_000_000,
  ...changed,
})

/** The columns that a hook gives on a page of a logged-in user. */
async function columnsOf<Row>(
  useColumns: () => readonly Column<Row>[],
  { realm = 'live' }: { readonly realm?: 'live' | 'paper' } = {},
): Promise<readonly Column<Row>[]> {
  const browser = createTestBrowser()
  browser.signIn('7', { realm })
  browser.on('/spot/public/symbols', () => ok([spec]))
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  let columns: readonly Column<Row>[] = []
  function Probe() {
    columns = useColumns()
    return null
  }
  const { settle } = renderPage(<Probe />, { browser, tab })
  await settle()
  await waitFor(() => expect(columns).not.toEqual([]))
  cleanup()
  return columns
}

const keysOf = (columns: readonly { readonly key: string }[]) => columns.map(({ key }) => key)
const nothing = () => {}

const orderColumns = (
  kind: OrderKind,
  { rows = [order()], width }: { readonly rows?: readonly SpotOrder[]; readonly width?: number },
) => columnsOf(() => useOrderColumns(kind, { rows, width, onDetail: nothing, onEdit: nothing }))

describe('columns of orders', () => {
  it.each([
    [
      'open',
      'time pair type side price amount orderValue filled distance exits actions'.split(' '),
    ],
    ['trigger', 'time pair type side trigger price amount orderValue distance actions'.split(' ')],
  ] as const)('shows words before figures in a table of %s orders', async (kind, keys) => {
    expect(keysOf(await orderColumns(kind, {}))).toEqual(keys)
  })

  it('shows what ended orders cost, without a way to change them', async () => {
    const columns = await orderColumns('history', {})
    expect(keysOf(columns)).toEqual([
      'time',
      'pair',
      'type',
      'side',
      'status',
      'price',
      'amount',
      'filled',
      'average',
      'value',
      'fee',
      'actions',
    ])
    expect(columns.at(-1)).toMatchObject({ header: '', minWidth: 56, fixed: 'end' })
    expect((await orderColumns('open', {})).at(-1)).toMatchObject({ minWidth: 144 })
  })

  it('leaves out the expendable columns of a narrow table, in their order', async () => {
    const shown: string[][] = []
    for (const width of [720, 640, 560]) shown.push(keysOf(await orderColumns('open', { width })))
    for (const keys of shown) expect(keys).toEqual(expect.arrayContaining(['pair', 'price']))
    const left = shown.map((keys) =>
      ['type', 'time', 'filled'].filter((key) => !keys.includes(key)),
    )
    expect(left).toEqual(left.map((keys) => ['type', 'time', 'filled'].slice(0, keys.length)))
    expect(left.at(-1)?.length).toBeGreaterThan(0)
  })

  it('shows a column that the user chose and hides one', () => {
    const toggled = ['open.orderId', 'open.type']
    const shown = (key: 'orderId' | 'type' | 'time') =>
      isColumnShown(key, { kind: 'open', toggled })
    expect([shown('orderId'), shown('type'), shown('time')]).toEqual([true, false, true])
    expect(isColumnShown('orderId', { kind: 'history', toggled })).toBe(false)
  })

  it('widens the amounts to the longest one', async () => {
    const widthOf = async (size: string) =>
      (await orderColumns('open', { rows: [order({ size })] })).find(({ key }) => key === 'amount')
        ?.minWidth ?? 0
    expect(await widthOf('0.5')).toBe(120)
    expect(await widthOf('123456789012.5')).toBeGreaterThan(120)
  })

  it('marks the orders of copy trading (products 1)', async () => {
    const side = (await orderColumns('history', {})).find(({ key }) => key === 'side')
    const of = (changed: Partial<SpotOrder>) => side?.cell?.(order(changed), {})
    expect([of({ copy: 'follow' }), of({})]).toMatchObject([
      { props: { order: { copy: 'follow' } } },
      { props: { order: { orderId: '5' } } },
    ])
  })

  it('names a market order instead of its price', async () => {
    const price = (await orderColumns('history', {})).find(({ key }) => key === 'price')
    render(<>{price?.cell?.(order({ price: null, orderType: 'market' }), {})}</>)
    expect(screen.getByText('Market')).toBeDefined()
  })
})

it('shows the icon of the coin in orders and fills', async () => {
  const orders = (await orderColumns('open', {})).find(({ key }) => key === 'pair')
  const fills = (await columnsOf(() => useFillColumns({ rows: [fill()] }))).find(
    ({ key }) => key === 'pair',
  )
  const shown = [orders?.cell?.(order(), {}), fills?.cell?.(fill(), {})].map((cell) => {
    const { container } = render(<>{cell}</>)
    return container.querySelectorAll('[data-letter="B"]').length
  })
  expect(shown).toEqual([1, 1])
})

describe('columns of fills', () => {
  const rows = [fill({ spread: '1.5', impact: '0.5', latency: '-0.25' })]

  it('adds the execution costs in the paper realm alone (trading 5)', async () => {
    const live = keysOf(await columnsOf(() => useFillColumns({ rows })))
    expect(live).toEqual(['time', 'pair', 'side', 'role', 'price', 'amount', 'value', 'fee'])
    const paper = await columnsOf(() => useFillColumns({ rows }), { realm: 'paper' })
    expect(keysOf(paper)).toEqual([...live, 'spread', 'impact', 'latency'])
    expect(paper.at(-3)?.header).toContain('USDT')
  })

  it('leaves out pair and side where all fills are of one order', async () => {
    const keys = keysOf(await columnsOf(() => useFillColumns({ rows, isOfOne: true })))
    expect(keys).toEqual(['time', 'role', 'price', 'amount', 'value', 'fee'])
  })

  it('ends with the way to the order where there is one', async () => {
    const columns = await columnsOf(() => useFillColumns({ rows, onDetail: nothing }))
    expect(columns.at(-1)).toMatchObject({ key: 'actions', fixed: 'end' })
  })

  it('says how late a paper fill was where its cost is read (trading 5)', async () => {
    const late = fill({ spread: '1.5', impact: '0.5', latency: '-0.25', latencyMs: 120 })
    const columns = await columnsOf(() => useFillColumns({ rows: [late] }), { realm: 'paper' })
    render(<>{columns.find(({ key }) => key === 'latency')?.cell(late, {})}</>)
    expect(screen.getByTitle(/120/).textContent).toContain('0.2500')
  })

  it('shows the unit of an amount in a wide table only', async () => {
    const amountOf = async (width: number | undefined) => {
      const columns = await columnsOf(() => useFillColumns({ rows, width }))
      const { container } = render(
        <>{columns.find(({ key }) => key === 'amount')?.cell(fill(), {})}</>,
      )
      return container.textContent
    }
    expect(await amountOf(undefined)).toContain('BTC')
    expect(await amountOf(300)).not.toContain('BTC')
  })
})
