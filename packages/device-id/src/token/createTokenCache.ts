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
export function createTokenCache({
  storage,
  cookie,
  clock,
  key,
  refreshMs,
  expiryMs,
}: TokenCacheOptions): TokenCache {
  let entry = NO_ENTRY
  // The token's age when this tab first saw it, and the monotonic time then, so that setting the
  // wall clock back does not make a token younger (D10).
  let firstSeen = { ageMs: 0, at: 0 }
  let newest = 0
  const staleMs = 2 * refreshMs

  const isOfEntry = (other: TokenEntry) =>
    other.token === entry.token && other.issuedAt === entry.issuedAt
  const apply = (next: TokenEntry) => {
    newest = next.at || newest
    const wallAge = clock.now() - next.issuedAt
    if (!isOfEntry(next))
      firstSeen = {
        ageMs: wallAge < -AHEAD_MS ? staleMs : Math.max(0, wallAge),
        at: clock.monotonic(),
      }
    entry = next
  }
  const readEntry = () => parseEntryText(storage.get(key))
  const load = () => {
    const stored = readEntry()
    const token = classifyToken(cookie.read())?.token
    // A cookie without a record has no time and counts as stale from when it is found.
    apply(
      stored.token || !token
        ? stored
        : {
            ...stored,
            token,
            issuedAt: token === entry.token ? entry.issuedAt : clock.now() - staleMs,
          },
    )
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
    const ageMs = Math.max(
      firstSeen.ageMs + clock.monotonic() - firstSeen.at,
      clock.now() - known.issuedAt,
    )
    const age = tokenAge(ageMs, { refreshMs, expiryMs })
    if (age !== 'expired') return { ...classified, age, ageMs, stale: age === 'stale' }
    // Another tab may have stored a newer token whose event is still pending.
    load()
    if (!isOfEntry(known)) return token()
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
