import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react'
import { firstRows, type WindowHandle, type WindowRow } from './rows.ts'
import { WindowEngine } from './WindowEngine.tsx'

export interface WindowOptions {
  readonly enabled: boolean
  readonly count: number
  /** Pixels, the same for all rows. */
  readonly rowHeight: number
  readonly scroll: RefObject<HTMLElement | null>
  /** Rows drawn beyond either edge. Default 10. */
  readonly overscan?: number
  /** Pixels of the scrolled box that something covers at its start. Default 0. */
  readonly paddingStart?: number
}

export interface RowWindow {
  /** The rows to draw; none while it is not enabled. */
  readonly rows: readonly WindowRow[]
  /** The height of all rows. */
  readonly blockSize: number
  /** Whether the engine follows the scrolling; before that `scrollTo` does nothing. */
  readonly working: boolean
  readonly scrollTo: (index: number) => void
  /** Draws nothing; put it anywhere in the tree. */
  readonly engine: ReactNode
}

/** The rows in sight of a long list. Until the engine is there these are the first rows, at the places where it will have them. */
export function useWindow({ enabled, count, rowHeight, scroll, overscan = 10, paddingStart = 0 }: WindowOptions): RowWindow {
  const handle = useRef<WindowHandle>(null)
  const [inSight, setInSight] = useState<readonly WindowRow[] | undefined>(undefined)
  if (!enabled && inSight) setInSight(undefined)
  const scrollTo = useCallback((index: number) => handle.current?.scrollTo(index), [])
  return {
    rows: enabled ? (inSight ?? firstRows({ count, rowHeight })) : [],
    blockSize: enabled ? count * rowHeight : 0,
    working: enabled && inSight !== undefined,
    scrollTo,
    engine: enabled ? <WindowEngine ref={handle} count={count} rowHeight={rowHeight} overscan={overscan} paddingStart={paddingStart} scroll={scroll} onRows={setInSight} /> : null,
  }
}
