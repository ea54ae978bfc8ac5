import { useRef, type PointerEvent } from 'react'
import type { DrawerEdge } from './drawerEdge.ts'
import {
  isClosingSwipe,
  isExpandingSwipe,
  swipePhase,
  swipeDistance,
  type SwipePhase,
  type SwipePoint,
} from './swipe.ts'

interface Swipe {
  /** Other fingers on the drawer change nothing. */
  readonly pointerId: number
  readonly from: SwipePoint
  readonly last: SwipePoint
  readonly phase: SwipePhase
  readonly rtl: boolean
  /** Pixels of the drawer at the first touch. */
  readonly height: number
  /** Pixels per millisecond towards the edge. */
  readonly speed: number
}

/** Elements that handle the same gesture themselves. */
const GESTURE_ELEMENTS =
  'input, textarea, select, [contenteditable], [role=slider], [role=spinbutton]'
/** Milliseconds without movement after which the speed counts as 0. */
const REST = 100

const pointOf = (event: PointerEvent): SwipePoint => ({
  x: event.clientX,
  y: event.clientY,
  at: event.timeStamp,
})
const drawerOf = (event: PointerEvent) =>
  event.currentTarget.closest<HTMLElement>('[data-edge] > *')

/**
 * Moves the drawer back. Not for a closing one, whose exit animation starts where the finger left
 * it.
 */
function settle(drawer: HTMLElement) {
  drawer.style.transition = 'translate var(--x-motion-overlay) var(--x-ease)'
  drawer.style.translate = ''
  drawer.style.minBlockSize = ''
}

/** The swipe that a touch may begin. */
function swipeFrom(event: PointerEvent): Swipe {
  const from = pointOf(event)
  return {
    pointerId: event.pointerId,
    height: drawerOf(event)?.offsetHeight ?? 0,
    from,
    last: from,
    phase: 'undecided',
    speed: 0,
    rtl: getComputedStyle(event.currentTarget).direction === 'rtl',
  }
}

/** What a swipe that ends at `to` does: it was far or fast enough, or does nothing. */
function resultOf(
  { from, last, rtl, speed, height }: Swipe,
  { edge, to, drawer }: { edge: DrawerEdge; to: Swipe['from']; drawer: HTMLElement },
): 'close' | 'expand' | undefined {
  const { offsetWidth } = drawer
  const released = {
    towards: swipeDistance(edge, { from, to, rtl }).towards,
    speed: to.at - last.at > REST ? 0 : speed,
  }
  const isUpright = edge === 'top' || edge === 'bottom'
  if (isClosingSwipe({ ...released, size: isUpright ? height : offsetWidth })) return 'close'
  return isExpandingSwipe({ ...released, free: innerHeight - height }) ? 'expand' : undefined
}

/**
 * Moves the drawer with the finger and closes it by a swipe, or draws a sheet up (U6). Drawers at
 * the sides are swiped anywhere, those at the top or bottom only by grip and header, because their
 * content scrolls in that direction.
 */
export function useSwipeToClose({
  edge,
  onSwipe,
  onExpand,
}: {
  readonly edge: DrawerEdge
  readonly onSwipe: () => void
  /** Draws the sheet up, where it can be. */
  readonly onExpand?: (() => void) | undefined
}) {
  const swipe = useRef<Swipe>(undefined)
  const end = (event: PointerEvent, isReleased: boolean) => {
    const done = swipe.current
    if (done?.pointerId !== event.pointerId) return
    const drawer = drawerOf(event)
    swipe.current = undefined
    if (done.phase !== 'swiping' || !drawer) return
    const result = isReleased ? resultOf(done, { edge, to: pointOf(event), drawer }) : undefined
    if (result === 'expand') onExpand?.()
    if (result !== 'close') return settle(drawer)
    onSwipe()
    // `beforeClose` may have vetoed or be pending: two frames later no exit has started then.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => drawer.hasAttribute('data-exiting') || settle(drawer)),
    )
  }
  return {
    onPointerDown(event: PointerEvent) {
      const target = event.target as Element
      if (event.pointerType === 'mouse' || !event.isPrimary || target.closest(GESTURE_ELEMENTS))
        return
      if ((edge === 'top' || edge === 'bottom') && !target.closest('[data-swipes]')) return
      swipe.current = swipeFrom(event)
    },
    onPointerMove(event: PointerEvent) {
      const before = swipe.current
      const drawer = drawerOf(event)
      if (before?.pointerId !== event.pointerId || !drawer) return
      const { from, last, rtl, height } = before
      const to = pointOf(event)
      const distance = swipeDistance(edge, { from, to, rtl })
      const phase = swipePhase(before.phase, { ...distance, isBothWays: onExpand !== undefined })
      const speed =
        swipeDistance(edge, { from: last, to, rtl }).towards / Math.max(1, to.at - last.at)
      swipe.current = { ...before, last: to, phase, speed }
      if (phase !== 'swiping') return
      // Captures the pointer, so that the swipe does not press an element.
      if (before.phase === 'undecided') event.currentTarget.setPointerCapture(event.pointerId)
      const [x, y] = edge === 'top' || edge === 'bottom' ? [0, to.y - from.y] : [to.x - from.x, 0]
      drawer.style.transition = 'none'
      drawer.style.translate = distance.towards > 0 ? `${x}px ${y}px` : ''
      drawer.style.minBlockSize =
        onExpand && distance.towards < 0 ? `${height - distance.towards}px` : ''
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  }
}
