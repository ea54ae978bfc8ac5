import { useLayoutEffect, useRef, type RefObject } from 'react'
import { movesOf, ROW_MOVE, rowsMove } from './transitions.ts'

interface RowMoves<R> {
  readonly table: RefObject<HTMLElement | null>
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  readonly rowHeight: number
  readonly virtual: boolean
  /** A row is opened: how far the others move is not known from their order. */
  readonly opened: boolean
}

const EASING = 'cubic-bezier(0.2, 0, 0, 1)'

/**
 * Rows glide to their new places, and new ones fade in. The places follow from the order, so
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
    if (!rowsMove({ count: rows.length, virtual })) {
      before.current = undefined
      return
    }
    const last = before.current
    // Places and not pixels: rows that only become higher, as when the page is first measured, have
    // not moved.
    const places = new Map(rows.map((row, index) => [rowKey(row), index]))
    before.current = places
    if (!last || opened || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const play = (key: string, frames: Keyframe[]) => {
      const row = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
      // Document models without animations have no such method.
      if (typeof row?.animate === 'function')
        row.animate(frames, { duration: ROW_MOVE, easing: EASING })
    }
    for (const [key, distance] of movesOf(last, places))
      play(key, [{ transform: `translateY(${distance * rowHeight}px)` }, { transform: 'none' }])
    for (const key of places.keys()) if (!last.has(key)) play(key, [{ opacity: 0 }, { opacity: 1 }])
    // A caller's `rowKey` may be a new function at every render, with the same keys; a row that
    // opens moves no other by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, rowHeight, virtual])
}
