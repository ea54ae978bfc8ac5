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
  TextSocket,
  TextSocketListener,
  Visibility,
} from './ports.ts'

/** A clock under the control of a test. */
export interface ManualClock extends Clock {
  /**
   * Advances wall and monotonic time by `ms`; runs the timers that become due, in order, and the
   * promises that they settle.
   */
  advance(ms: number): Promise<void>
  /** Sets the wall clock forward by `ms`, as a user or NTP does; monotonic time stays. */
  jump(ms: number): void
  /** How many timers have neither run nor been cancelled. */
  pendingTimers(): number
}

/** A clock that only a test advances. `startAt`: wall time in milliseconds since the epoch. */
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

/** Waits until pending promises settle, those of web crypto included. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

/** A storage in memory that several simulated tabs can share. */
export interface MemoryStorage extends KeyValueStorage {
  /** Another tab on the same data; each tab's subscribers receive the changes of the others. */
  openTab(): KeyValueStorage
}

/** Strings in memory, shared by the tabs that `openTab` opens. No write is refused. */
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
 * Structured clones in memory. Rejects a value that cannot be cloned with `DataCloneError`, as
 * IndexedDB does.
 */
export function createMemoryAsyncStorage(): AsyncKeyValueStorage {
  const data = new Map<string, unknown>()
  return {
    // Clones on read and write, as IndexedDB does, so that a test notices a shared reference.
    get: async <T>(key: string) => structuredClone(data.get(key)) as T | undefined,
    set: async (key, value) => void data.set(key, structuredClone(value)),
    remove: async (key) => void data.delete(key),
    keys: async () => [...data.keys()],
  }
}

/** A page whose visibility a test controls. */
export interface ManualVisibility extends Visibility {
  set(visible: boolean): void
  /** Notifies the subscribers without a change, as a focus or online event does. */
  notify(): void
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
    notify: () => changes.emit(),
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

/** A reporter that records its reports, in order. */
export function createRecordingReporter(): Reporter & { readonly reports: readonly Report[] } {
  const reports: Report[] = []
  return { reports, report: (report) => void reports.push(report) }
}

/** Locks shared by all simulated tabs that are given the same object. */
export function createMemoryLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async request(name, { ifAvailable = false, signal }, run) {
      const tail = tails.get(name)
      if (ifAvailable) signal = undefined
      signal?.throwIfAborted()
      if (tail && ifAvailable) return run(false)
      let isHeld = false
      const turn = (tail ?? Promise.resolve()).then(() => {
        signal?.throwIfAborted()
        isHeld = true
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
      return Promise.race([turn, rejectOnAbort(signal, () => !isHeld)])
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

/** Opens channels of one simulated browser: a message reaches all other channels of its name. */
export function createMemoryChannels(): (name: string) => Channel {
  const channels = new Map<string, Set<{ receive: (message: unknown) => void }>>()
  return (name) => {
    const peers = channels.get(name) ?? new Set()
    channels.set(name, peers)
    const messages = createEmitter<unknown>()
    const self = { receive: (message: unknown) => messages.emit(message) }
    peers.add(self)
    return {
      post(message) {
        if (!peers.has(self)) return
        for (const peer of peers) if (peer !== self) peer.receive(structuredClone(message))
      },
      subscribe: (listener) => messages.subscribe(listener),
      close: () => void peers.delete(self),
    }
  }
}

/** A socket that a test opens, feeds and closes. */
export interface ScriptedSocket extends TextSocket {
  /** The texts that the client sent, in order. */
  readonly sent: readonly string[]
  /** Whether the client closed it or the network dropped it. */
  readonly isClosed: boolean
  open(): void
  /** Delivers a message to the client; other values than strings as JSON. */
  deliver(message: unknown): void
  /** Delivers a ping frame. */
  ping(): void
  /** Closes the socket from the server's side, as a lost network does. */
  drop(): void
}

/** A factory of scripted sockets; `sockets` lists them in the order in which they were opened. */
export function createScriptedSockets(): {
  openSocket: () => ScriptedSocket
  sockets: readonly ScriptedSocket[]
} {
  const sockets: ScriptedSocket[] = []
  return {
    sockets,
    openSocket() {
      const socket = createScriptedSocket()
      sockets.push(socket)
      return socket
    },
  }
}

function createScriptedSocket(): ScriptedSocket {
  let listener: TextSocketListener | undefined
  let isClosed = false
  const sent: string[] = []
  return {
    sent,
    get isClosed() {
      return isClosed
    },
    listen: (next) => void (listener = next),
    send: (text) => void sent.push(text),
    close: () => void (isClosed = true),
    open: () => listener?.onOpen(),
    deliver: (message) =>
      listener?.onMessage(typeof message === 'string' ? message : JSON.stringify(message)),
    ping: () => listener?.onPing(),
    drop() {
      isClosed = true
      listener?.onClose()
    },
  }
}
