import type {
  Channel,
  Clock,
  ConnectivityHints,
  Locks,
  Random,
  Report,
  Reporter,
  TextSocket,
  Visibility,
} from './ports.ts'

/** The ports that a browser implements. */
export interface BrowserPorts {
  readonly clock: Clock
  readonly visibility: Visibility
  readonly random: Random
  /** Writes to the console; pass another one to send reports elsewhere. */
  readonly reporter: Reporter
  readonly locks: Locks | undefined
  /** `undefined` where the platform has no BroadcastChannel or denies it. */
  readonly openChannel: (name: string) => Channel | undefined
}

/**
 * The browser's clock, visibility, randomness, reporter, locks and channels. Importing this module
 * has no effect; only this file of the package uses browser globals. A page that is rendered on a
 * server may call it there too.
 */
export function browserPorts(): BrowserPorts {
  return {
    clock: browserClock(),
    visibility: browserVisibility(),
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    reporter: {
      report: (report: Report) =>
        console.warn(`[${report.kind}]`, report.message ?? '', report.detail ?? ''),
    },
    locks: browserLocks(),
    openChannel,
  }
}

/** Where there is no page: on a server and in workers. */
export const ALWAYS_VISIBLE: Visibility = { isVisible: () => true, subscribe: () => () => {} }

/** A longer delay overflows the platform's 32-bit counter, and the timer fires at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

/**
 * The platform's clock in milliseconds: wall time, monotonic time, and timers that may be longer
 * than the platform's limit of 24.8 days.
 */
export function browserClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, run) {
      let id: ReturnType<typeof setTimeout>
      const arm = (left: number) => {
        id = setTimeout(
          () => (left > LONGEST_TIMEOUT ? arm(left - LONGEST_TIMEOUT) : run()),
          Math.min(left, LONGEST_TIMEOUT),
        )
      }
      arm(ms)
      return { cancel: () => clearTimeout(id) }
    },
  }
}

function browserVisibility(): Visibility {
  if (typeof document === 'undefined') return ALWAYS_VISIBLE
  return {
    isVisible: () => document.visibilityState === 'visible',
    subscribe(listener) {
      document.addEventListener('visibilitychange', listener)
      const names = ['pageshow', 'focus', 'online'] as const
      for (const name of names) window.addEventListener(name, listener)
      return () => {
        document.removeEventListener('visibilitychange', listener)
        for (const name of names) window.removeEventListener(name, listener)
      }
    },
  }
}

function browserLocks(): Locks | undefined {
  if (typeof navigator === 'undefined' || !('locks' in navigator) || !navigator.locks)
    return undefined
  const manager = navigator.locks
  return {
    async request(name, options, run) {
      // The platform refuses `signal` together with `ifAvailable`.
      const init: LockOptions = options.ifAvailable
        ? { ifAvailable: true }
        : options.signal
          ? { signal: options.signal }
          : {}
      return manager.request(name, init, (lock) => run(lock !== null))
    },
  }
}

function openChannel(name: string): Channel | undefined {
  const channel = tryBroadcastChannel(name)
  if (!channel) return undefined
  let open = true
  return {
    post: (message) => void (open && channel.postMessage(message)),
    subscribe(listener) {
      const onMessage = (event: MessageEvent<unknown>) => listener(event.data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close() {
      open = false
      channel.close()
    },
  }
}

function tryBroadcastChannel(name: string): BroadcastChannel | undefined {
  try {
    return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  } catch {
    // The constructor throws a SecurityError where the user denies storage.
    return undefined
  }
}

/**
 * A function that opens a WebSocket to `address`, an absolute URL or, in a page, one relative to
 * it; `http` becomes `ws`. Binary messages are ignored. On a server without a global WebSocket
 * (Node before 22) each try fails.
 */
export function browserSocket(address: string): () => TextSocket {
  return () => {
    const url = new URL(address, globalThis.location?.href)
    url.protocol = url.protocol.replace('http', 'ws')
    const socket = new WebSocket(url)
    return {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => socket.close(),
      listen({ onOpen, onMessage, onClose }) {
        socket.onopen = onOpen
        socket.onmessage = (event: MessageEvent<unknown>) =>
          typeof event.data === 'string' && onMessage(event.data)
        socket.onclose = onClose
      },
    }
  }
}

const HINT_EVENTS = ['online', 'offline', 'visibilitychange', 'pageshow', 'focus'] as const

/**
 * Calls when the network goes or returns and when the page comes back to the foreground; on a
 * server never.
 */
export function browserConnectivityHints(): ConnectivityHints {
  return {
    subscribe(listener) {
      if (typeof addEventListener === 'undefined') return () => {}
      for (const name of HINT_EVENTS) addEventListener(name, listener)
      return () => {
        for (const name of HINT_EVENTS) removeEventListener(name, listener)
      }
    },
  }
}
