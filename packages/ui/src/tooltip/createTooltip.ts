import { createStore, type Clock, type Store, type TimerHandle } from '@x/kit'

/** U7, spec section 9: milliseconds and pixels. */
export const TOOLTIP_OPEN_DELAY = 0
export const TOOLTIP_CLOSE_DELAY = 200
export const TOOLTIP_HIDE_AFTER = 0
export const TOOLTIP_MAX_WIDTH = 300
export const LONG_PRESS = 500

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
  /** A finger is down; held long enough it opens the tooltip. */
  touchStart(): void
  touchEnd(): void
  /** Escape, or a press on the element. */
  dismiss(): void
  dispose(): void
}

/** U7: whether a tooltip is open. Leaving is debounced, so that the pointer can cross the gap and enter it. */
export function createTooltip({ clock, openDelay = TOOLTIP_OPEN_DELAY, closeDelay = TOOLTIP_CLOSE_DELAY, hideAfter = TOOLTIP_HIDE_AFTER }: TooltipOptions): TooltipModel {
  const store = createStore(false)
  let hovered = false
  let focused = false
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
    store.setState(false)
  }
  const closeIfLeft = () => {
    if (hovered || focused) return
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
    touchStart: () => wait(LONG_PRESS, open),
    touchEnd() {
      timer?.cancel()
      if (store.getState()) closeIfLeft()
    },
    dismiss: close,
    dispose: close,
  }
}
