import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import {
  boxHeight,
  firstRange,
  isLeap,
  rangeInSight,
  rowsOf,
  scrollToShow,
  type RowLayout,
  type RowRange,
  type WindowRow,
} from './rows.ts'

export interface WindowOptions extends RowLayout {
  readonly enabled: boolean
  readonly scroll: RefObject<HTMLElement | null>
  /** Rows drawn beyond either edge. Default 6. */
  readonly overscan?: number
  /** Pixels of the scrolled box that something covers at its start. Default 0. */
  readonly paddingStart?: number
}

export interface RowWindow {
  /** The rows to draw; none while it is not enabled. */
  readonly rows: readonly WindowRow[]
  /**
   * The same with one more, in its place: a row that holds the focus must not vanish when it is
   * scrolled away.
   */
  readonly rowsWith: (keep: number | undefined) => readonly WindowRow[]
  /** The height of all rows. */
  readonly blockSize: number
  /**
   * Pixels that the rows stand lower than their `start` says: 0 unless all rows are taller than a
   * box can be.
   */
  readonly offset: number
  /** Scrolls no further than needed to bring the row into sight. */
  readonly scrollTo: (index: number) => void
}

const same = (a: RowRange | undefined, b: RowRange) =>
  a?.first === b.first && a.end === b.end && a.base === b.base && a.offset === b.offset

/** Milliseconds after the last leap until the rows beyond the edges are drawn too. */
const REST = 100

const never = () => () => {}

/**
 * The rows in sight of a long list. Before anything is measured, and on the server, these are the
 * first rows.
 */
export function useWindow({
  enabled,
  scroll,
  overscan = 6,
  paddingStart = 0,
  count,
  rowHeight,
  panels,
  panelHeight,
}: WindowOptions): RowWindow {
  const [range, setRange] = useState<RowRange | undefined>(undefined)
  const layout: RowLayout = { count, rowHeight, panels, panelHeight }
  const latest = useRef({ layout, overscan, paddingStart })
  // The scroll listener outlives renders and must see what was drawn last.
  useLayoutEffect(() => {
    latest.current = { layout, overscan, paddingStart }
  })
  const top = useRef(0)
  const look = useCallback(
    (scrolling = false) => {
      const box = scroll.current
      if (!box) return false
      const { layout: now, overscan: beyond, paddingStart: covered } = latest.current
      const { scrollTop } = box
      const viewport = Math.max(0, box.clientHeight - covered)
      const leapt = scrolling && isLeap({ from: top.current, to: scrollTop, viewport })
      top.current = scrollTop
      const next = rangeInSight(now, { scrollTop, viewport, overscan: beyond, leapt })
      setRange((before) => (same(before, next) ? before : next))
      return leapt
    },
    [scroll],
  )
  useLayoutEffect(() => {
    if (enabled) look()
  }, [enabled, look, count, rowHeight, panels, panelHeight])
  useEffect(() => {
    const box = scroll.current
    if (!enabled || !box) return undefined
    let resting: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(resting)
      // Within the frame that scrolls: drawn a task later, the frame would be painted with a blank
      // strip.
      if (flushSync(() => look(true))) resting = setTimeout(look, REST)
    }
    const observer = new ResizeObserver(() => void look())
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(resting)
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [enabled, look, scroll])
  const scrollTo = useCallback(
    (index: number) => {
      const box = scroll.current
      if (!box) return
      const { layout: now, paddingStart: covered } = latest.current
      box.scrollTo({
        top: scrollToShow(now, {
          index,
          scrollTop: box.scrollTop,
          viewport: Math.max(0, box.clientHeight - covered),
        }),
        behavior: 'instant',
      })
      look()
    },
    [scroll, look],
  )
  // What is built before the box was measured is built twice; only a page of the server cannot wait
  // for it.
  const hydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const first = hydrating ? firstRange(count) : firstRange(0)
  const drawn = range === undefined ? first : range.first < count ? range : firstRange(count)
  return {
    rows: enabled ? rowsOf(layout, drawn) : [],
    rowsWith: (keep) => (enabled ? rowsOf(layout, drawn, keep) : []),
    blockSize: enabled ? boxHeight(layout) : 0,
    offset: enabled ? drawn.offset : 0,
    scrollTo,
  }
}
