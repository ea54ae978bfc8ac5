import type { Clock, KeyValueStorage } from '@x/kit'
import { classifyToken, type TokenKind } from './classifyToken.ts'
import { tokenAge, type TokenAge, type TokenLifetimes } from './tokenAge.ts'
import type { TokenCookie } from './tokenCookie.ts'
import { NO_ENTRY, parseEntryText, type TokenEntry } from './tokenEntry.ts'

/** A usable token with its age. */
export interface TokenReading {
  readonly token: string
  readonly kind: TokenKind
  readonly age: Exclude<TokenAge, 'expired'>
  readonly ageMs: number
  /** Whether it is past its validity window and was not refreshed in time. */
  readonly stale: boolean
}

export interface TokenCache {
  /** The token with its age. An expired token is removed everywhere. */
  readonly token: () => TokenReading | undefined
  /** The entry shared by the tabs. */
  entry(): TokenEntry
  /** Reads the shared entry again, or the cookie's token if there is no entry. */
  load(): void
  /** Reads the entry that another tab changed. Ignores the cookie: a removed one may be visible. */
  reload(): void
  /**
   * Adopts an entry sent by another tab, unless this tab already knew it or a newer one: the
   * message may arrive after its removal (D19).
   */
  adopt(entry: TokenEntry): void
  /** Stores an entry for all tabs and its token in the cookie. */
  save(entry: TokenEntry): void
  clear(): void
}

export interface TokenCacheOptions extends TokenLifetimes {
  readonly storage: KeyValueStorage
  readonly cookie: TokenCookie
  readonly clock: Clock
  readonly key: string
}

/**
 * Clocks of one machine agree; a token further in the future was issued before the clock was set
 * back.
 */
const AHEAD_MS = 60_000

/** Stores the token in storage and cookie and computes its age in this tab. */
export function createTokenCache(options: TokenCacheOptions): TokenCache {
  const { storage, cookie, clock, key } = options
  let entry = NO_ENTRY
  // The monotonic time at which the token's age was 0, as of when this tab first saw it, so that
  // setting the wall clock back does not make a token younger (D10).
  let bornAt = 0
  let newest = 0
  const staleMs = 2 * options.refreshMs
  const apply = (next: TokenEntry) => {
    newest = next.at || newest
    const wallAge = clock.now() - next.issuedAt
    if (!isSameToken(next, entry))
      bornAt = clock.monotonic() - (wallAge < -AHEAD_MS ? staleMs : Math.max(0, wallAge))
    entry = next
  }
  const readEntry = () => parseEntryText(storage.get(key))
  const load = () => {
    const stored = readEntry()
    const token = classifyToken(cookie.read())?.token
    // A cookie without a record has no time and counts as stale from when it is found.
    const issuedAt = token === entry.token ? entry.issuedAt : clock.now() - staleMs
    apply(!token || stored.token ? stored : { ...stored, token, issuedAt })
  }
  /** Removes the cookie first, so that a tab notified of the record's removal does not find it. */
  const removeToken = (next: TokenEntry) => {
    entry = next
    cookie.remove()
    if (next === NO_ENTRY) storage.remove(key)
    else storage.set(key, JSON.stringify(next))
  }
  const token = (): TokenReading | undefined => {
    const known = entry
    const classified = classifyToken(known.token)
    if (!classified) return undefined
    const ageMs = Math.max(clock.monotonic() - bornAt, clock.now() - known.issuedAt)
    const age = tokenAge(ageMs, options)
    if (age !== 'expired') return { ...classified, ageMs, age, stale: age === 'stale' }
    // Another tab may have stored a newer token whose event is still pending.
    load()
    if (!isSameToken(known, entry)) return token()
    removeToken({ ...entry, token: '', issuedAt: 0 })
    return undefined
  }

  return {
    token,
    entry: () => entry,
    load,
    reload: () => apply(readEntry()),
    adopt(next) {
      if (next.at > newest) apply(next)
    },
    save(next) {
      if (next.token && next.token !== entry.token) cookie.write(next.token)
      apply(next)
      storage.set(key, JSON.stringify(next))
    },
    clear: () => removeToken(NO_ENTRY),
  }
}

const isSameToken = (one: TokenEntry, other: TokenEntry): boolean =>
  one.token === other.token && one.issuedAt === other.issuedAt
