import type { SecurityEventKind, UserNotice } from '@x/api'
import type { Realm } from '../../../exchange/accounts/accounts.ts'
import type { Effects } from '../../../exchange/state/effects.ts'

/** Whose notices, in which realm. */
export interface Reader {
  readonly userId: string
  readonly realm: Realm
}

/** A margin account that fell to its call level. */
export interface MarginCall extends Reader {
  /** The pair of an isolated account. */
  readonly symbol: string | null
  readonly level: string
  readonly at: number
}

/** Notices that are new or were read, of one user. */
export interface NoticeChange {
  readonly userId: string
  /** Empty: of every realm. */
  readonly realm: Realm | ''
  readonly notices: readonly UserNotice[]
}

/** Who reads, and in which languages announcements are shown. */
export interface NoticeReader extends Reader {
  readonly languages: readonly (string | undefined)[]
}

/** A price alert that was reached. */
export interface ReachedAlert {
  readonly alertId: string
  readonly symbol: string
  readonly price: string
  readonly direction: 'rise' | 'fall'
  readonly at: number
}

/** The notices of all users. */
export interface UserNotices {
  /** What one journal record did; called once it is on disk. */
  publish(effects: Effects): void
  /** A margin account was called; of each account one notice an hour at most. */
  marginCall(call: MarginCall): void
  /** A log-in succeeded. */
  login(userId: string, options: { readonly isNewDevice: boolean }): void
  /** What secures the account was changed. */
  security(userId: string, what: SecurityEventKind): void
  /**
   * The price of an alert was reached; the same alert is one notice, however often it is reported.
   * Rejects where the notice could not be stored.
   */
  priceAlert(userId: string, alert: ReachedAlert): Promise<void>
  list(
    reader: NoticeReader,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<{ readonly items: readonly UserNotice[]; readonly next: string | null }>
  /** The latest of a realm, announcements left out. */
  latest(reader: Reader): Promise<readonly UserNotice[]>
  unread(reader: NoticeReader): Promise<number>
  /** Without `noticeIds` all. */
  read(reader: NoticeReader, noticeIds: readonly string[] | undefined): Promise<void>
  onChange(listener: (change: NoticeChange) => void): () => void
  /** Adds what a stop left out, and removes what is too old. */
  start(): Promise<void>
  /** Resolves once all that was reported is stored. */
  settled(): Promise<void>
}
