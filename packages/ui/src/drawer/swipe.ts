import type { DrawerEdge } from './drawerEdge.ts'

/** Movement in pixels below which the direction is undecided. */
export const SWIPE_SLACK = 10
/** Share of the drawer's size beyond which releasing closes it. */
export const SWIPE_SHARE = 1 / 3
/** Speed in pixels per millisecond above which releasing closes it at any distance. */
export const SWIPE_SPEED = 0.5

/** Position of a finger at a time. */
export interface SwipePoint {
  readonly x: number
  readonly y: number
  /** Milliseconds. */
  readonly at: number
}

/** Movement of a finger in pixels: towards the edge (negative: away from it) and across. */
export interface SwipeDistance {
  readonly towards: number
  readonly across: number
}

const distances: Readonly<
  Record<'top' | 'bottom' | 'left' | 'right', (x: number, y: number) => SwipeDistance>
> = {
  top: (x, y) => ({ towards: 0 - y, across: Math.abs(x) }),
  bottom: (x, y) => ({ towards: y, across: Math.abs(x) }),
  left: (x, y) => ({ towards: 0 - x, across: Math.abs(y) }),
  right: (x, y) => ({ towards: x, across: Math.abs(y) }),
}

/** Returns the movement between two points relative to an edge. */
export function swipeDistance(
  edge: DrawerEdge,
  { from, to, rtl }: { readonly from: SwipePoint; readonly to: SwipePoint; readonly rtl: boolean },
): SwipeDistance {
  const sides = rtl
    ? ({ start: 'right', end: 'left' } as const)
    : ({ start: 'left', end: 'right' } as const)
  const side = edge === 'start' || edge === 'end' ? sides[edge] : edge
  return distances[side](to.x - from.x, to.y - from.y)
}

/** Whether a gesture is a swipe; `other` for instance scrolls. */
export type SwipePhase = 'undecided' | 'swiping' | 'other'

/**
 * Decides whether a gesture is a swipe: it is if it moves more towards the edge than across (U6),
 * or with `isBothWays` away from it. The decision is final.
 */
export function swipePhase(
  phase: SwipePhase,
  {
    towards,
    across,
    isBothWays = false,
  }: SwipeDistance & {
    /** It may be drawn larger. */
    readonly isBothWays?: boolean
  },
): SwipePhase {
  if (phase !== 'undecided' || Math.max(Math.abs(towards), across) < SWIPE_SLACK) return phase
  return (isBothWays ? Math.abs(towards) : towards) > across ? 'swiping' : 'other'
}

/** Returns whether a released swipe closes the drawer: by its distance or its speed (U6). */
export function isClosingSwipe({
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

/**
 * Returns whether a released swipe away from the edge draws the drawer up: by its share of the free
 * space, or by its speed (U6).
 */
export const isExpandingSwipe = ({
  towards,
  free,
  speed,
}: {
  readonly towards: number
  /** Pixels that the drawer can grow by. */
  readonly free: number
  readonly speed: number
}): boolean => isClosingSwipe({ towards: -towards, size: free, speed: -speed })
