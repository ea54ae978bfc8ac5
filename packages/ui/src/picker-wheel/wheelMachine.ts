import type { MachineTable } from '@x/kit'

/** U12: pixels. */
export const WHEEL_ROW = 44
export const WHEEL_ROWS = 6
/** U12, spec section 9: milliseconds and pixels. */
export const WHEEL_SETTLE = 200
export const SAMPLE_LIFE = 300
export const MOMENTUM_DISTANCE = 15
/** U12: pixels per square millisecond that a thrown wheel loses. */
const DECELERATION = 0.003
/** How long a thrown wheel takes to its landing. */
export const WHEEL_GLIDE = 1000
/** A press that moved less is a tap. */
export const TAP_SLACK = 5

export interface WheelRow {
  readonly key: string
  readonly label: string
  readonly disabled?: boolean
}

export type WheelPhase = 'resting' | 'dragged' | 'rolled' | 'settling'
export type WheelEvent = 'grab' | 'release' | 'roll' | 'go' | 'land'

/** Only `land` leads to rest, and only rest tells a change. */
export const wheelTable: MachineTable<WheelPhase, WheelEvent> = {
  resting: { grab: 'dragged', roll: 'rolled', go: 'settling' },
  dragged: { release: 'settling' },
  rolled: { grab: 'dragged', roll: 'rolled', go: 'settling' },
  settling: { grab: 'dragged', roll: 'rolled', go: 'settling', land: 'resting' },
}

/** A place the wheel was at: milliseconds of a clock that only grows, pixels. */
export interface WheelSample {
  readonly at: number
  readonly offset: number
}

/**
 * Where the first row stands against the middle: 0, and one row's height less for each row further
 * on.
 */
export function offsetOf(index: number): number {
  return index <= 0 ? 0 : -index * WHEEL_ROW
}

/** The row nearest to the middle, -1 of an empty wheel. */
export function rowAt(offset: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(-offset / WHEEL_ROW)))
}

/** U12: a finger pulls the wheel one row beyond either end and no further. */
export function pulled(offset: number, count: number): number {
  return Math.min(WHEEL_ROW, Math.max(-count * WHEEL_ROW, offset))
}

/**
 * U12: the sample that a throw is measured from is at most 300 ms old; an older one makes way for
 * the present.
 */
export function sampled(sample: WheelSample, now: WheelSample): WheelSample {
  return now.at - sample.at > SAMPLE_LIFE ? now : sample
}

export interface Landing {
  readonly offset: number
  /** Milliseconds. */
  readonly duration: number
}

/**
 * U12: thrown when the last sample is younger than 300 ms and the wheel moved by more than 15 px
 * since; it then goes on by speed / 0.003.
 */
export function landing(sample: WheelSample, { at, offset }: WheelSample): Landing {
  const [moved, passed] = [offset - sample.offset, at - sample.at]
  if (passed >= SAMPLE_LIFE || Math.abs(moved) <= MOMENTUM_DISTANCE)
    return { offset, duration: WHEEL_SETTLE }
  // Two events of one millisecond would be endlessly fast.
  return { offset: offset + moved / Math.max(1, passed) / DECELERATION, duration: WHEEL_GLIDE }
}

/**
 * U12: a disabled row gives way to the nearest one that is not, of two equally near ones to the
 * later. -1 where none can be chosen.
 */
export function nearestEnabled(rows: readonly WheelRow[], index: number): number {
  const distance = (row: number) => Math.abs(row - index)
  return rows.reduce(
    (best, row, here) =>
      !row.disabled && (best === -1 || distance(here) <= distance(best)) ? here : best,
    -1,
  )
}

export type WheelMove = 'next' | 'previous' | 'nextPage' | 'previousPage' | 'first' | 'last'

/** A page is as many rows as are in sight, less the one that stays. */
const PAGE = WHEEL_ROWS - 1
const steps: Readonly<Record<WheelMove, number>> = {
  next: 1,
  previous: -1,
  nextPage: PAGE,
  previousPage: -PAGE,
  first: -Infinity,
  last: Infinity,
}

/** U12: where a key leads: past disabled rows, and nowhere past an end. */
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
 * The row under a point, `y` pixels below the upper edge of the wheel; beyond the ends the first or
 * the last.
 */
export function rowUnder(
  y: number,
  { offset, count }: { readonly offset: number; readonly count: number },
): number {
  const above = ((WHEEL_ROWS - 1) / 2) * WHEEL_ROW
  return Math.min(count - 1, Math.max(0, Math.floor((y - above - offset) / WHEEL_ROW)))
}

/** U12: the years from `span` before to `span` after one. */
export function yearRows(
  year: number,
  { span = 10 }: { readonly span?: number } = {},
): readonly WheelRow[] {
  return Array.from({ length: 2 * span + 1 }, (_, index) => String(year - span + index)).map(
    (text) => ({ key: text, label: text }),
  )
}
