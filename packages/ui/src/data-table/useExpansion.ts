import { useMemo, useState } from 'react'
import type { TableExpansion } from './DataTableProps.ts'

/** Pixels. */
export const PANEL_HEIGHT = 120

interface ExpansionOptions<R> {
  readonly expansion: TableExpansion<R> | undefined
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
}

const NONE: ReadonlySet<string> = new Set()

/** Which rows are opened, and where their panels stand. */
export function useExpansion<R>({ expansion, rows, rowKey }: ExpansionOptions<R>) {
  const [own, setOwn] = useState(NONE)
  const { expanded = own, canExpand, onChange, height = PANEL_HEIGHT } = expansion ?? {}
  const keys = expansion ? expanded : NONE
  const panels = useMemo(
    () => openedPlaces(rows, { keys, rowKey }),
    // A caller's `rowKey` may be a new function at every render, with the same keys.
    // oxlint-disable-next-line react/exhaustive-deps
    [keys, rows],
  )
  const toggle = (key: string) => {
    const next = new Set(keys)
    if (!next.delete(key)) next.add(key)
    setOwn(next)
    onChange?.(next)
  }
  return {
    keys,
    panels,
    height,
    toggle,
    canExpand: (row: R) => expansion !== undefined && canExpand?.(row) !== false,
  }
}

/** Read no further than the last of them: with every price the rows may be a hundred thousand. */
function openedPlaces<R>(
  rows: readonly R[],
  { keys, rowKey }: { readonly keys: ReadonlySet<string>; readonly rowKey: (row: R) => string },
): readonly number[] {
  const places: number[] = []
  for (let index = 0; index < rows.length && places.length < keys.size; index += 1)
    if (keys.has(rowKey(rows[index] as R))) places.push(index)
  return places
}
