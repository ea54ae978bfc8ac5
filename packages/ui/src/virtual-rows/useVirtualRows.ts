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
  isJump,
  visibleRange,
  rowsOf,
  scrollToShow,
  type RowLayout,
  type RowRange,
  type VirtualRow,
} from './rows.ts'

/** Options of `useVirtualRows`. */
export interface VirtualRowsOptions extends RowLayout {
  readonly enabled: boolean
  readonly scroll: RefObject<HTMLElement | null>
  /** Rows rendered beyond each edge. Default 6. */
  readonly overscan?: number
  /** Pixels at the top of the scroll container that are covered. Default 0. */
  readonly paddingStart?: number
}

/** Result of `useVirtualRows`. */
export interface VirtualRows {
  /** Rows to render; none while not enabled. */
  readonly rows: readonly VirtualRow[]
  /** The same with one more row: the focused one must stay rendered when it is scrolled away. */
  readonly rowsWith: (keep: number | undefined) => readonly VirtualRow[]
  /** Height of all rows in pixels. */
  readonly blockSize: number
  /** Pixels to add to the `start` of rows: 0 unless the rows are taller than `TALLEST`. */
  readonly offset: number
  /** Scrolls as little as needed to make a row visible. */
  readonly scrollTo: (index: number) => void
}

const same = (a: RowRange | undefined, b: RowRange) =>
  a?.first === b.first && a.end === b.end && a.base === b.base && a.offset === b.offset

/** Milliseconds after the last jump until the rows beyond the edges are rendered. */
const SETTLE_DELAY = 100

const never = () => () => {}

/**
 * Rows rendered before the measurement would be rendered twice; only a server-rendered page needs
 * them.
 */
const useHydrating = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )

/** The latest values, for a listener that outlives renders. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

interface MeasureOptions {
  readonly enabled: boolean
  /** Returns whether the rows jumped. */
  readonly measure: (scrolling?: boolean) => boolean
}

/** Measures the scroll container when it scrolls or changes its size. */
function useMeasureOnScroll(
  scroll: RefObject<HTMLElement | null>,
  { enabled, measure }: MeasureOptions,
): void {
  useEffect(() => {
    const box = scroll.current
    if (!enabled || !box) return undefined
    let settleTimer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(settleTimer)
      // Synchronously in the scrolling frame; later it would be painted with a blank area.
      if (flushSync(() => measure(true))) settleTimer = setTimeout(measure, SETTLE_DELAY)
    }
    const observer = new ResizeObserver(() => void measure())
    observer.observe(box)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(settleTimer)
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [enabled, measure, scroll])
}

/**
 * Returns the visible rows of a long list. Before the first measurement and on the server these are
 * the first rows.
 */
export function useVirtualRows({
  enabled,
  scroll,
  overscan = 6,
  paddingStart = 0,
  count,
  rowHeight,
  panels,
  panelHeight,
}: VirtualRowsOptions): VirtualRows {
  const [range, setRange] = useState<RowRange | undefined>(undefined)
  const layout: RowLayout = { count, rowHeight, panels, panelHeight }
  const latest = useLatest({ layout, overscan, paddingStart })
  const top = useRef(0)
  const measure = useCallback(
    (scrolling = false) => {
      const box = scroll.current
      if (!box) return false
      const { layout: now, overscan: beyond, paddingStart: covered } = latest.current
      const { scrollTop } = box
      const viewport = Math.max(0, box.clientHeight - covered)
      const hasJumped = scrolling && isJump({ from: top.current, to: scrollTop, viewport })
      top.current = scrollTop
      const next = visibleRange(now, { scrollTop, viewport, overscan: beyond, hasJumped })
      setRange((before) => (same(before, next) ? before : next))
      return hasJumped
    },
    [scroll, latest],
  )
  useLayoutEffect(() => {
    if (enabled) measure()
  }, [enabled, measure, count, rowHeight, panels, panelHeight])
  useMeasureOnScroll(scroll, { enabled, measure })
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
      measure()
    },
    [scroll, latest, measure],
  )
  const first = useHydrating() ? firstRange(count) : firstRange(0)
  const current = range === undefined ? first : range.first < count ? range : firstRange(count)
  return {
    rows: enabled ? rowsOf(layout, current) : [],
    rowsWith: (keep) => (enabled ? rowsOf(layout, current, keep) : []),
    blockSize: enabled ? boxHeight(layout) : 0,
    offset: enabled ? current.offset : 0,
    scrollTo,
  }
}
