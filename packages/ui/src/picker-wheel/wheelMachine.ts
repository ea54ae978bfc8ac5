import type { MachineTable } from '@x/kit'

/** Height of a row in pixels (U12). */
export const WHEEL_ROW = 44
/** Number of visible rows (U12). */
export const WHEEL_ROWS = 6
/** Milliseconds of the animation to a row without a fling (U12, spec section 9). */
export const WHEEL_SETTLE = 200
/** Maximal age of the sample that a fling is measured from, in milliseconds (U12). */
export const SAMPLE_LIFE = 300
/** Minimal movement of a fling in pixels (U12). */
export const MOMENTUM_DISTANCE = 15
/** Loss of speed of a flung wheel in pixels per millisecond squared (U12). */
const DECELERATION = 0.003
/** Milliseconds of the animation of a fling. */
export const WHEEL_GLIDE = 1000
/** Movement in pixels below which a press is a tap. */
export const TAP_SLACK = 5

/** A row of a wheel. */
export interface WheelRow {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

/** Phase of a wheel. */
export type WheelPhase = 'resting' | 'dragged' | 'rolled' | 'settling'
/** Events of a wheel. */
export type WheelEvent = 'grab' | 'release' | 'roll' | 'go' | 'land'

/** State table of a wheel. Only `land` leads to `resting`, where a change is reported. */
export const wheelTable: MachineTable<WheelPhase, WheelEvent> = {
  resting: { grab: 'dragged', roll: 'rolled', go: 'settling' },
  dragged: { release: 'settling' },
  rolled: { grab: 'dragged', roll: 'rolled', go: 'settling' },
  settling: { grab: 'dragged', roll: 'rolled', go: 'settling', land: 'resting' },
}

/** Position of the wheel in pixels at a time in monotonic milliseconds. */
export interface WheelSample {
  readonly at: number
  readonly offset: number
}

/**
 * Returns the position of the first row relative to the middle when row `index` is in the middle,
 * in pixels: 0 or negative.
 */
export function offsetOf(index: number): number {
  return index <= 0 ? 0 : -index * WHEEL_ROW
}

/** Returns the row nearest to the middle, -1 of an empty wheel. */
export function rowAt(offset: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(-offset / WHEEL_ROW)))
}

/** Limits a drag to one row beyond either end (U12). */
export function clampDrag(offset: number, count: number): number {
  return Math.min(WHEEL_ROW, Math.max(-count * WHEEL_ROW, offset))
}

/**
 * Returns the sample that a fling is measured from: at most 300 ms old, else the current one (U12).
 */
export function currentSample(sample: WheelSample, now: WheelSample): WheelSample {
  return now.at - sample.at > SAMPLE_LIFE ? now : sample
}

/** Where a released wheel stops. */
export interface Landing {
  readonly offset: number
  /** Milliseconds. */
  readonly duration: number
}

/**
 * Returns where a released wheel stops (U12). It is a fling if the last sample is younger than 300
 * ms and the wheel has moved by more than 15 px since; it continues by speed / 0.003.
 */
export function landing(sample: WheelSample, { at, offset }: WheelSample): Landing {
  const [moved, passed] = [offset - sample.offset, at - sample.at]
  if (passed >= SAMPLE_LIFE || Math.abs(moved) <= MOMENTUM_DISTANCE)
    return { offset, duration: WHEEL_SETTLE }
  // Avoids an infinite speed for two events in one millisecond.
  return { offset: offset + moved / Math.max(1, passed) / DECELERATION, duration: WHEEL_GLIDE }
}

/**
 * Returns the nearest enabled row, of two equally near ones the later (U12); -1 if there is none.
 */
export function nearestEnabled(rows: readonly WheelRow[], index: number): number {
  const distance = (row: number) => Math.abs(row - index)
  return rows.reduce(
    (best, row, here) =>
      !row.disabled && (best === -1 || distance(here) <= distance(best)) ? here : best,
    -1,
  )
}

/** Where a key moves the wheel. */
export type WheelMove = 'next' | 'previous' | 'nextPage' | 'previousPage' | 'first' | 'last'

/** Rows of a page: the visible ones but one. */
const PAGE = WHEEL_ROWS - 1
const steps: Readonly<Record<WheelMove, number>> = {
  next: 1,
  previous: -1,
  nextPage: PAGE,
  previousPage: -PAGE,
  first: -Infinity,
  last: Infinity,
}

/** Returns the row that a key leads to: disabled rows are skipped, the ends do not wrap (U12). */
export function stepRow(
  rows: readonly WheelRow[],
  { from, move }: { readonly from: number; readonly move: WheelMove },
): number {
  const step = steps[move]
  const enabled = rows.flatMap((row, index) => (row.disabled ? [] : [index]))
  const ahead = enabled.filter((index) => (step > 0 ? index > from : index < from))
  const aim = from + step
  if (step > 0) return ahead.find((index) => index >= aim) ?? ahead.at(-1) ?? from
  return ahead.findLast((index) => index <= aim) ?? ahead[0] ?? from
}

/**
 * Returns the row at `y` pixels below the top of the wheel; beyond the ends the first or the last.
 */
export function rowUnder(
  y: number,
  { offset, count }: { readonly offset: number; readonly count: number },
): number {
  const above = ((WHEEL_ROWS - 1) / 2) * WHEEL_ROW
  return Math.min(count - 1, Math.max(0, Math.floor((y - above - offset) / WHEEL_ROW)))
}

/** Returns rows for the years from `span` before to `span` after `year` (U12). Default span 10. */
export function yearRows(
  year: number,
  { span = 10 }: { readonly span?: number } = {},
): readonly WheelRow[] {
  return Array.from({ length: 2 * span + 1 }, (_, index) => String(year - span + index)).map(
    (text) => ({ value: text, label: text }),
  )
}
