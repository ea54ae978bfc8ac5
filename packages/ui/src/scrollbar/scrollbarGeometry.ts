import type { Clock, TimerHandle } from '@x/kit'

/** Minimal length of a thumb in pixels (U19). */
export const MIN_THUMB = 20
/** Milliseconds without a size change before measuring again (U19, spec 9.6). */
export const RESIZE_WAIT = 16

/** One axis of a scroll container, in pixels. */
export interface Axis {
  readonly view: number
  readonly content: number
  /**
   * From the start of the line, never negative; in right-to-left text the browser counts down from
   * zero.
   */
  readonly offset: number
  /** Length of the bar. */
  readonly track: number
}

/** Size and position of a thumb in pixels. */
export interface Thumb {
  readonly size: number
  /** From the start of the bar. */
  readonly position: number
}

const between = (value: number, { low, high }: { readonly low: number; readonly high: number }) =>
  Math.min(high, Math.max(low, value))

/**
 * Returns the thumb of an axis; `undefined` if everything is visible. Zooming may leave half a
 * pixel hidden.
 */
export function thumbOf({ view, content, offset, track }: Axis): Thumb | undefined {
  const hidden = content - view
  if (hidden < 1 || track <= 0) return undefined
  const size = Math.min(track, Math.max(MIN_THUMB, (track * view) / content))
  return { size, position: (between(offset, { low: 0, high: hidden }) / hidden) * (track - size) }
}

/** Returns the scroll offset for a position of the thumb. */
export function offsetAt(position: number, axis: Axis): number {
  const thumb = thumbOf(axis)
  if (!thumb || axis.track <= thumb.size) return 0
  return (
    between(position / (axis.track - thumb.size), { low: 0, high: 1 }) * (axis.content - axis.view)
  )
}

/** Returns the scroll offset for a press on the bar: it centres the thumb under the pointer. */
export function offsetOfPress(point: number, axis: Axis): number {
  return offsetAt(point - (thumbOf(axis)?.size ?? 0) / 2, axis)
}

/** Converts the browser's horizontal offset to one from the start of the line. */
export const readingOffset = (scrollLeft: number): number => Math.abs(scrollLeft)
/** Converts an offset from the start of the line to the browser's. */
export const platformOffset = (offset: number, rtl: boolean): number =>
  rtl && offset !== 0 ? -offset : offset

/** A debounced task. */
export interface Debounce {
  /** Restarts the wait. */
  schedule(): void
  cancel(): void
}

/** Creates a task that runs `wait` milliseconds after the last `schedule`. */
export function createDebounce({
  clock,
  wait = RESIZE_WAIT,
  run,
}: {
  readonly clock: Pick<Clock, 'after'>
  readonly wait?: number
  readonly run: () => void
}): Debounce {
  let timer: TimerHandle | undefined
  return {
    schedule() {
      timer?.cancel()
      timer = clock.after(wait, run)
    },
    cancel() {
      timer?.cancel()
    },
  }
}
