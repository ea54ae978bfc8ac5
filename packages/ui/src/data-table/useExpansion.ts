import { useMemo, useState } from 'react'
import type { TableExpansion } from './DataTableProps.ts'

/** Default height of a panel in pixels. */
export const PANEL_HEIGHT = 120

interface ExpansionOptions<R> {
  readonly expansion: TableExpansion<R> | undefined
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
}

const NONE: ReadonlySet<string> = new Set()

/** Manages the expanded rows and the positions of their panels. */
export function useExpansion<R>({ expansion, rows, rowKey }: ExpansionOptions<R>) {
  const [uncontrolled, setUncontrolled] = useState(NONE)
  const { expanded = uncontrolled, canExpand, onChange, height = PANEL_HEIGHT } = expansion ?? {}
  const keys = expansion ? expanded : NONE
  const panels = useMemo(
    () => openedPlaces(rows, { keys, rowKey }),
    // `rowKey` may be a new function in each render; its keys are the same.
    // oxlint-disable-next-line react/exhaustive-deps
    [keys, rows],
  )
  const toggle = (key: string) => {
    const next = new Set(keys)
    if (!next.delete(key)) next.add(key)
    setUncontrolled(next)
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

/** Stops at the last expanded row: each price update may bring a hundred thousand rows. */
function openedPlaces<R>(
  rows: readonly R[],
  { keys, rowKey }: { readonly keys: ReadonlySet<string>; readonly rowKey: (row: R) => string },
): readonly number[] {
  const places: number[] = []
  for (let index = 0; index < rows.length && places.length < keys.size; index += 1)
    if (keys.has(rowKey(rows[index] as R))) places.push(index)
  return places
}
