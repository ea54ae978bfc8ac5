import { createMachine, createStore, type Clock, type Store, type TimerHandle } from '@x/kit'
import {
  landing,
  nearestEnabled,
  offsetOf,
  clampDrag,
  rowAt,
  rowUnder,
  currentSample,
  stepRow,
  TAP_SLACK,
  WHEEL_SETTLE,
  wheelTable,
  type WheelMove,
  type WheelPhase,
  type WheelRow,
  type WheelSample,
} from './wheelMachine.ts'

/** State of a wheel. */
export interface WheelState {
  readonly phase: WheelPhase
  /** Pixels; `offsetOf` of the middle row when the wheel has stopped. */
  readonly offset: number
  /** Milliseconds of the animation to `offset`. */
  readonly duration: number
  /** Row at which the wheel stopped or will stop. */
  readonly index: number
}

/** Options of `createWheel`. */
export interface WheelOptions {
  readonly clock: Clock
  readonly rows: readonly WheelRow[]
  readonly index: number
  /** Returns true to disable animations. Default: never. */
  readonly isReducedMotion?: () => boolean
}

/** Model of a picker wheel. */
export interface Wheel extends Store<WheelState> {
  /**
   * Starts a drag. `y` is in pixels of the page; `offset` is the rendered position of a moving
   * wheel.
   */
  grab(y: number, options?: { readonly offset?: number }): void
  drag(y: number): void
  /**
   * Ends a drag. `top` is the top of the wheel on the page; a press without movement chooses the
   * row at `y`.
   */
  release(y: number, options: { readonly top: number }): void
  /** Ends a drag that the browser cancelled. */
  cancel(): void
  /** Scrolls by pixels of a mouse wheel, positive is down; `offset` as in `grab`. */
  roll(pixels: number, options?: { readonly offset?: number }): void
  move(move: WheelMove): void
  /**
   * Subscribes to the row at which the wheel stops, if it differs from the last one (U12). Returns
   * the unsubscribe.
   */
  onChange(listener: (index: number) => void): () => void
  /** Sets other rows or another value. */
  show(options: { readonly rows: readonly WheelRow[]; readonly index: number }): void
  /** Stops timers and notifications; the wheel shows the row where it last stopped. */
  dispose(): void
}

/** Creates the model of a wheel: offset, fling and landing (U12). */
export function createWheel({
  clock,
  rows: firstRows,
  index: firstIndex,
  isReducedMotion = () => false,
}: WheelOptions): Wheel {
  const { store: phase, send } = createMachine(wheelTable, 'resting')
  const store = createStore<WheelState>({
    phase: 'resting',
    offset: offsetOf(firstIndex),
    duration: 0,
    index: firstIndex,
  })
  let rows = firstRows
  let stoppedAt = firstIndex
  let timer: TimerHandle | undefined
  const listeners = new Set<(index: number) => void>()
  let press = { y: 0, offset: 0, isTap: false }
  let sample: WheelSample = { at: 0, offset: 0 }

  const set = (next: Partial<WheelState>) =>
    store.setState({ ...store.getState(), ...next, phase: phase.getState() })
  const land = () => {
    send('land')
    // The rows may have changed during the animation.
    const found = nearestEnabled(rows, store.getState().index)
    const index = found === -1 ? stoppedAt : found
    set({ index, offset: offsetOf(index), duration: 0 })
    if (index === stoppedAt) return
    stoppedAt = index
    for (const listener of listeners) listener(index)
  }
  const settle = (
    event: 'release' | 'go',
    { index, duration = WHEEL_SETTLE }: { readonly index: number; readonly duration?: number },
  ) => {
    timer?.cancel()
    if (!send(event)) return
    const target = nearestEnabled(rows, index)
    // If no row can be chosen, the wheel returns to where it was.
    const aim = target === -1 ? stoppedAt : target
    const time = isReducedMotion() ? 0 : duration
    set({ index: aim, offset: offsetOf(aim), duration: time })
    if (time === 0) land()
    else timer = clock.after(time, land)
  }
  const now = (): WheelSample => ({ at: clock.monotonic(), offset: store.getState().offset })
  const fling = () => {
    const { offset, duration } = landing(sample, now())
    settle('release', { index: rowAt(offset, rows.length), duration })
  }
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    grab(y, { offset = store.getState().offset } = {}) {
      const isTap = phase.getState() === 'resting'
      if (!send('grab')) return
      timer?.cancel()
      press = { y, offset, isTap }
      set({ offset, duration: 0 })
      sample = now()
    },
    drag(y) {
      if (phase.getState() !== 'dragged') return
      if (Math.abs(y - press.y) > TAP_SLACK) press = { ...press, isTap: false }
      set({ offset: clampDrag(press.offset + y - press.y, rows.length) })
      sample = currentSample(sample, now())
    },
    release(y, { top }) {
      if (phase.getState() !== 'dragged') return
      const { offset } = press
      if (press.isTap)
        settle('release', { index: rowUnder(y - top, { offset, count: rows.length }) })
      else fling()
    },
    cancel() {
      if (phase.getState() === 'dragged')
        settle('release', { index: rowAt(store.getState().offset, rows.length) })
    },
    roll(pixels, { offset = store.getState().offset } = {}) {
      if (!send('roll')) return
      set({
        offset: Math.min(0, Math.max(offsetOf(rows.length - 1), offset - pixels)),
        duration: 0,
      })
      timer?.cancel()
      timer = clock.after(WHEEL_SETTLE, () =>
        settle('go', { index: rowAt(store.getState().offset, rows.length) }),
      )
    },
    move: (move) => settle('go', { index: stepRow(rows, { from: store.getState().index, move }) }),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(next) {
      rows = next.rows
      stoppedAt = next.index
      // Does not interrupt a drag; its release lands on a row that exists then.
      if (phase.getState() === 'resting')
        set({ index: next.index, offset: offsetOf(next.index), duration: 0 })
    },
    dispose() {
      timer?.cancel()
      if (phase.getState() === 'rolled') send('go')
      send('release')
      send('land')
      set({ index: stoppedAt, offset: offsetOf(stoppedAt), duration: 0 })
    },
  }
}
