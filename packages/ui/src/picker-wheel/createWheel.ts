import { createMachine, createStore, type Clock, type Store, type TimerHandle } from '@x/kit'
import {
  landing,
  nearestEnabled,
  offsetOf,
  pulled,
  rowAt,
  rowUnder,
  sampled,
  stepRow,
  TAP_SLACK,
  WHEEL_SETTLE,
  wheelTable,
  type WheelMove,
  type WheelPhase,
  type WheelRow,
  type WheelSample,
} from './wheelMachine.ts'

export interface WheelState {
  readonly phase: WheelPhase
  /** Pixels; `offsetOf` of the row in the middle at rest. */
  readonly offset: number
  /** Milliseconds that the way to `offset` takes. */
  readonly duration: number
  /** The row that the wheel rests at or is on its way to. */
  readonly index: number
}

export interface WheelOptions {
  readonly clock: Clock
  readonly rows: readonly WheelRow[]
  readonly index: number
  /** True where nothing may glide. */
  readonly isStill?: () => boolean
}

export interface Wheel extends Store<WheelState> {
  /** `y` in pixels of the page; `offset` is where a wheel that still moves is seen. */
  grab(y: number, options?: { readonly offset?: number }): void
  drag(y: number): void
  /**
   * `top`: where the wheel begins on the page; a press that did not move chooses the row under it.
   */
  release(y: number, options: { readonly top: number }): void
  /** The gesture was taken away. */
  cancel(): void
  /** Pixels of a mouse wheel, down is positive; `offset` as in `grab`. */
  roll(pixels: number, options?: { readonly offset?: number }): void
  move(move: WheelMove): void
  /**
   * U12: hears of the row once the wheel has come to rest at another one than it last rested at.
   * Returns the unsubscribe verb.
   */
  onChange(listener: (index: number) => void): () => void
  /** What the caller shows: other rows, another value. */
  show(options: { readonly rows: readonly WheelRow[]; readonly index: number }): void
  /** Nothing runs on, nothing more is told; it stands where it last rested. */
  dispose(): void
}

/** U12: offset, throw and landing of one wheel. */
export function createWheel({
  clock,
  rows: firstRows,
  index: firstIndex,
  isStill = () => false,
}: WheelOptions): Wheel {
  const { store: phase, send } = createMachine(wheelTable, 'resting')
  const store = createStore<WheelState>({
    phase: 'resting',
    offset: offsetOf(firstIndex),
    duration: 0,
    index: firstIndex,
  })
  let rows = firstRows
  let rested = firstIndex
  let timer: TimerHandle | undefined
  const listeners = new Set<(index: number) => void>()
  let press = { y: 0, offset: 0, isTap: false }
  let sample: WheelSample = { at: 0, offset: 0 }

  const set = (next: Partial<WheelState>) =>
    store.setState({ ...store.getState(), ...next, phase: phase.getState() })
  const land = () => {
    send('land')
    // The rows may be others by now.
    const found = nearestEnabled(rows, store.getState().index)
    const index = found === -1 ? rested : found
    set({ index, offset: offsetOf(index), duration: 0 })
    if (index === rested) return
    rested = index
    for (const listener of listeners) listener(index)
  }
  const settle = (
    event: 'release' | 'go',
    { index, duration = WHEEL_SETTLE }: { readonly index: number; readonly duration?: number },
  ) => {
    timer?.cancel()
    if (!send(event)) return
    const target = nearestEnabled(rows, index)
    // Where nothing can be chosen the wheel goes back to where it was.
    const aim = target === -1 ? rested : target
    const time = isStill() ? 0 : duration
    set({ index: aim, offset: offsetOf(aim), duration: time })
    if (time === 0) land()
    else timer = clock.after(time, land)
  }
  const now = (): WheelSample => ({ at: clock.monotonic(), offset: store.getState().offset })
  const letGo = () => {
    const { offset, duration } = landing(sample, now())
    settle('release', { index: rowAt(offset, rows.length), duration })
  }
  return {
    getState: store.getState,
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
      set({ offset: pulled(press.offset + y - press.y, rows.length) })
      sample = sampled(sample, now())
    },
    release(y, { top }) {
      if (phase.getState() !== 'dragged') return
      const { offset } = press
      if (press.isTap)
        settle('release', { index: rowUnder(y - top, { offset, count: rows.length }) })
      else letGo()
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
      rested = next.index
      // A hand on the wheel is not pulled away; what it lets go lands among the rows that are there
      // then.
      if (phase.getState() === 'resting')
        set({ index: next.index, offset: offsetOf(next.index), duration: 0 })
    },
    dispose() {
      timer?.cancel()
      if (phase.getState() === 'rolled') send('go')
      send('release')
      send('land')
      set({ index: rested, offset: offsetOf(rested), duration: 0 })
    },
  }
}
