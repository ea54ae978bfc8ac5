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
  let hovered = false
  let focused = false
  let touched = false
  let finger: TouchPoint | undefined
  let timer: TimerHandle | undefined
  let hide: TimerHandle | undefined

  const wait = (ms: number, run: () => void) => {
    timer?.cancel()
    timer = undefined
    if (ms <= 0) run()
    else timer = clock.after(ms, run)
  }
  const open = () => {
    store.setState(true)
    hide?.cancel()
    hide = hideAfter > 0 ? clock.after(hideAfter, close) : undefined
  }
  const close = () => {
    timer?.cancel()
    hide?.cancel()
    touched = false
    store.setState(false)
  }
  const closeIfLeft = () => {
    if (hovered || focused || touched) return
    wait(closeDelay, close)
  }
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    enter() {
      hovered = true
      wait(store.getState() ? 0 : openDelay, open)
    },
    leave() {
      hovered = false
      closeIfLeft()
    },
    focus() {
      focused = true
      wait(0, open)
    },
    blur() {
      focused = false
      closeIfLeft()
    },
    touchStart(at) {
      close()
      finger = at
      wait(LONG_PRESS, () => {
        touched = true
        open()
      })
    },
    touchMove({ x, y }) {
      if (!finger || touched || Math.hypot(x - finger.x, y - finger.y) <= TOUCH_SLACK) return
      finger = undefined
      timer?.cancel()
    },
    touchEnd() {
      finger = undefined
      timer?.cancel()
      return touched
    },
    dismiss: close,
    dispose: close,
  }
}
