/**
 * Every effect that a package needs is passed in through one of these ports, so that tests control
 * time, randomness, storage and network.
 */

/** An opaque handle of a running timer. */
export type TimerHandle = { readonly cancel: () => void }

/** Time and timers. */
export interface Clock {
  /** Wall time in milliseconds since the epoch; may jump. */
  now(): number
  /** Milliseconds that never decrease; the origin is arbitrary. */
  monotonic(): number
  /** Runs `run` once after `ms` milliseconds. */
  after(ms: number, run: () => void): TimerHandle
}

/** One change of a key, by this tab or another. `value: null`: the key was removed. */
export interface StorageChange {
  readonly key: string
  readonly value: string | null
}

/**
 * Small strings, read at once: localStorage, sessionStorage, cookies or memory. A driver never
 * throws on `get`.
 */
export interface KeyValueStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
  /**
   * Calls on changes by other tabs; a driver that cannot see them never calls. Returns the
   * unsubscribe function.
   */
  subscribe(listener: (change: StorageChange) => void): () => void
}

/**
 * Structured values, read asynchronously, as in IndexedDB. Values are structured clones: a read
 * never returns the object that was written.
 */
export interface AsyncKeyValueStorage {
  /**
   * Rejects with an error whose `code` is `timeout` while the storage cannot be read yet: the value
   * may exist, and a later read may return it.
   */
  get<T = unknown>(key: string): Promise<T | undefined>
  /** Rejects with an error named `DataCloneError` when the value cannot be cloned. */
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  keys(): Promise<string[]>
}

/** Whether the page is visible. */
export interface Visibility {
  isVisible(): boolean
  /** Called on visibilitychange, pageshow, focus and online. */
  subscribe(listener: () => void): () => void
}

/** Randomness that is fit for secrets. */
export interface Random {
  /** `length` bytes from a cryptographically secure source. */
  bytes(length: number): Uint8Array<ArrayBuffer>
}

/** A failure without secrets: no token, no password, no query string. */
export interface Report {
  readonly kind: string
  readonly message?: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/** Receives reports of failures, to log or send them. */
export interface Reporter {
  report(report: Report): void
}

/** Mutual exclusion between tabs; `undefined` where the platform has no Web Locks. */
export interface Locks {
  /**
   * Runs `run` while holding the lock `name`; `run(false)` when `ifAvailable` is set and the lock
   * is taken. `signal` ends the wait for the lock, not the lock once held, and rejects with its
   * reason; it has no effect together with `ifAvailable`, which never waits.
   */
  request<T>(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    run: (isHeld: boolean) => Promise<T>,
  ): Promise<T>
}

/**
 * Messages between tabs of one origin; a tab does not receive its own. Posting after `close` does
 * nothing.
 */
export interface Channel {
  post(message: unknown): void
  subscribe(listener: (message: unknown) => void): () => void
  close(): void
}

/** One text WebSocket to a fixed address, as the platform opens it. */
export interface TextSocket {
  /** Does nothing while the socket is not open. */
  send(text: string): void
  close(): void
  /** Sets the only listener. Its methods are called in the order of arrival. */
  listen(listener: TextSocketListener): void
}

/** What happens to a `TextSocket`. */
export interface TextSocketListener {
  onOpen(): void
  onMessage(text: string): void
  /** A ping frame of the server, where the platform shows it. */
  onPing(): void
  /** Called once, also for a socket that never opened. */
  onClose(): void
}

/**
 * Events after which an open socket may be dead or a closed one may open again: the network goes or
 * returns, the page becomes visible, the device wakes.
 */
export interface ConnectivityHints {
  subscribe(listener: () => void): () => void
}
