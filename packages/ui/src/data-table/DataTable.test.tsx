import { createRef, type ReactNode } from 'react'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { named, pressKey, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableHandle, DataTableProps } from './DataTableProps.ts'

interface Balance {
  readonly coin: string
  /** Empty without a balance. */
  readonly amount: string
}

const BTC: Balance = { coin: 'BTC', amount: '0.30000000000000000001' }
const ETH: Balance = { coin: 'ETH', amount: '12' }
const SOL: Balance = { coin: 'SOL', amount: '' }
const TRX: Balance = { coin: 'TRX', amount: '0.3' }
const balances = [ETH, SOL, BTC, TRX]

const columns: readonly Column<Balance>[] = [
  {
    key: 'coin',
    header: 'Coin',
    cell: ({ coin }) => coin,
    sort: { as: 'text', by: ({ coin }) => coin },
  },
  {
    key: 'amount',
    header: 'Amount',
    kind: 'number',
    cell: ({ amount }) => <b>{amount || 'none'}</b>,
    sort: { as: 'decimal', by: ({ amount }) => amount },
  },
  {
    key: 'actions',
    header: <i>do</i>,
    label: 'Actions',
    kind: 'actions',
    cell: ({ coin }, { tabIndex }) => <button tabIndex={tabIndex}>Sell {coin}</button>,
  },
]

const table = (props: Partial<DataTableProps<Balance>> = {}): ReactNode => (
  <DataTable
    label="Balances"
    columns={columns}
    rows={balances}
    rowKey={({ coin }) => coin}
    {...props}
  />
)
const show = (props: Partial<DataTableProps<Balance>> = {}) => {
  const render = renderWidget(table(props))
  return (next: Partial<DataTableProps<Balance>>) => render(table({ ...props, ...next }))
}
const rowElements = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const keys = () => rowElements().map((row) => row.dataset['row'])
const rowOf = (key: string) => {
  const row = rowElements().find((one) => one.dataset['row'] === key)
  if (!row) throw new Error(`No row ${key}`)
  return row
}
const sortOf = (header: string) => named('columnheader', header).getAttribute('aria-sort')

afterEach(cleanup)

describe('roles of a table', () => {
  it('count the header among the rows', () => {
    show()
    const element = named('table', 'Balances')
    expect(element.getAttribute('aria-rowcount')).toBe('5')
    expect(element.getAttribute('aria-colcount')).toBe('3')
    expect(rowElements().map((row) => row.getAttribute('aria-rowindex'))).toEqual([
      '2',
      '3',
      '4',
      '5',
    ])
  })

  it('name a column by its label where the header is no text', () => {
    show()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Coin',
      'Amount',
      'doActions',
    ])
  })

  it('say which columns sort, and by which one it is sorted', () => {
    show({ defaultSort: { column: 'amount', direction: 'descending' } })
    expect(['Coin', 'Amount', 'do Actions'].map(sortOf)).toEqual(['none', 'descending', null])
  })

  it('are those of a grid where rows are selected or expanded', () => {
    show({ selection: {} })
    expect(named('grid', 'Balances').getAttribute('aria-multiselectable')).toBe('true')
    expect(named('grid', 'Balances').getAttribute('aria-colcount')).toBe('4')
    show({ expansion: { render: ({ coin }) => coin } })
    expect(named('grid', 'Balances').hasAttribute('aria-multiselectable')).toBe(false)
    show({ selection: { mode: 'single' } })
    expect(named('grid', 'Balances').hasAttribute('aria-multiselectable')).toBe(false)
  })

  it('are those of a table where the caller wants no grid', () => {
    show({ selection: {}, grid: false })
    expect(named('table', 'Balances').tabIndex).toBe(0)
    expect(screen.queryByRole('grid')).toBeNull()
  })
})

