/**
 * Every effect a package needs is handed in through one of these ports, so that tests hold time,
 * chance and storage in their hands.
 */

/** An opaque handle of a running timer. */
export type TimerHandle = { readonly cancel: () => void }

export interface Clock {
  /** Wall time in milliseconds since the epoch; may jump. */
  now(): number
  /** Milliseconds that only ever grow; the origin is arbitrary. */
  monotonic(): number
  /** Runs `run` once after `ms` milliseconds. */
  after(ms: number, run: () => void): TimerHandle
}

/** One change of a key, as another tab or this one made it. `value: null` means removed. */
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
   * Changes made by other tabs (drivers that cannot see them never call). Returns the unsubscribe
   * verb.
   */
  subscribe(listener: (change: StorageChange) => void): () => void
}

/**
 * Structured values that take a moment to read: IndexedDB. Values are structured clones: what is
 * read is never what was written.
 */
export interface AsyncKeyValueStorage {
  get<T = unknown>(key: string): Promise<T | undefined>
  /** Rejects with an error named `DataCloneError` when the value cannot be cloned. */
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  keys(): Promise<string[]>
}

export interface Visibility {
  isVisible(): boolean
  /** Called on visibilitychange, pageshow, focus and online. */
  subscribe(listener: () => void): () => void
}

export interface Random {
  /** `length` bytes from a cryptographically secure source. */
  bytes(length: number): Uint8Array<ArrayBuffer>
}

/** What went wrong, without secrets: no token, no password, no query string. */
export interface Report {
  readonly kind: string
  readonly message?: string
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

export interface Reporter {
  report(report: Report): void
}

/** Mutual exclusion between tabs; `undefined` where the platform has no Web Locks. */
export interface Locks {
  /**
   * Runs `run` while holding `name`; `run(false)` when `ifAvailable` is set and the lock is taken.
   * `signal` gives up waiting (not the lock once held) and rejects with its reason; it has no
   * effect beside `ifAvailable`, which never waits.
   */
  request<T>(
    name: string,
    options: { ifAvailable?: boolean; signal?: AbortSignal },
    run: (held: boolean) => Promise<T>,
  ): Promise<T>
}

/**
 * Messages between tabs of one origin; a tab never hears itself. Posting after `close` does
 * nothing.
 */
export interface Channel {
  post(message: unknown): void
  subscribe(listener: (message: unknown) => void): () => void
  close(): void
}
