import { useMemo, useRef, useState } from 'react'
import type { TableSelection } from './DataTableProps.ts'
import {
  allState,
  selectAll,
  toggleAll,
  toggleRow,
  type AllState,
  type SelectedKeys,
} from './selection.ts'

interface SelectionOptions<R> {
  readonly selection: TableSelection<R> | undefined
  /** In the order on screen. */
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
}

export interface TableSelected {
  readonly keys: SelectedKeys
  /** What the box for all rows shows; absent where there is none. */
  readonly all: AllState | undefined
  readonly toggle: (key: string, options: { readonly range: boolean }) => void
  readonly toggleEvery: () => void
  readonly selectEvery: () => void
}

const NONE: SelectedKeys = new Set()

/** Which rows are selected, and what a press makes of it. */
export function useTableSelection<R>({
  selection,
  rows,
  rowKey,
}: SelectionOptions<R>): TableSelected {
  const [own, setOwn] = useState(NONE)
  const anchor = useRef<string | undefined>(undefined)
  const { mode = 'multiple', selected = own, isDisabled, onChange } = selection ?? {}
  const keys = selection ? selected : NONE
  // Of a hundred thousand rows, only when somebody asks.
  const rules = () => {
    const byKey = new Map(rows.map((row) => [rowKey(row), row]))
    const disabled = (key: string) => {
      const row = byKey.get(key)
      return row !== undefined && isDisabled?.(row) === true
    }
    return { mode, order: [...byKey.keys()], disabled }
  }
  function* selectable() {
    for (const row of rows) if (isDisabled?.(row) !== true) yield rowKey(row)
  }
  const counted = selection !== undefined && mode === 'multiple'
  const all = useMemo(
    () => (counted ? (keys.size === 0 ? 'none' : allState(keys, selectable())) : undefined),
    // `selectable` reads these alone; a caller's functions may be new at every render.
    // oxlint-disable-next-line react/exhaustive-deps
    [counted, keys, rows],
  )
  const change = (next: SelectedKeys) => {
    if (next === keys) return
    setOwn(next)
    onChange?.(next)
  }
  return {
    keys,
    all,
    toggle(key, { range }) {
      change(toggleRow(keys, { key, range, anchor: anchor.current }, rules()))
      anchor.current = key
    },
    toggleEvery: () => change(toggleAll(keys, rules())),
    selectEvery: () => change(selectAll(keys, rules())),
  }
}
