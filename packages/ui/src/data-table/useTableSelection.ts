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

/** Selection state of a table. */
export interface TableSelected {
  readonly keys: SelectedKeys
  /** State of the checkbox for all rows; absent if there is none. */
  readonly all: AllState | undefined
  readonly toggle: (key: string, options: { readonly range: boolean }) => void
  readonly toggleEvery: () => void
  readonly selectEvery: () => void
}

const NONE: SelectedKeys = new Set()

/** Manages the selected rows. */
export function useTableSelection<R>({
  selection,
  rows,
  rowKey,
}: SelectionOptions<R>): TableSelected {
  const [uncontrolled, setUncontrolled] = useState(NONE)
  const anchor = useRef<string | undefined>(undefined)
  const { mode = 'multiple', selected = uncontrolled, isDisabled, onChange } = selection ?? {}
  const keys = selection ? selected : NONE
  // On demand: there may be a hundred thousand rows.
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
    // `selectable` reads only these; the caller's functions may be new in each render.
    // oxlint-disable-next-line react/exhaustive-deps
    [counted, keys, rows],
  )
  const change = (next: SelectedKeys) => {
    if (next === keys) return
    setUncontrolled(next)
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
