import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  focusedText,
  named,
  pressKey,
  pressNamed,
  renderWidget,
} from '../testing/support/renderWidget.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTableProps.ts'

interface Order {
  readonly id: string
  readonly side: string
}

const orders: readonly Order[] = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({
  id,
  side: index % 2 === 0 ? 'buy' : 'sell',
}))

const columns: readonly Column<Order>[] = [
  { key: 'id', header: 'Order', cell: ({ id }) => id, sort: { as: 'text', by: ({ id }) => id } },
  { key: 'side', header: 'Side', cell: ({ side }) => side },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: ({ id }, { tabIndex }) => <button tabIndex={tabIndex}>Cancel {id}</button>,
  },
]

type Props = Partial<DataTableProps<Order>>

function show(props: Props, direction: 'ltr' | 'rtl' = 'ltr') {
  const table = (next: Props) => (
    <DataTable
      label="Orders"
      columns={columns}
      rows={orders}
      rowKey={({ id }) => id}
      {...props}
      {...next}
    />
  )
  const render = renderWidget(table({}), { direction })
  return (next: Props) => render(table(next))
}

const box = (id: string) => named('checkbox', `Select ${id}`) as HTMLInputElement
const allBox = () => named('checkbox', 'Select all rows') as HTMLInputElement
const selected = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row][aria-selected=true]')].map(
    (row) => row.dataset['row'],
  )
const press = (id: string, shiftKey = false) => fireEvent.click(box(id), { shiftKey })
const cell = (id: string, column: number) => {
  const found = document.querySelector(`[data-row=${id}]`)?.children[column]
  if (!(found instanceof HTMLElement)) throw new Error(`No cell ${id} ${column}`)
  return found
}
const tabStops = () =>
  [...document.querySelectorAll('[role=grid] [tabindex="0"]')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  )

afterEach(cleanup)

describe('selection of rows', () => {
  it('reports the keys of the selected rows', () => {
    const onChange = vi.fn()
    show({ selection: { onChange } })
    press('b')
    press('d')
    press('b')
    expect(onChange.mock.calls).toEqual([[new Set(['b'])], [new Set(['b', 'd'])], [new Set(['d'])]])
    expect(selected()).toEqual(['d'])
  })

  it('stays with its owner when controlled', () => {
    const onChange = vi.fn()
    const render = show({ selection: { selected: new Set(['a']), onChange } })
    press('c')
    expect(onChange.mock.calls).toEqual([[new Set(['a', 'c'])]])
    expect(selected()).toEqual(['a'])
    render({ selection: { selected: new Set(['c', 'gone']), onChange } })
    expect(selected()).toEqual(['c'])
  })

  it.each([
    ['b', 'd', ['b', 'c', 'd']],
    ['d', 'b', ['b', 'c', 'd']],
    ['c', 'c', []],
  ])('takes the range from %s to %s by Shift', (from, to, expected) => {
    show({ selection: {} })
    press(from)
    press(to, true)
    expect(selected()).toEqual(expected)
  })

  it('gives a range the new state of its last row', () => {
    show({ selection: {} })
    fireEvent.click(allBox())
    press('b')
    press('d', true)
    expect(selected()).toEqual(['a', 'e'])
  })

  it('takes the second range from the last row that was pressed', () => {
    show({ selection: {} })
    press('a')
    press('b', true)
    press('d', true)
    expect(selected()).toEqual(['a', 'b', 'c', 'd'])
    press('e')
    press('d', true)
    expect(selected()).toEqual(['a', 'b', 'c'])
  })

  it('takes Shift without a row before as a plain press', () => {
    show({ selection: {} })
    press('c', true)
    expect(selected()).toEqual(['c'])
  })

  it('takes a range in the order on screen', () => {
    show({ selection: {}, defaultSort: { column: 'id', direction: 'descending' } })
    press('e')
    press('c', true)
    expect(selected()).toEqual(['e', 'd', 'c'])
  })

  it('takes a plain press when the row before is no longer shown', () => {
    const render = show({ selection: {} })
    press('a')
    render({ rows: orders.slice(1) })
    press('d', true)
    expect(selected()).toEqual(['d'])
  })

  it('never selects a disabled row, by a range or for all', () => {
    const onChange = vi.fn()
    show({ selection: { isDisabled: ({ id }) => id === 'c', onChange } })
    expect(box('c').disabled).toBe(true)
    press('b')
    press('d', true)
    expect(selected()).toEqual(['b', 'd'])
    fireEvent.click(allBox())
    expect(selected()).toEqual(['a', 'b', 'd', 'e'])
    expect(allBox().checked).toBe(true)
  })

  it('keeps what is selected of a row that became disabled', () => {
    show({
      selection: { selected: new Set(['c']), isDisabled: ({ id }) => id === 'c' },
    })
    expect(box('c').checked).toBe(true)
    expect(allBox().indeterminate).toBe(false)
    expect(allBox().checked).toBe(false)
  })

  it('keeps the rows of other pages when all are pressed', () => {
    const onChange = vi.fn()
    const render = show({
      rows: orders.slice(0, 2),
      selection: { selected: new Set(['e']), onChange },
    })
    expect(allBox().indeterminate).toBe(false)
    fireEvent.click(allBox())
    expect(onChange).toHaveBeenLastCalledWith(new Set(['e', 'a', 'b']))
    render({ selection: { selected: new Set(['e', 'a', 'b']), onChange } })
    expect(allBox().checked).toBe(true)
    fireEvent.click(allBox())
    expect(onChange).toHaveBeenLastCalledWith(new Set(['e']))
  })

  it('shows a part of the rows as neither none nor all', () => {
    show({ selection: {} })
    expect([allBox().checked, allBox().indeterminate]).toEqual([false, false])
    press('a')
    expect([allBox().checked, allBox().indeterminate]).toEqual([false, true])
    fireEvent.click(allBox())
    expect(selected()).toHaveLength(5)
    fireEvent.click(allBox())
    expect(selected()).toEqual([])
  })

  it('is nothing of a table without rows', () => {
    const onChange = vi.fn()
    show({ rows: [], selection: { onChange } })
    fireEvent.click(allBox())
    expect(allBox().indeterminate).toBe(false)
    expect(onChange.mock.calls.every(([keys]) => (keys as Set<string>).size === 0)).toBe(true)
  })

  it('replaces the row before in single mode', () => {
    const onChange = vi.fn()
    show({ selection: { mode: 'single', onChange } })
    expect(screen.queryByRole('checkbox', { name: 'Select all rows' })).toBeNull()
    press('a')
    press('c', true)
    press('c')
    expect(onChange.mock.calls).toEqual([[new Set(['a'])], [new Set(['c'])], [new Set()]])
  })

  it('names a row without a text by its number', () => {
    show({
      columns: [{ key: 'id', header: 'Order', cell: () => <i /> }],
      selection: {},
    })
    expect(screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Select all rows',
      'Select 1',
      'Select 2',
      'Select 3',
      'Select 4',
      'Select 5',
    ])
  })
})

