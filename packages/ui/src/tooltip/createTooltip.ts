import { createStore, type Clock, type Store, type TimerHandle } from '@x/kit'

/** Milliseconds until a tooltip opens (U7, spec section 9). */
export const TOOLTIP_OPEN_DELAY = 0
/** Milliseconds until it closes after the pointer has left (U7). */
export const TOOLTIP_CLOSE_DELAY = 200
/** Milliseconds until it closes by itself; 0 is never (U7). */
export const TOOLTIP_HIDE_AFTER = 0
/** Pixels (U7). */
export const TOOLTIP_MAX_WIDTH = 300
/** Milliseconds of a long press. */
export const LONG_PRESS = 500
/** Movement in pixels above which a touch scrolls. */
const TOUCH_SLACK = 10

/** Position of a finger in pixels. */
export interface TouchPoint {
  readonly x: number
  readonly y: number
}

/** Options of `createTooltip`; delays in milliseconds. */
export interface TooltipOptions {
  readonly clock: Clock
  readonly openDelay?: number
  readonly closeDelay?: number
  /** Milliseconds until it closes by itself; 0 is never. */
  readonly hideAfter?: number
}

/** Model of a tooltip; its state is whether it is open. */
export interface TooltipModel extends Store<boolean> {
  /** The mouse entered the element or the tooltip. */
  enter(): void
  leave(): void
  focus(): void
  blur(): void
  /** A touch started. A long press opens the tooltip until something else is touched. */
  touchStart(at: TouchPoint): void
  touchMove(to: TouchPoint): void
  /** A touch ended. Returns whether it was a long press, which must not click the element. */
  touchEnd(): boolean
  /** Closes on Escape or on a press of the element. */
  dismiss(): void
  dispose(): void
}

/**
 * Creates the model of a tooltip (U7). Closing is delayed, so that the pointer can move from the
 * element to the tooltip.
 */
export function createTooltip({
  clock,
  openDelay = TOOLTIP_OPEN_DELAY,
  closeDelay = TOOLTIP_CLOSE_DELAY,
  hideAfter = TOOLTIP_HIDE_AFTER,
}: TooltipOptions): TooltipModel {
  const store = createStore(false)
  const reasons = new Set<'hover' | 'focus' | 'touch'>()
  const delay = createDelay(clock)
  const hiding = createDelay(clock)

  const open = () => {
    store.setState(true)
    hiding.cancel()
    if (hideAfter > 0) hiding.wait(hideAfter, close)
  }
  const close = () => {
    delay.cancel()
    hiding.cancel()
    reasons.delete('touch')
    store.setState(false)
  }
  const end = (reason: 'hover' | 'focus') => {
    reasons.delete(reason)
    if (reasons.size === 0) delay.wait(closeDelay, close)
  }
  const touch = createTouchHold(delay, () => {
    reasons.add('touch')
    open()
  })
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    enter() {
      reasons.add('hover')
      delay.wait(store.getState() ? 0 : openDelay, open)
    },
    leave: () => end('hover'),
    focus() {
      reasons.add('focus')
      delay.wait(0, open)
    },
    blur: () => end('focus'),
    touchStart(at) {
      close()
      touch.start(at)
    },
    touchMove(to) {
      if (!reasons.has('touch')) touch.move(to)
    },
    touchEnd() {
      touch.end()
      return reasons.has('touch')
    },
    dismiss: close,
    dispose: close,
  }
}

/** A touch that does not move; `onLong` after `LONG_PRESS`. */
function createTouchHold(delay: ReturnType<typeof createDelay>, onLong: () => void) {
  let finger: TouchPoint | undefined
  const end = () => {
    finger = undefined
    delay.cancel()
  }
  return {
    start(at: TouchPoint): void {
      finger = at
      delay.wait(LONG_PRESS, onLong)
    },
    move({ x, y }: TouchPoint): void {
      if (finger && Math.hypot(x - finger.x, y - finger.y) > TOUCH_SLACK) end()
    },
    end,
  }
}

/** One thing to do later; the next wait replaces the last. Of 0 ms or less it is done at once. */
function createDelay(clock: Clock) {
  let timer: TimerHandle | undefined
  const cancel = () => {
    timer?.cancel()
    timer = undefined
  }
  return {
    cancel,
    wait(ms: number, run: () => void): void {
      cancel()
      if (ms <= 0) run()
      else timer = clock.after(ms, run)
    },
  }
}
