import { useRef, type PointerEvent } from 'react'
import type { DrawerEdge } from './drawerEdge.ts'
import {
  isClosingSwipe,
  swipePhase,
  swipeDistance,
  type SwipePhase,
  type SwipePoint,
} from './swipe.ts'

interface Swipe {
  readonly from: SwipePoint
  readonly last: SwipePoint
  readonly phase: SwipePhase
  readonly rtl: boolean
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
}

/** Whether a swipe that ends at `to` was far or fast enough. */
function closes(
  { from, last, rtl, speed }: Swipe,
  { edge, to, drawer }: { edge: DrawerEdge; to: Swipe['from']; drawer: HTMLElement },
): boolean {
  const { offsetWidth, offsetHeight } = drawer
  return isClosingSwipe({
    towards: swipeDistance(edge, { from, to, rtl }).towards,
    size: edge === 'top' || edge === 'bottom' ? offsetHeight : offsetWidth,
    speed: to.at - last.at > REST ? 0 : speed,
  })
}

/**
 * Moves the drawer with the finger and closes it by a swipe (U6). Drawers at the sides are swiped
 * anywhere, those at the top or bottom only by grip and header, because their content scrolls in
 * that direction.
 */
export function useSwipeToClose({
  edge,
  onSwipe,
}: {
  readonly edge: DrawerEdge
  readonly onSwipe: () => void
}) {
  const swipe = useRef<Swipe>(undefined)
  const end = (event: PointerEvent, isReleased: boolean) => {
    const done = swipe.current
    const drawer = drawerOf(event)
    swipe.current = undefined
    if (done?.phase !== 'swiping' || !drawer) return
    if (!isReleased || !closes(done, { edge, to: pointOf(event), drawer })) return settle(drawer)
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
      const from = pointOf(event)
      swipe.current = {
        from,
        last: from,
        phase: 'undecided',
        speed: 0,
        rtl: getComputedStyle(event.currentTarget).direction === 'rtl',
      }
    },
    onPointerMove(event: PointerEvent) {
      const before = swipe.current
      const drawer = drawerOf(event)
      if (!before || !drawer) return
      const { from, last, rtl } = before
      const to = pointOf(event)
      const distance = swipeDistance(edge, { from, to, rtl })
      const phase = swipePhase(before.phase, distance)
      const speed =
        swipeDistance(edge, { from: last, to, rtl }).towards / Math.max(1, to.at - last.at)
      swipe.current = { from, last: to, phase, rtl, speed }
      if (phase !== 'swiping') return
      // Captures the pointer, so that the swipe does not press an element.
      if (before.phase === 'undecided') event.currentTarget.setPointerCapture(event.pointerId)
      const [x, y] = edge === 'top' || edge === 'bottom' ? [0, to.y - from.y] : [to.x - from.x, 0]
      drawer.style.transition = 'none'
      drawer.style.translate = distance.towards > 0 ? `${x}px ${y}px` : ''
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  }
}
