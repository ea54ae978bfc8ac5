import { useLayoutEffect, useRef, type RefObject } from 'react'
import { movesOf, ROW_MOVE, shouldAnimateRows } from './transitions.ts'

interface RowMoves<R> {
  readonly table: RefObject<HTMLElement | null>
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  readonly rowHeight: number
  readonly virtual: boolean
  /** A row is expanded, so that the distances do not follow from the order. */
  readonly opened: boolean
}

const EASING = 'cubic-bezier(0.2, 0, 0, 1)'

/**
 * Animates rows to their new positions and fades in new ones. Distances follow from the order, so
 * nothing is measured.
 */
export function useRowMoves<R>({
  table,
  rows,
  rowKey,
  rowHeight,
  virtual,
  opened,
}: RowMoves<R>): void {
  const before = useRef<ReadonlyMap<string, number> | undefined>(undefined)
  useLayoutEffect(() => {
    if (!shouldAnimateRows({ count: rows.length, virtual })) {
      before.current = undefined
      return
    }
    const last = before.current
    // Compares positions, not pixels: rows that only change their height have not moved.
    const places = new Map(rows.map((row, index) => [rowKey(row), index]))
    before.current = places
    if (!last || opened || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const play = (key: string, frames: Keyframe[]) => {
      const row = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
      // Test environments without animations do not have this method.
      if (typeof row?.animate === 'function')
        row.animate(frames, { duration: ROW_MOVE, easing: EASING })
    }
    for (const [key, distance] of movesOf(last, places))
      play(key, [{ transform: `translateY(${distance * rowHeight}px)` }, { transform: 'none' }])
    for (const key of places.keys()) if (!last.has(key)) play(key, [{ opacity: 0 }, { opacity: 1 }])
    // `rowKey` may be a new function in each render with the same keys; an expanding row moves no
    // other by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, rowHeight, virtual])
}
