import type { DrawerEdge } from './drawerEdge.ts'

/** A finger that moved less has not decided yet; pixels. */
export const SWIPE_SLACK = 10
/** Let go beyond this share of the drawer it closes. */
export const SWIPE_SHARE = 1 / 3
/** So does a finger this fast, in pixels a millisecond, however far it came. */
export const SWIPE_SPEED = 0.5

export interface SwipePoint {
  readonly x: number
  readonly y: number
  /** Milliseconds. */
  readonly at: number
}

/**
 * How far a finger has gone towards the edge and across it, in pixels; away from the edge is less
 * than nothing.
 */
export interface SwipeWay {
  readonly towards: number
  readonly across: number
}

const ways: Readonly<
  Record<'top' | 'bottom' | 'left' | 'right', (x: number, y: number) => SwipeWay>
> = {
  top: (x, y) => ({ towards: 0 - y, across: Math.abs(x) }),
  bottom: (x, y) => ({ towards: y, across: Math.abs(x) }),
  left: (x, y) => ({ towards: 0 - x, across: Math.abs(y) }),
  right: (x, y) => ({ towards: x, across: Math.abs(y) }),
}

export function swipeWay(
  edge: DrawerEdge,
  { from, to, rtl }: { readonly from: SwipePoint; readonly to: SwipePoint; readonly rtl: boolean },
): SwipeWay {
  const sides = rtl
    ? ({ start: 'right', end: 'left' } as const)
    : ({ start: 'left', end: 'right' } as const)
  const side = edge === 'start' || edge === 'end' ? sides[edge] : edge
  return ways[side](to.x - from.x, to.y - from.y)
}

export type SwipePhase = 'undecided' | 'swiping' | 'other'

/**
 * U6: a gesture is the drawer's when it goes towards the edge more than across it; once it is
 * another's it stays so.
 */
export function swipePhase(phase: SwipePhase, { towards, across }: SwipeWay): SwipePhase {
  if (phase !== 'undecided' || Math.max(Math.abs(towards), across) < SWIPE_SLACK) return phase
  return towards > across ? 'swiping' : 'other'
}

/** U6: far enough, or fast enough towards the edge. */
export function swipeCloses({
  towards,
  size,
  speed,
}: {
  readonly towards: number
  readonly size: number
  readonly speed: number
}): boolean {
  return towards > 0 && (towards >= size * SWIPE_SHARE || speed >= SWIPE_SPEED)
}
