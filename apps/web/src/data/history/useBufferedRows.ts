import { type SyntheticEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type LiveRowsOptions, useLiveRows } from './useLiveRows.ts'

interface BufferedRowsOptions<R> extends Pick<LiveRowsOptions, 'kind' | 'wanted'> {
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string
}

/**
 * The rows of a list that is read: what comes on top waits where the reader has scrolled, and comes
 * in at once where they stand at its beginning.
 */
export function useBufferedRows<R>({ kind, wanted, rows, keyOf }: BufferedRowsOptions<R>) {
  const place = useRef<HTMLDivElement>(null)
  const scrolled = useRef<Element | undefined>(undefined)
  const [first, setFirst] = useState<string | undefined>(undefined)
  const held =
    first === undefined
      ? 0
      : Math.max(
          0,
          rows.findIndex((row) => keyOf(row) === first),
        )
  const shown = held === 0 ? rows : rows.slice(held)
  const isReading = () =>
    (scrolled.current?.isConnected === true && scrolled.current.scrollTop > 0) ||
    (place.current !== null && isAbove(place.current))
  useLiveRows({
    kind,
    wanted,
    onNewRows: () => setFirst(isReading() && shown[0] ? keyOf(shown[0]) : undefined),
  })
  return {
    shown,
    /** How many wait. */
    waiting: held,
    /** What waits comes in, wherever the reader stands. */
    release: () => setFirst(undefined),
    refresh() {
      scrolled.current?.scrollTo({ top: 0 })
      // The page is scrolled to what comes in, so that has to be there.
      flushSync(() => setFirst(undefined))
      if (isReading()) place.current?.scrollIntoView({ block: 'start' })
    },
    /** For the box around the list. */
    place,
    onScrollCapture: ({ target }: SyntheticEvent) =>
      void (scrolled.current = target instanceof Element ? target : undefined),
  }
}

/** Whether the beginning of a box is out of sight, because what it lies in has been scrolled. */
function isAbove(box: Element): boolean {
  for (let around = box.parentElement; around; around = around.parentElement) {
    if (around.scrollTop > 0)
      return (
        box.getBoundingClientRect().top <
        Math.max(0, Math.floor(around.getBoundingClientRect().top))
      )
  }
  return false
}
