import { useMemo, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { holdsControl, type DrawnColumn } from './controls.ts'
import { HEADER_ROW, moveInGrid, type GridPlace } from './navigation.ts'
import { useLostFocus } from './useLostFocus.ts'

export interface TableKeysOptions<R> {
  readonly table: RefObject<HTMLElement | null>
  readonly columns: readonly DrawnColumn<R>[]
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  readonly grid: boolean
  /** Pixels. */
  readonly rowHeight: number
  readonly onEnter: ((row: R) => void) | undefined
  /** Brings a row into sight where only those in sight are built. */
  readonly scrollTo: ((index: number) => void) | undefined
  readonly onSpace: ((rowKey: string, options: { readonly range: boolean }) => void) | undefined
  readonly onAll: (() => void) | undefined
}

export interface TableKeys {
  /** The row that holds the focus, or would take it: it stays built when it is scrolled out of sight. */
  readonly keep: number | undefined
  /** In a grid, the column that Tab leads to in a row; `null` is the header. */
  readonly activeColumn: (rowKey: string | null) => number | undefined
  /** Of rows that take the focus as a whole. */
  readonly rowTabIndex: (rowKey: string) => 0 | -1 | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void
}

/** By key, not by place: rows that are sorted or pushed away take the focus with them. `null` is the header. */
interface Active {
  readonly rowKey: string | null
  readonly column: number
}

const CONTROL = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'
const CELL = '[role=gridcell], [role=columnheader]'
const TYPED_IN = 'input:not([type=checkbox]), select, textarea, [contenteditable=true]'

/** Arrow keys from cell to cell in a grid, from row to row in a table whose rows can be pressed. */
export function useTableKeys<R>({ table, columns, rows, rowKey, grid, rowHeight, onEnter, scrollTo, onSpace, onAll }: TableKeysOptions<R>): TableKeys {
  const [own, setOwn] = useState<Active | undefined>(undefined)
  const first = rows[0]
  const initial: Active = { rowKey: first === undefined ? null : rowKey(first), column: own?.column ?? 0 }
  const wanted = own?.rowKey
  const found = useMemo(() => (wanted === undefined || wanted === null ? HEADER_ROW : rows.findIndex((row) => rowKey(row) === wanted)), [rows, rowKey, wanted])
  // A row that is gone leaves its place to the first.
  const active = own && (own.rowKey === null || found >= 0) ? own : initial

  /** What is nearest around an element. Of a table that stands within an opened row nothing is ours. */
  const ours = (element: Element, selector: string): HTMLElement | undefined => {
    let at = element.closest<HTMLElement>(selector)
    while (at && at.closest('[data-x-part=table]') !== table.current) at = at.parentElement?.closest<HTMLElement>(selector) ?? null
    return at ?? undefined
  }
  /** The key of the row that an element stands in, or in whose open panel. */
  const keyAround = (element: Element): string | undefined => {
    const line = ours(element, '[data-row], [data-x-part=detail]')
    const row = line?.matches('[data-row]') ? line : line?.previousElementSibling
    return row instanceof HTMLElement ? row.dataset['row'] : undefined
  }
  const place = (cell: Element): GridPlace | undefined => {
    const row = cell.closest<HTMLElement>('[role=row]')
    const key = row?.dataset['row']
    if (!row || (key === undefined && !cell.closest('[role=columnheader]'))) return undefined
    return { row: key === undefined ? HEADER_ROW : rows.findIndex((one) => rowKey(one) === key), column: [...row.children].indexOf(cell) }
  }
  const rowElement = (key: string | null) => table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key ?? '')}"]`) ?? undefined
  const elementAt = ({ row, column }: GridPlace, control: boolean): HTMLElement | undefined => {
    const target = rows[row]
    const line = row === HEADER_ROW ? '[data-x-part=header-row]' : `[data-row="${CSS.escape(target === undefined ? '' : rowKey(target))}"]`
    const cell = table.current?.querySelector(line)?.children[column]
    if (!(cell instanceof HTMLElement)) return undefined
    return (control && cell.querySelector<HTMLElement>(CONTROL)) || cell
  }
  const go = (to: GridPlace) => {
    const row = rows[to.row]
    // Drawn at once: the element that takes the focus may not be built yet.
    flushSync(() => {
      setOwn({ rowKey: row === undefined ? null : rowKey(row), column: to.column })
      if (row !== undefined) scrollTo?.(to.row)
    })
    const column = columns[to.column]
    if (!grid) rowElement(row === undefined ? null : rowKey(row))?.focus()
    else if (column) elementAt(to, to.row === HEADER_ROW || holdsControl(column))?.focus()
  }
  const page = () => Math.max(1, Math.floor((table.current?.clientHeight ?? 0) / rowHeight) - 1)

  const onRowKey = (event: KeyboardEvent<HTMLElement>, row: number) => {
    const target = rows[row]
    if (event.key === 'Enter' && target !== undefined) {
      event.preventDefault()
      onEnter?.(target)
    }
    const to = moveInGrid({ row, column: 0 }, { key: event.key, control: event.ctrlKey || event.metaKey }, { rows: rows.length, columns: 1, page: page(), rtl: false })
    if (!to || event.key === 'ArrowLeft' || event.key === 'ArrowRight') return
    event.preventDefault()
    go({ row: Math.max(0, to.row), column: 0 })
  }
  const onCellKey = (event: KeyboardEvent<HTMLElement>, { cell, from }: { readonly cell: HTMLElement; readonly from: GridPlace }) => {
    const control = event.ctrlKey || event.metaKey
    const inside = event.target !== cell
    const row = rows[from.row]
    if (inside && event.key === 'Escape') return void cell.focus()
    if (inside && event.target instanceof Element && event.target.matches(TYPED_IN)) return
    if (control && event.key.toLowerCase() === 'a' && onAll) {
      event.preventDefault()
      return onAll()
    }
    if (event.key === ' ' && row !== undefined && onSpace && (!inside || event.shiftKey)) {
      event.preventDefault()
      return onSpace(rowKey(row), { range: false })
    }
    if (!inside && (event.key === 'Enter' || event.key === 'F2')) {
      const within = cell.querySelector<HTMLElement>(CONTROL)
      if (!within && !(event.key === 'Enter' && row !== undefined && onEnter)) return
      event.preventDefault()
      if (within) within.focus()
      else if (row !== undefined) onEnter?.(row)
      return
    }
    const rtl = getComputedStyle(cell.parentElement ?? cell).direction === 'rtl'
    const to = moveInGrid(from, { key: event.key, control }, { rows: rows.length, columns: columns.length, page: page(), rtl })
    if (!to) return
    event.preventDefault()
    go(to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return
    if (!grid) {
      const key = event.target.dataset['row']
      if (onEnter && key !== undefined) onRowKey(event, rows.findIndex((row) => rowKey(row) === key))
      return
    }
    const cell = ours(event.target, CELL)
    const from = cell && place(cell)
    if (cell && from) onCellKey(event, { cell, from })
  }
  const columnNow = Math.min(active.column, columns.length - 1)
  const lost = useLostFocus({
    index: found,
    onLost(index) {
      const row = rows[Math.min(found >= 0 ? found : index, rows.length - 1)]
      const takesFocus = row !== undefined && (grid || onEnter !== undefined)
      if (takesFocus) setOwn({ rowKey: rowKey(row), column: columnNow })
      else (grid ? elementAt({ row: HEADER_ROW, column: columnNow }, false) : table.current)?.focus({ preventScroll: true })
      return takesFocus
    },
    // The cell and not its control: that of another row would hear the same key once more.
    target: () => (grid ? elementAt({ row: found, column: columnNow }, false) : rowElement(active.rowKey)),
  })
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const cell = grid ? ours(event.target, CELL) : undefined
    const at = cell && place(cell)
    const around = at ? undefined : keyAround(event.target)
    const index = at ? at.row : rows.findIndex((one) => rowKey(one) === around)
    lost.hold(event.target, index)
    if (!at && around === undefined) return
    const row = rows[index]
    const key = row === undefined ? null : rowKey(row)
    setOwn((before) => {
      const column = at?.column ?? before?.column ?? 0
      return before?.rowKey === key && before.column === column ? before : { rowKey: key, column }
    })
  }
  return {
    keep: own && found >= 0 ? found : undefined,
    activeColumn: (key) => (grid && key === active.rowKey ? columnNow : undefined),
    rowTabIndex: (key) => (grid || !onEnter ? undefined : key === active.rowKey ? 0 : -1),
    onKeyDown,
    onFocus,
    // A window that is left takes no focus from its elements.
    onBlur: ({ target }) => document.activeElement === target || lost.letGo(),
  }
}