describe('panel of a row', () => {
  const render = ({ id }: Order) => <p>Fills of {id}</p>

  it('follows its row and is announced by its button', () => {
    const onChange = vi.fn()
    show({ expansion: { render, onChange } })
    pressNamed('button', 'Details of b')
    expect(named('button', 'Details of b').getAttribute('aria-expanded')).toBe('true')
    expect(document.querySelector('[data-row=b]')?.nextElementSibling?.textContent).toBe(
      'Fills of b',
    )
    pressNamed('button', 'Details of d')
    pressNamed('button', 'Details of b')
    expect(onChange.mock.calls).toEqual([[new Set(['b'])], [new Set(['b', 'd'])], [new Set(['d'])]])
    expect(screen.queryByText('Fills of b')).toBeNull()
  })

  it('spans all columns, with that of the button', () => {
    show({ expansion: { render, expanded: new Set(['a']) } })
    const panel = document.querySelector('[data-x-part=detail] > *')
    expect(panel?.getAttribute('aria-colspan')).toBe('4')
    expect(panel?.getAttribute('role')).toBe('gridcell')
  })

  it('stays with its owner when controlled', () => {
    const onChange = vi.fn()
    show({ expansion: { render, expanded: new Set(['c']), onChange } })
    pressNamed('button', 'Details of a')
    expect(onChange.mock.calls).toEqual([[new Set(['c', 'a'])]])
    expect(screen.queryByText('Fills of a')).toBeNull()
  })

  it('has no button in a row that cannot expand', () => {
    show({ expansion: { render, canExpand: ({ side }) => side === 'sell' } })
    expect(screen.getAllByRole('button', { name: /^Details/ })).toHaveLength(2)
  })

  it('follows its row when the order changes', () => {
    show({ expansion: { render, expanded: new Set(['a']) } })
    pressNamed('button', 'Order')
    pressNamed('button', 'Order')
    expect(document.querySelector('[data-row=a]')?.nextElementSibling?.textContent).toBe(
      'Fills of a',
    )
  })
})

