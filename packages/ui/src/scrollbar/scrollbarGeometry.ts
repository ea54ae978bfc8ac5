import type { Clock, TimerHandle } from '@x/kit'

/** U19: px. */
export const MIN_THUMB = 20
/** U19, spec 9.6: milliseconds without a change of size before it is measured again. */
export const RESIZE_WAIT = 16

/** One axis of a box that scrolls, in px. */
export interface Axis {
  readonly view: number
  readonly content: number
  /**
   * From where reading begins, never negative: in Arabic the platform counts sideways scrolling
   * downwards from zero.
   */
  readonly offset: number
  /** The length of the bar. */
  readonly track: number
}

export interface Thumb {
  readonly size: number
  /** From the beginning of the bar. */
  readonly position: number
}

const between = (value: number, { low, high }: { readonly low: number; readonly high: number }) =>
  Math.min(high, Math.max(low, value))

/** `undefined` where all is in sight. Half a pixel is what zooming makes of nothing. */
export function thumbOf({ view, content, offset, track }: Axis): Thumb | undefined {
  const hidden = content - view
  if (hidden < 1 || track <= 0) return undefined
  const size = Math.min(track, Math.max(MIN_THUMB, (track * view) / content))
  return { size, position: (between(offset, { low: 0, high: hidden }) / hidden) * (track - size) }
}

/** Where the box scrolls when its thumb is put somewhere. */
export function offsetAt(position: number, axis: Axis): number {
  const thumb = thumbOf(axis)
  if (!thumb || axis.track <= thumb.size) return 0
  return (
    between(position / (axis.track - thumb.size), { low: 0, high: 1 }) * (axis.content - axis.view)
  )
}

/** A press on the bar brings the middle of the thumb under the pointer. */
export function offsetOfPress(point: number, axis: Axis): number {
  return offsetAt(point - (thumbOf(axis)?.size ?? 0) / 2, axis)
}

/** The platform's sideways offset as one from where reading begins, and back. */
export const readingOffset = (scrollLeft: number): number => Math.abs(scrollLeft)
export const platformOffset = (offset: number, rtl: boolean): number =>
  rtl && offset !== 0 ? -offset : offset

export interface Settling {
  /** Something changed. */
  touch(): void
  cancel(): void
}

/** Runs once nothing has changed for a while. */
export function createSettling({
  clock,
  wait = RESIZE_WAIT,
  run,
}: {
  readonly clock: Pick<Clock, 'after'>
  readonly wait?: number
  readonly run: () => void
}): Settling {
  let timer: TimerHandle | undefined
  return {
    touch() {
      timer?.cancel()
      timer = clock.after(wait, run)
    },
    cancel() {
      timer?.cancel()
    },
  }
}
