import { useImperativeHandle, useLayoutEffect, type Ref, type RefObject } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { WindowHandle, WindowRow } from '../window/rows.ts'

export interface BaseWindowProps {
  readonly count: number
  readonly rowHeight: number
  readonly overscan: number
  /** What the rows scroll in. */
  readonly scroll: RefObject<HTMLElement | null>
  /** Pixels of the scrolled box that something covers at its start. */
  readonly paddingStart: number
  /** Told within the same frame, before it is painted. */
  readonly onRows: (rows: readonly WindowRow[]) => void
  readonly ref: Ref<WindowHandle>
}

/** Works out which rows are in sight and draws nothing: the rows stay where they are in the tree when it arrives, and keep their focus. */
export function BaseWindow({ count, rowHeight, overscan, scroll, paddingStart, onRows, ref }: BaseWindowProps) {
  const engine = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    // The reader may have scrolled while this was on its way; the engine would put the box back to its start.
    initialOffset: () => scroll.current?.scrollTop ?? 0,
    estimateSize: () => rowHeight,
    scrollPaddingStart: paddingStart,
    overscan,
  })
  // The engine keeps the heights it once measured.
  useLayoutEffect(() => engine.measure(), [engine, rowHeight])
  useImperativeHandle(ref, () => ({ scrollTo: (index) => engine.scrollToIndex(index, { align: 'auto' }) }), [engine])
  const rows = engine.getVirtualItems()
  useLayoutEffect(() => {
    // Before its first measurement the engine sees no row at all.
    if (rows.length > 0) onRows(rows)
  }, [rows, onRows])
  return null
}
