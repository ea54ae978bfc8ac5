import type { Channel, Clock, Locks, Random, Report, Reporter, Visibility } from './ports.ts'

export interface BrowserPorts {
  readonly clock: Clock
  readonly visibility: Visibility
  readonly random: Random
  /** Writes to the console; hand in your own to send reports elsewhere. */
  readonly reporter: Reporter
  readonly locks: Locks | undefined
  /** `undefined` where the platform has no BroadcastChannel or denies it. */
  readonly openChannel: (name: string) => Channel | undefined
}

/**
 * The browser's own clock, visibility, randomness, locks and channels. The only file of this
 * package that touches globals; importing it has no effect.
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

/** A longer delay overflows the platform's 32-bit counter and would fire at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

/**
 * The platform's clock in milliseconds: wall time, time that only grows, and timers that may be
 * longer than the platform's 24.8 days.
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
    // Where the user denies storage, the constructor itself throws a SecurityError.
    return undefined
  }
}
