import { useMemo, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isControlColumn, type TableColumn } from './controls.ts'
import { gridCommand } from './gridCommand.ts'
import { HEADER_ROW, moveInGrid, type GridPlace } from './navigation.ts'
import { cellAt, columnOf, CONTROL, lineAt, positionOf } from './tableElements.ts'
import { useLostFocus } from './useLostFocus.ts'

/** Options of `useTableKeys`. */
export interface TableKeysOptions<R> {
  readonly table: RefObject<HTMLElement | null>
  readonly columns: readonly TableColumn<R>[]
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  readonly grid: boolean
  /** Pixels. */
  readonly rowHeight: number
  readonly onEnter: ((row: R) => void) | undefined
  /** Scrolls a row into view, in a virtualised table. */
  readonly scrollTo: ((index: number) => void) | undefined
  readonly onSpace: ((rowKey: string, options: { readonly range: boolean }) => void) | undefined
  readonly onAll: (() => void) | undefined
}

/** Focus and key handling of a table. */
export interface TableKeys {
  /**
   * Index of the focused row, or of the one that Tab would focus: it stays rendered outside the
   * viewport.
   */
  readonly keep: number | undefined
  /** In a grid: index of the column in the tab order of a row; `null` is the header. */
  readonly activeColumn: (rowKey: string | null) => number | undefined
  /** Tab index of rows that take the focus themselves. */
  readonly rowTabIndex: (rowKey: string) => 0 | -1 | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/**
 * The active cell, by key instead of index: a row keeps the focus when the order changes. `null` is
 * the header.
 */
interface Active {
  readonly rowKey: string | null
  readonly column: number
}

const TYPED_IN = 'input:not([type=checkbox]), select, textarea, [contenteditable=true]'

const isTypedIn = (target: EventTarget) => target instanceof Element && target.matches(TYPED_IN)

/**
 * Moves the focus by arrow keys: from cell to cell in a grid, from row to row in a table of
 * pressable rows.
 */
export function useTableKeys<R>({
  table,
  columns,
  rows,
  rowKey,
  grid,
  rowHeight,
  onEnter,
  scrollTo,
  onSpace,
  onAll,
}: TableKeysOptions<R>): TableKeys {
  const [uncontrolled, setUncontrolled] = useState<Active | undefined>(undefined)
  const keyAt = (row: number) => {
    const one = rows[row]
    return one === undefined ? null : rowKey(one)
  }
  const initial: Active = { rowKey: keyAt(0), column: uncontrolled?.column ?? 0 }
  const wanted = uncontrolled?.rowKey
  const found = useMemo(
    () =>
      wanted === undefined || wanted === null
        ? HEADER_ROW
        : rows.findIndex((row) => rowKey(row) === wanted),
    [rows, rowKey, wanted],
  )
  // If the active row is removed, the first row becomes active.
  const active =
    uncontrolled && (uncontrolled.rowKey === null || found >= 0) ? uncontrolled : initial

  const elements = () => ({ table: table.current, rows, rowKey })
  const go = (to: GridPlace) => {
    const key = keyAt(to.row)
    // Render synchronously: the target may not exist yet.
    flushSync(() => {
      setUncontrolled({ rowKey: key, column: to.column })
      if (key !== null) scrollTo?.(to.row)
    })
    const column = columns[to.column]
    const target = grid
      ? column &&
        cellAt(to, {
          ...elements(),
          control: to.row === HEADER_ROW || isControlColumn(column),
        })
      : lineAt(to.row, elements())
    // Scrolling by the browser on focus ignores cells that are covered by a fixed column.
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const page = () => Math.max(1, Math.floor((table.current?.clientHeight ?? 0) / rowHeight) - 1)

  const onRowKey = (event: KeyboardEvent<HTMLElement>, row: number) => {
    const target = rows[row]
    if (event.key === 'Enter' && target !== undefined) {
      event.preventDefault()
      onEnter?.(target)
    }
    const to = moveInGrid(
      { row, column: 0 },
      { key: event.key, control: event.ctrlKey || event.metaKey },
      { rows: rows.length, columns: 1, page: page(), rtl: false },
    )
    if (!to || event.key === 'ArrowLeft' || event.key === 'ArrowRight') return
    event.preventDefault()
    go({ row: Math.max(0, to.row), column: 0 })
  }
  const onCellKey = (
    event: KeyboardEvent<HTMLElement>,
    { cell, from }: { readonly cell: HTMLElement; readonly from: GridPlace },
  ) => {
    const { target } = event
    const row = rows[from.row]
    const inner = cell.querySelector<HTMLElement>(CONTROL)
    const command = gridCommand(
      { key: event.key, control: event.ctrlKey || event.metaKey, shift: event.shiftKey },
      {
        focus: target === cell ? 'cell' : isTypedIn(target) ? 'text' : 'control',
        hasControl: inner !== null,
        canSelectAll: onAll !== undefined,
        canSelect: row !== undefined && onSpace !== undefined,
        canPress: row !== undefined && onEnter !== undefined,
      },
    )
    if (command === undefined) return
    if (command === 'leaveControl') return cell.focus()
    if (command === 'move') return onMoveKey(event, { cell, from })
    event.preventDefault()
    if (command === 'selectAll') onAll?.()
    else if (command === 'enterControl') inner?.focus()
    else if (row === undefined) return
    else if (command === 'select') onSpace?.(rowKey(row), { range: false })
    else onEnter?.(row)
  }
  const onMoveKey = (
    event: KeyboardEvent<HTMLElement>,
    { cell, from }: { readonly cell: HTMLElement; readonly from: GridPlace },
  ) => {
    const rtl = getComputedStyle(cell.parentElement ?? cell).direction === 'rtl'
    const to = moveInGrid(
      from,
      { key: event.key, control: event.ctrlKey || event.metaKey },
      { rows: rows.length, columns: columns.length, page: page(), rtl },
    )
    if (!to) return
    event.preventDefault()
    go(to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    if (!grid) {
      const key = event.target.dataset['row']
      if (onEnter && key !== undefined)
        onRowKey(
          event,
          rows.findIndex((row) => rowKey(row) === key),
        )
      return
    }
    const { row, cell } = positionOf(event.target, elements()) ?? {}
    if (row !== undefined && cell instanceof HTMLElement)
      onCellKey(event, { cell, from: { row, column: columnOf(cell) } })
  }
  const columnNow = Math.min(active.column, columns.length - 1)
  const innerCell = (row: number) =>
    cellAt({ row, column: columnNow }, { ...elements(), control: false })
  const lost = useLostFocus({
    index: found,
    onLost(index) {
      const row = rows[Math.min(found >= 0 ? found : index, rows.length - 1)]
      const takesFocus = row !== undefined && (grid || onEnter !== undefined)
      if (takesFocus) setUncontrolled({ rowKey: rowKey(row), column: columnNow })
      else (grid ? innerCell(HEADER_ROW) : table.current)?.focus({ preventScroll: true })
      return takesFocus
    },
    // The cell, not its control: the control of another row would handle the same key again.
    target: () => (grid ? innerCell(found) : lineAt(found, elements())),
  })
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const { row = HEADER_ROW, cell } = positionOf(event.target, elements()) ?? {}
    lost.track(event.target, row)
    // Without a row it is the header, which is no tab stop outside a grid, or the table itself.
    if (row === HEADER_ROW && !(grid && cell)) return
    const key = keyAt(row)
    setUncontrolled((before) => {
      const column = cell ? columnOf(cell) : (before?.column ?? 0)
      return before?.rowKey === key && before.column === column ? before : { rowKey: key, column }
    })
  }
  return {
    keep: uncontrolled && found >= 0 ? found : undefined,
    activeColumn: (key) => (grid && key === active.rowKey ? columnNow : undefined),
    rowTabIndex: (key) => (grid || !onEnter ? undefined : key === active.rowKey ? 0 : -1),
    onKeyDown,
    onFocus,
    // When the window loses focus, its elements stay focused.
    onBlur: ({ target }) => document.activeElement === target || lost.release(),
  }
}