describe('states of a table', () => {
  it('show neither old rows nor an empty text while loading', () => {
    show({ status: { kind: 'loading' }, empty: { text: 'No balance' } })
    expect(keys()).toEqual([])
    expect(screen.queryByText('No balance')).toBeNull()
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
    expect(named('table', 'Balances').getAttribute('aria-busy')).toBe('true')
    expect(named('table', 'Balances').getAttribute('aria-rowcount')).toBe('1')
  })

  it('keep stale rows readable', () => {
    show({ status: { kind: 'stale', seconds: 3 } })
    expect(keys()).toEqual(['ETH', 'SOL', 'BTC', 'TRX'])
    expect(named('table', 'Balances').hasAttribute('aria-busy')).toBe(false)
    expect(document.querySelector('[data-x-part=data-table]')?.getAttribute('data-status')).toBe(
      'stale',
    )
  })

  it('replace the rows by an error with retry and trace id', () => {
    const onRetry = vi.fn()
    show({
      status: { kind: 'error', title: 'Not loaded', text: 'Try again.', onRetry, traceId: 'w17' },
    })
    expect(keys()).toEqual([])
    expect(document.body.textContent).toContain('Not loaded')
    expect(document.body.textContent).toContain('Try again.')
    expect(document.body.textContent).toContain('w17')
    const [retry] = screen.getAllByRole('button', { name: /again|retry/i })
    if (retry) fireEvent.click(retry)
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('offer the action of an empty table once it is ready', () => {
    const render = show({ rows: [], empty: { text: 'No balance', action: <button>Buy</button> } })
    expect(screen.getByText('No balance')).toBeTruthy()
    expect(named('button', 'Buy')).toBeTruthy()
    render({ rows: balances })
    expect(screen.queryByText('No balance')).toBeNull()
    expect(keys()).toHaveLength(4)
  })

  it('keep the header, to sort before rows arrive', () => {
    const onSortChange = vi.fn()
    const render = show({ status: { kind: 'loading' }, onSortChange })
    pressNamed('button', 'Coin')
    expect(onSortChange).toHaveBeenCalledWith({ column: 'coin', direction: 'ascending' })
    render({ status: { kind: 'ready' } })
    expect(keys()).toEqual(['BTC', 'ETH', 'SOL', 'TRX'])
  })
})

describe('sort of a table', () => {
  it('compares decimals beyond floats and puts missing ones last', () => {
    show()
    pressNamed('button', 'Amount')
    expect(keys()).toEqual(['TRX', 'BTC', 'ETH', 'SOL'])
    pressNamed('button', 'Amount')
    expect(keys()).toEqual(['ETH', 'BTC', 'TRX', 'SOL'])
    pressNamed('button', 'Amount')
    expect(keys()).toEqual(['ETH', 'SOL', 'BTC', 'TRX'])
  })

  it('starts ascending at another column', () => {
    show({ defaultSort: { column: 'amount', direction: 'descending' } })
    pressNamed('button', 'Coin')
    expect(keys()).toEqual(['BTC', 'ETH', 'SOL', 'TRX'])
    expect(sortOf('Amount')).toBe('none')
    expect(sortOf('Coin')).toBe('ascending')
  })

  it('stays with its owner when controlled', () => {
    const onSortChange = vi.fn()
    const render = show({ sort: { column: 'coin', direction: 'descending' }, onSortChange })
    pressNamed('button', 'Coin')
    expect(onSortChange.mock.calls).toEqual([[undefined]])
    expect(keys()).toEqual(['TRX', 'SOL', 'ETH', 'BTC'])
    render({ sort: null })
    expect(keys()).toEqual(['ETH', 'SOL', 'BTC', 'TRX'])
    pressNamed('button', 'Coin')
    expect(onSortChange).toHaveBeenLastCalledWith({ column: 'coin', direction: 'ascending' })
    expect(keys()).toEqual(['ETH', 'SOL', 'BTC', 'TRX'])
  })

  it('marks the header but keeps the order of rows sorted elsewhere', () => {
    show({ sorted: true, sort: { column: 'coin', direction: 'ascending' } })
    expect(keys()).toEqual(['ETH', 'SOL', 'BTC', 'TRX'])
    expect(sortOf('Coin')).toBe('ascending')
  })

  it.each([
    ['an unknown column', 'price'],
    ['a column that does not sort', 'actions'],
  ])('keeps the order of the rows for %s', (_, column) => {
    show({ sort: { column, direction: 'ascending' } })
    expect(keys()).toEqual(['ETH', 'SOL', 'BTC', 'TRX'])
  })

  it('sorts new rows too', () => {
    const render = show({ defaultSort: { column: 'coin', direction: 'ascending' } })
    render({ rows: [...balances, { coin: 'ADA', amount: '1' }] })
    expect(keys()).toEqual(['ADA', 'BTC', 'ETH', 'SOL', 'TRX'])
  })
})

describe('press on a row', () => {
  it('passes the row, not the event', () => {
    const onRowPress = vi.fn()
    show({ onRowPress })
    fireEvent.click(within(rowOf('BTC')).getByText('BTC'))
    expect(onRowPress.mock.calls).toEqual([[BTC]])
  })

  it('is none where the press is on a control of the row', () => {
    const onRowPress = vi.fn()
    show({ onRowPress })
    pressNamed('button', 'Sell BTC')
    expect(onRowPress).not.toHaveBeenCalled()
  })

  it('makes the rows one tab stop, at first the first row', () => {
    show({ onRowPress: () => undefined })
    expect(rowElements().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1])
    fireEvent.focus(rowOf('SOL'))
    expect(rowElements().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1])
  })

  it('leaves rows out of the tab order where none can be pressed', () => {
    show()
    expect(rowElements().some((row) => row.hasAttribute('tabindex'))).toBe(false)
  })

  it.each([
    ['ArrowDown', {}, 'BTC'],
    ['ArrowUp', {}, 'ETH'],
    ['Home', { ctrlKey: true }, 'ETH'],
    ['End', { ctrlKey: true }, 'TRX'],
    ['End', { metaKey: true }, 'TRX'],
    ['PageDown', {}, 'BTC'],
    ['PageUp', {}, 'ETH'],
  ])('moves from the second row by %s %j to %s', (key, modifiers, expected) => {
    show({ onRowPress: () => undefined })
    rowOf('SOL').focus()
    pressKey(key, modifiers)
    expect((document.activeElement as HTMLElement).dataset['row']).toBe(expected)
  })

  it.each(['ArrowRight', 'ArrowLeft', 'x', ' '])('leaves %j to the browser', (key) => {
    show({ onRowPress: () => undefined })
    rowOf('SOL').focus()
    expect(pressKey(key)).toBe(true)
    expect(document.activeElement).toBe(rowOf('SOL'))
  })

  it.each([
    ['ETH', 'ArrowUp'],
    ['TRX', 'ArrowDown'],
  ])('stays at the edge: %s by %s', (from, key) => {
    show({ onRowPress: () => undefined })
    rowOf(from).focus()
    pressKey(key)
    expect((document.activeElement as HTMLElement).dataset['row']).toBe(from)
  })

  it('is Enter on the row, but not in a control of it', () => {
    const onRowPress = vi.fn()
    show({ onRowPress })
    rowOf('SOL').focus()
    pressKey('Enter')
    expect(onRowPress.mock.calls).toEqual([[SOL]])
    named('button', 'Sell BTC').focus()
    expect(pressKey('Enter')).toBe(true)
    expect(onRowPress).toHaveBeenCalledOnce()
  })

  it('announces the row that the caller calls selected', () => {
    show({ onRowPress: () => undefined, selectedKey: 'BTC' })
    expect(rowElements().map((row) => row.getAttribute('aria-selected'))).toEqual([
      null,
      null,
      'true',
      null,
    ])
  })
})

