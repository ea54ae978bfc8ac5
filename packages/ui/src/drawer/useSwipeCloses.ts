import { useRef, type PointerEvent } from 'react'
import type { DrawerEdge } from './drawerEdge.ts'
import { swipeCloses, swipePhase, swipeWay, type SwipePhase, type SwipePoint } from './swipe.ts'

interface Swipe {
  readonly from: SwipePoint
  readonly last: SwipePoint
  readonly phase: SwipePhase
  readonly rtl: boolean
  /** Pixels a millisecond towards the edge. */
  readonly speed: number
}

/** What has a use for the same gesture. */
const TAKEN = 'input, textarea, select, [contenteditable], [role=slider], [role=spinbutton]'
/** A finger that rested this long before it was lifted is not fast; milliseconds. */
const REST = 100

const pointOf = (event: PointerEvent): SwipePoint => ({
  x: event.clientX,
  y: event.clientY,
  at: event.timeStamp,
})
const drawerOf = (event: PointerEvent) =>
  event.currentTarget.closest<HTMLElement>('[data-edge] > *')

/** Back to its place, unless it is on its way out: the exit begins where the finger left it. */
function settle(drawer: HTMLElement) {
  drawer.style.transition = 'translate var(--x-motion-overlay) var(--x-ease)'
  drawer.style.translate = ''
}

/**
 * U6: a finger takes the drawer along to its edge. A drawer at a side is swiped anywhere, one at
 * the top or the bottom by its grip and header: its body scrolls that way.
 */
export function useSwipeCloses({
  edge,
  onSwipe,
}: {
  readonly edge: DrawerEdge
  readonly onSwipe: () => void
}) {
  const swipe = useRef<Swipe>(undefined)
  const end = (event: PointerEvent, isLetGo: boolean) => {
    const done = swipe.current
    const drawer = drawerOf(event)
    swipe.current = undefined
    if (done?.phase !== 'swiping' || !drawer) return
    const { x, y, at } = pointOf(event)
    const { towards } = swipeWay(edge, { from: done.from, to: { x, y, at }, rtl: done.rtl })
    const { offsetWidth, offsetHeight } = drawer
    const speed = at - done.last.at > REST ? 0 : done.speed
    if (
      !isLetGo ||
      !swipeCloses({
        towards,
        size: edge === 'top' || edge === 'bottom' ? offsetHeight : offsetWidth,
        speed,
      })
    )
      return settle(drawer)
    onSwipe()
    // A veto, or a question that is still open, leaves it here: by then the exit has not begun.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => drawer.hasAttribute('data-exiting') || settle(drawer)),
    )
  }
  return {
    onPointerDown(event: PointerEvent) {
      const target = event.target as Element
      if (event.pointerType === 'mouse' || !event.isPrimary || target.closest(TAKEN)) return
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
      const way = swipeWay(edge, { from, to, rtl })
      const phase = swipePhase(before.phase, way)
      const speed = swipeWay(edge, { from: last, to, rtl }).towards / Math.max(1, to.at - last.at)
      swipe.current = { from, last: to, phase, rtl, speed }
      if (phase !== 'swiping') return
      // From here on nothing below the finger is pressed by it.
      if (before.phase === 'undecided') event.currentTarget.setPointerCapture(event.pointerId)
      const [x, y] = edge === 'top' || edge === 'bottom' ? [0, to.y - from.y] : [to.x - from.x, 0]
      drawer.style.transition = 'none'
      drawer.style.translate = way.towards > 0 ? `${x}px ${y}px` : ''
    },
    onPointerUp: (event: PointerEvent) => end(event, true),
    onPointerCancel: (event: PointerEvent) => end(event, false),
  }
}
