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

const restAt = (index: number) => ({ index, offset: offsetOf(index), duration: 0 })

interface Settling {
  readonly index: number
  /** Milliseconds. Default `WHEEL_SETTLE`. */
  readonly duration?: number
}

/** Where a wheel is, how it settles on a row, and who is notified of that. */
function createMotion(options: WheelOptions) {
  const { clock, isReducedMotion = () => false } = options
  let { rows, index: stoppedAt } = options
  const { store: phase, send } = createMachine(wheelTable, 'resting')
  const store = createStore<WheelState>({ phase: 'resting', ...restAt(stoppedAt) })
  let timer: TimerHandle | undefined
  const listeners = new Set<(index: number) => void>()

  const set = (next: Partial<WheelState>) =>
    store.setState({ ...store.getState(), ...next, phase: phase.getState() })
  /** Replaces what the wheel waited for. */
  const wait = (ms: number, task: () => void) => {
    timer?.cancel()
    timer = clock.after(ms, task)
  }
  const land = () => {
    send('land')
    // The rows may have changed during the animation.
    const found = nearestEnabled(rows, store.getState().index)
    const index = found === -1 ? stoppedAt : found
    set(restAt(index))
    if (index === stoppedAt) return
    stoppedAt = index
    for (const listener of listeners) listener(index)
  }
  const settle = (event: 'release' | 'go', { index, duration = WHEEL_SETTLE }: Settling) => {
    timer?.cancel()
    if (!send(event)) return
    const target = nearestEnabled(rows, index)
    // If no row can be chosen, the wheel returns to where it was.
    const aim = target === -1 ? stoppedAt : target
    const time = isReducedMotion() ? 0 : duration
    set({ ...restAt(aim), duration: time })
    if (time === 0) land()
    else wait(time, land)
  }
  const show: Wheel['show'] = (next) => {
    ;({ rows, index: stoppedAt } = next)
    // Does not interrupt a drag; its release lands on a row that exists then.
    if (phase.getState() === 'resting') set(restAt(next.index))
  }
  const dispose = () => {
    timer?.cancel()
    if (phase.getState() === 'rolled') send('go')
    send('release')
    send('land')
    set(restAt(stoppedAt))
  }
  const stop = () => timer?.cancel()
  const rowsNow = () => rows
  return { store, phase, send, set, settle, wait, stop, show, dispose, listeners, rowsNow }
}

/** Creates the model of a wheel: offset, fling and landing (U12). */
export function createWheel(options: WheelOptions): Wheel {
  const motion = createMotion(options)
  const { store, phase, send, set, settle, listeners, rowsNow } = motion
  let press = { y: 0, offset: 0, isTap: false }
  let sample: WheelSample = { at: 0, offset: 0 }

  const offsetNow = () => store.getState().offset
  const now = (): WheelSample => ({ at: options.clock.monotonic(), offset: offsetNow() })
  const fling = () => {
    const { offset, duration } = landing(sample, now())
    settle('release', { index: rowAt(offset, rowsNow().length), duration })
  }
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    grab(y, { offset = offsetNow() } = {}) {
      const isTap = phase.getState() === 'resting'
      if (!send('grab')) return
      motion.stop()
      press = { y, offset, isTap }
      set({ offset, duration: 0 })
      sample = now()
    },
    drag(y) {
      if (phase.getState() !== 'dragged') return
      if (Math.abs(y - press.y) > TAP_SLACK) press = { ...press, isTap: false }
      set({ offset: clampDrag(press.offset + y - press.y, rowsNow().length) })
      sample = currentSample(sample, now())
    },
    release(y, { top }) {
      if (phase.getState() !== 'dragged') return
      const place = { offset: press.offset, count: rowsNow().length }
      if (press.isTap) settle('release', { index: rowUnder(y - top, place) })
      else fling()
    },
    cancel() {
      if (phase.getState() === 'dragged')
        settle('release', { index: rowAt(offsetNow(), rowsNow().length) })
    },
    roll(pixels, { offset = offsetNow() } = {}) {
      if (!send('roll')) return
      const rolled = Math.min(0, Math.max(offsetOf(rowsNow().length - 1), offset - pixels))
      set({ offset: rolled, duration: 0 })
      motion.wait(WHEEL_SETTLE, () => settle('go', { index: rowAt(offsetNow(), rowsNow().length) }))
    },
    move: (move) =>
      settle('go', { index: stepRow(rowsNow(), { from: store.getState().index, move }) }),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show: motion.show,
    dispose: motion.dispose,
  }
}
