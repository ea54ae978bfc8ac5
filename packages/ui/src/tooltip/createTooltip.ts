import { createStore, type Clock, type Store, type TimerHandle } from '@x/kit'

/** U7, spec section 9: milliseconds and pixels. */
export const TOOLTIP_OPEN_DELAY = 0
export const TOOLTIP_CLOSE_DELAY = 200
export const TOOLTIP_HIDE_AFTER = 0
export const TOOLTIP_MAX_WIDTH = 300
export const LONG_PRESS = 500
/** A finger that moves further scrolls. */
const TOUCH_SLACK = 10

export interface TouchPoint {
  readonly x: number
  readonly y: number
}

export interface TooltipOptions {
  readonly clock: Clock
  readonly openDelay?: number
  readonly closeDelay?: number
  /** Closes by itself after this time; 0 never. */
  readonly hideAfter?: number
}

export interface TooltipModel extends Store<boolean> {
  /** The mouse is over the element or over the tooltip itself. */
  enter(): void
  leave(): void
  focus(): void
  blur(): void
  /**
   * A finger is down; held long enough in its place it opens the tooltip, which then stays until
   * something else is touched.
   */
  touchStart(at: TouchPoint): void
  touchMove(to: TouchPoint): void
  /** Answers whether the press was a long one: it must not press the element as well. */
  touchEnd(): boolean
  /** Escape, or a press on the element. */
  dismiss(): void
  dispose(): void
}

/**
 * U7: whether a tooltip is open. Leaving is debounced, so that the pointer can cross the gap and
 * enter it.
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
