import type { Clock, KeyValueStorage } from '@x/kit'
import { classifyToken, type TokenKind } from './classifyToken.ts'
import { tokenAge, type TokenAge, type TokenLifetimes } from './tokenAge.ts'
import type { TokenCookie } from './tokenCookie.ts'
import { NO_ENTRY, parseEntryText, type TokenEntry } from './tokenEntry.ts'

export interface TokenReading {
  readonly token: string
  readonly kind: TokenKind
  readonly age: Exclude<TokenAge, 'expired'>
  readonly ageMs: number
  /** Past its validity window and not refreshed in time. */
  readonly stale: boolean
}

export interface TokenCache {
  /** The token with its age; an expired one is removed from all places and is gone. */
  readonly token: () => TokenReading | undefined
  /** The entry as the tabs share it. */
  entry(): TokenEntry
  /**
   * Reads again what the tabs share; where another tab has changed it, the record alone: a cookie
   * that was removed with it may still show.
   */
  load(isChanged?: boolean): void
  /**
   * Takes over an entry that another tab sent, unless this tab has known it, or a newer one,
   * before: it may come after its own removal (D19).
   */
  adopt(entry: TokenEntry): void
  /** Keeps an entry for all tabs, its token also in the cookie. */
  keep(entry: TokenEntry): void
  clear(): void
}

export interface TokenCacheOptions extends TokenLifetimes {
  readonly storage: KeyValueStorage
  readonly cookie: TokenCookie
  readonly clock: Clock
  readonly key: string
}

/**
 * Clocks of one machine agree; a token from further ahead was issued before the clock was set back.
 */
const AHEAD_MS = 60_000

/** Where the token is kept, and how old it is in this tab. */
export function createTokenCache({
  storage,
  cookie,
  clock,
  key,
  refreshMs,
  expiryMs,
}: TokenCacheOptions): TokenCache {
  let entry = NO_ENTRY
  // The age when this tab learned of the token, and its monotonic time then: a wall clock that is
  // set back makes no token younger (D10).
  let learned = { ageMs: 0, at: 0 }
  let newest = 0
  const staleMs = 2 * refreshMs

  const isOfEntry = (other: TokenEntry) =>
    other.token === entry.token && other.issuedAt === entry.issuedAt
  const take = (next: TokenEntry) => {
    newest = next.at || newest
    const wallAge = clock.now() - next.issuedAt
    if (!isOfEntry(next))
      learned = {
        ageMs: wallAge < -AHEAD_MS ? staleMs : Math.max(0, wallAge),
        at: clock.monotonic(),
      }
    entry = next
  }
  const load = (isChanged?: boolean) => {
    const stored = parseEntryText(storage.get(key))
    const token = classifyToken(cookie.read())?.token
    // A cookie without a record has no time: it counts as stale from the moment it is found.
    take(
      stored.token || isChanged || !token
        ? stored
        : {
            ...stored,
            token,
            issuedAt: token === entry.token ? entry.issuedAt : clock.now() - staleMs,
          },
    )
  }
  /**
   * Cookie first: another tab that hears of the record must not find the cookie still there and
   * take it up again.
   */
  const forget = (left: TokenEntry) => {
    entry = left
    cookie.remove()
    if (left === NO_ENTRY) storage.remove(key)
    else storage.set(key, JSON.stringify(left))
  }
  const token = (): TokenReading | undefined => {
    const known = entry
    const classified = classifyToken(known.token)
    if (!classified) return undefined
    const ageMs = Math.max(
      learned.ageMs + clock.monotonic() - learned.at,
      clock.now() - known.issuedAt,
    )
    const age = tokenAge(ageMs, { refreshMs, expiryMs })
    if (age !== 'expired') return { ...classified, age, ageMs, stale: age === 'stale' }
    // Another tab may have a newer one whose announcement is still on its way.
    load()
    if (!isOfEntry(known)) return token()
    forget({ ...entry, token: '', issuedAt: 0 })
    return undefined
  }

  return {
    token,
    entry: () => entry,
    load,
    adopt(next) {
      if (next.at > newest) take(next)
    },
    keep(next) {
      if (next.token && next.token !== entry.token) cookie.write(next.token)
      take(next)
      storage.set(key, JSON.stringify(next))
    },
    clear: () => forget(NO_ENTRY),
  }
}