describe('keys of a grid', () => {
  it('has one tab stop, the first cell of the first row', () => {
    show({ grid: true })
    expect(tabStops()).toEqual(['a'])
  })

  it.each([
    ['ArrowDown', {}, 'c'],
    ['ArrowUp', {}, 'a'],
    ['ArrowRight', {}, 'sell'],
    ['ArrowLeft', {}, 'b'],
    ['End', {}, 'Cancel b'],
    ['Home', {}, 'b'],
    ['ArrowDown', { ctrlKey: true }, 'e'],
    ['ArrowUp', { ctrlKey: true }, 'a'],
    ['Home', { ctrlKey: true }, 'a'],
    ['End', { ctrlKey: true }, 'Cancel e'],
    ['PageDown', {}, 'c'],
    ['PageUp', {}, 'a'],
  ])('moves from order b by %s %j to %s', (key, modifiers, expected) => {
    show({ grid: true })
    cell('b', 0).focus()
    expect(pressKey(key, modifiers)).toBe(false)
    expect(focusedText()).toBe(expected)
    expect(tabStops()).toEqual([expected])
  })

  it.each([
    ['ArrowLeft', 'sell'],
    ['ArrowRight', 'b'],
    ['Home', 'b'],
    ['End', 'Cancel b'],
  ])('moves right to left by %s to %s', (key, expected) => {
    show({ grid: true }, 'rtl')
    cell('b', 0).focus()
    pressKey(key)
    expect(focusedText()).toBe(expected)
  })

  it('moves from the first row to the button that sorts, and back', () => {
    show({ grid: true })
    cell('a', 0).focus()
    pressKey('ArrowUp')
    expect(document.activeElement).toBe(named('button', 'Order'))
    pressKey('ArrowUp')
    expect(document.activeElement).toBe(named('button', 'Order'))
    pressKey('ArrowDown')
    expect(document.activeElement).toBe(cell('a', 0))
  })

  it('moves to the header cell where the column does not sort', () => {
    show({ grid: true })
    cell('a', 1).focus()
    pressKey('ArrowUp')
    expect(document.activeElement).toBe(named('columnheader', 'Side'))
  })

  it('presses the row by Enter in a cell, not a button', () => {
    const onRowPress = vi.fn()
    show({ grid: true, onRowPress })
    cell('b', 1).focus()
    expect(pressKey('Enter')).toBe(false)
    expect(onRowPress.mock.calls).toEqual([[orders[1]]])
    named('button', 'Cancel b').focus()
    expect(pressKey('Enter')).toBe(true)
    expect(onRowPress).toHaveBeenCalledOnce()
  })

  it('selects by Space, and leaves Space alone where nothing is selected', () => {
    show({ selection: {} })
    cell('d', 3).focus()
    expect(pressKey(' ')).toBe(false)
    expect(selected()).toEqual(['d'])
    show({ grid: true })
    cell('d', 1).focus()
    expect(pressKey(' ')).toBe(true)
  })

  it.each([{ ctrlKey: true }, { metaKey: true }])('selects all by %j and A', (modifiers) => {
    show({ selection: { isDisabled: ({ id }) => id === 'a' } })
    cell('b', 2).focus()
    expect(pressKey('a', modifiers)).toBe(false)
    expect(selected()).toEqual(['b', 'c', 'd', 'e'])
    pressKey('A', modifiers)
    expect(selected()).toEqual(['b', 'c', 'd', 'e'])
  })

  it('does not select all where one row can be selected', () => {
    show({ selection: { mode: 'single' } })
    cell('b', 2).focus()
    expect(pressKey('a', { ctrlKey: true })).toBe(true)
    expect(selected()).toEqual([])
  })

  it('moves the focus of a removed row to its place', () => {
    const render = show({ grid: true })
    cell('b', 1).focus()
    render({ rows: orders.filter(({ id }) => id !== 'b') })
    expect(document.activeElement).toBe(cell('c', 1))
    render({ rows: orders.slice(0, 1) })
    expect(document.activeElement).toBe(cell('a', 1))
    render({ rows: [] })
    expect(document.activeElement).toBe(named('columnheader', 'Side'))
  })

  it('keeps the cell of a row that moves', () => {
    const render = show({ grid: true })
    cell('b', 1).focus()
    render({ rows: orders.toReversed() })
    expect(document.activeElement).toBe(cell('b', 1))
    pressKey('ArrowDown')
    expect(document.activeElement).toBe(cell('a', 1))
  })

  it('falls back to the last column when columns are taken away', () => {
    const render = show({ grid: true })
    cell('b', 1).focus()
    pressKey('End')
    render({ columns: columns.slice(0, 1) })
    expect(tabStops()).toEqual(['b'])
  })
})

describe('field in a cell of a grid', () => {
  const withField: readonly Column<Order>[] = [
    ...columns.slice(0, 1),
    {
      key: 'note',
      header: 'Note',
      cell: ({ id }, { tabIndex }) => <input aria-label={`Note ${id}`} tabIndex={tabIndex} />,
    },
  ]

  it.each(['Enter', 'F2'])('is entered by %s and left by Escape', (key) => {
    show({ columns: withField, grid: true })
    cell('b', 1).focus()
    expect(pressKey(key)).toBe(false)
    expect(focusedText()).toBe('Note b')
    pressKey('Escape')
    expect(document.activeElement).toBe(cell('b', 1))
  })

  it.each([
    ['ArrowLeft', {}],
    ['ArrowDown', {}],
    ['Home', {}],
    ['Enter', {}],
    [' ', {}],
    ['a', { ctrlKey: true }],
  ])('keeps %j %j for its text', (key, modifiers) => {
    const onRowPress = vi.fn()
    show({ columns: withField, selection: {}, onRowPress })
    const input = named('textbox', 'Note b')
    input.focus()
    expect(pressKey(key, modifiers)).toBe(true)
    expect(document.activeElement).toBe(input)
    expect(selected()).toEqual([])
    expect(onRowPress).not.toHaveBeenCalled()
  })
})