describe('handle of a table', () => {
  it('writes the rows as sorted, with exact amounts and no buttons', () => {
    const ref = createRef<DataTableHandle>()
    show({ ref, defaultSort: { column: 'amount', direction: 'ascending' } })
    expect(ref.current?.csv()).toBe(
      '\uFEFFCoin,Amount\r\nTRX,0.3\r\nBTC,0.30000000000000000001\r\nETH,12\r\nSOL,\r\n',
    )
  })

  it('writes no rows that the table does not show', () => {
    const ref = createRef<DataTableHandle>()
    show({ ref, status: { kind: 'error', title: 'Not loaded' } })
    expect(ref.current?.csv()).toBe('\uFEFFCoin,Amount\r\n')
  })

  it('scrolls to a row by its key and ignores an unknown one', () => {
    const ref = createRef<DataTableHandle>()
    show({ ref, rows: [...balances, { coin: 'A:B', amount: '1' }] })
    const scroll = vi.fn()
    for (const row of rowElements()) row.scrollIntoView = () => void scroll(row.dataset['row'])
    ref.current?.scrollTo('A:B')
    ref.current?.scrollTo('XRP')
    expect(scroll.mock.calls).toEqual([['A:B']])
  })
})

describe('width of a column', () => {
  const resizable = columns.map((column) => ({ ...column, resizable: column.key === 'amount' }))
  const handle = () => named('separator', 'Width of Amount')

  it.each([
    ['ArrowRight', {}, { amount: 130 }],
    ['ArrowLeft', {}, { amount: 110 }],
    ['ArrowRight', { shiftKey: true }, { amount: 170 }],
    ['ArrowLeft', { shiftKey: true }, { amount: 80 }],
    ['Home', {}, { amount: 80 }],
    ['Enter', {}, {}],
    ['Delete', {}, {}],
  ])('changes by %s %j from 120 to %j', (key, modifiers, expected) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
    const onSizesChange = vi.fn()
    show({ columns: resizable, sizes: { amount: 120 }, onSizesChange })
    handle().focus()
    expect(pressKey(key, modifiers)).toBe(false)
    expect(onSizesChange.mock.calls).toEqual([[expected]])
    vi.restoreAllMocks()
  })

  it('follows the pointer in whole pixels until it is released', () => {
    const onSizesChange = vi.fn()
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
    show({ columns: resizable, sizes: { amount: 120 }, onSizesChange })
    const edge = handle()
    edge.setPointerCapture = () => undefined
    fireEvent.pointerMove(edge, { clientX: 900 })
    fireEvent.pointerDown(edge, { button: 2, clientX: 100 })
    fireEvent.pointerMove(edge, { clientX: 900 })
    expect(onSizesChange).not.toHaveBeenCalled()
    fireEvent.pointerDown(edge, { button: 0, clientX: 100 })
    fireEvent.pointerMove(edge, { clientX: 130.4 })
    expect(onSizesChange).toHaveBeenLastCalledWith({ amount: 150 })
    fireEvent.lostPointerCapture(edge)
    fireEvent.pointerMove(edge, { clientX: 300 })
    expect(onSizesChange).toHaveBeenCalledOnce()
    fireEvent.doubleClick(edge)
    expect(onSizesChange).toHaveBeenLastCalledWith({})
    vi.restoreAllMocks()
  })
})
