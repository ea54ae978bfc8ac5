import { createEmitter } from './createEmitter.ts'
import type {
  AsyncKeyValueStorage,
  Channel,
  Clock,
  KeyValueStorage,
  Locks,
  Random,
  Report,
  Reporter,
  StorageChange,
  Visibility,
} from './ports.ts'

export interface ManualClock extends Clock {
  /**
   * Moves wall and monotonic time on, running the timers due on the way, in order, and the promises
   * they settle.
   */
  advance(ms: number): Promise<void>
  /** Moves the wall clock alone, as a user or NTP does. */
  jump(ms: number): void
  pendingTimers(): number
}

/**
 * A clock that stands still until a test moves it. `startAt`: wall time in milliseconds since the
 * epoch.
 */
export function createManualClock(startAt = 1_732_238_512_345): ManualClock {
  let monotonic = 0
  let wallOffset = startAt
  let nextId = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const due = (until: number) =>
    [...timers.entries()]
      .filter(([, timer]) => timer.at <= until)
      .sort(([a, x], [b, y]) => x.at - y.at || a - b)[0]
  return {
    now: () => wallOffset + monotonic,
    monotonic: () => monotonic,
    after(ms, run) {
      const id = nextId++
      timers.set(id, { at: monotonic + Math.max(0, ms), run })
      return { cancel: () => void timers.delete(id) }
    },
    async advance(ms) {
      const until = monotonic + ms
      await settle()
      for (let next = due(until); next; next = due(until)) {
        const [id, timer] = next
        timers.delete(id)
        monotonic = timer.at
        timer.run()
        await settle()
      }
      monotonic = until
    },
    jump: (ms) => void (wallOffset += ms),
    pendingTimers: () => timers.size,
  }
}

/** Lets every promise that is already on its way settle, web crypto's included. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

export interface MemoryStorage extends KeyValueStorage {
  /**
   * A second tab on the same data: its writes reach this tab's subscribers and the other way round.
   */
  openTab(): KeyValueStorage
}

/** Small strings in memory, with further tabs on the same data. Nothing is refused. */
export function createMemoryStorage(initial: Readonly<Record<string, string>> = {}): MemoryStorage {
  const data = new Map<string, string>(Object.entries(initial))
  const changes = createEmitter<StorageChange & { from: symbol }>()
  const openTab = (): KeyValueStorage => {
    const self = Symbol('tab')
    return {
      get: (key) => data.get(key) ?? null,
      set(key, value) {
        if (data.get(key) === value) return
        data.set(key, value)
        changes.emit({ key, value, from: self })
      },
      remove(key) {
        if (data.delete(key)) changes.emit({ key, value: null, from: self })
      },
      keys: () => [...data.keys()],
      subscribe: (listener) =>
        changes.subscribe(({ key, value, from }) => from !== self && listener({ key, value })),
    }
  }
  return { ...openTab(), openTab }
}

/**
 * Structured clones in memory; rejects with `DataCloneError`, as IndexedDB does, what cannot be
 * cloned.
 */
export function createMemoryAsyncStorage(): AsyncKeyValueStorage {
  const data = new Map<string, unknown>()
  return {
    // Clones both ways, as IndexedDB does, so that a test notices a value kept by reference or one
    // that cannot be cloned.
    get: async <T>(key: string) => structuredClone(data.get(key)) as T | undefined,
    set: async (key, value) => void data.set(key, structuredClone(value)),
    remove: async (key) => void data.delete(key),
    keys: async () => [...data.keys()],
  }
}

export interface ManualVisibility extends Visibility {
  set(visible: boolean): void
  /** A focus or online event that changes nothing but asks everyone to look again. */
  poke(): void
}

/** A page that a test hides and shows. */
export function createManualVisibility(visible = true): ManualVisibility {
  const changes = createEmitter<void>()
  return {
    isVisible: () => visible,
    subscribe: (listener) => changes.subscribe(listener),
    set(next) {
      visible = next
      changes.emit()
    },
    poke: () => changes.emit(),
  }
}

/** Repeatable bytes (xorshift32). For tests only: never a source of secrets. */
export function createSeededRandom(seed = 1): Random {
  let state = seed >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state & 0xff
  }
  return { bytes: (length) => Uint8Array.from({ length }, next) }
}

/** Keeps what was reported, in order. */
export function createRecordingReporter(): Reporter & { readonly reports: readonly Report[] } {
  const reports: Report[] = []
  return { reports, report: (report) => void reports.push(report) }
}

/** Locks shared by every "tab" that is given the same object. */
export function createMemoryLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async request(name, { ifAvailable = false, signal }, run) {
      const tail = tails.get(name)
      if (ifAvailable) signal = undefined
      signal?.throwIfAborted()
      if (tail && ifAvailable) return run(false)
      let held = false
      const turn = (tail ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted()
        held = true
        return run(true)
      })
      const settled = turn
        .then(
          () => {},
          () => {},
        )
        .then(() => void (tails.get(name) === settled && tails.delete(name)))
      tails.set(name, settled)
      if (!signal) return turn
      return Promise.race([turn, rejectOnAbort(signal, () => !held)])
    },
  }
}

function rejectOnAbort(signal: AbortSignal, isWaiting: () => boolean): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => void (isWaiting() && reject(signal.reason as Error)), {
      once: true,
    })
  })
}

/** Opens channels of one imaginary browser: what one posts, all others of that name hear. */
export function createMemoryChannels(): (name: string) => Channel {
  const rooms = new Map<string, Set<{ hear: (message: unknown) => void }>>()
  return (name) => {
    const room = rooms.get(name) ?? new Set()
    rooms.set(name, room)
    const heard = createEmitter<unknown>()
    const self = { hear: (message: unknown) => heard.emit(message) }
    room.add(self)
    return {
      post(message) {
        if (!room.has(self)) return
        for (const other of room) if (other !== self) other.hear(structuredClone(message))
      },
      subscribe: (listener) => heard.subscribe(listener),
      close: () => void room.delete(self),
    }
  }
}
