import type { KeyValueStorage } from '@x/kit'
import type { CryptoSuite, SignText } from '../crypto/CryptoSuite.ts'
import type { KeyAlgorithm, WireProfile } from '../wire.ts'
import type { KeyEntries } from './createKeyEntries.ts'
import type { KeyRecord } from './keyRecord.ts'

/** A private key ready to sign. */
export interface SigningKey {
  readonly publicKey: string
  readonly keyId: string
  readonly algorithm: KeyAlgorithm
  readonly sign: SignText
}

export interface KeyRingOptions {
  readonly entries: KeyEntries
  /** Token and user id, as the gateway's readable cookies tell them. */
  readonly cookies: Pick<KeyValueStorage, 'get'>
  readonly profile: WireProfile
}

export interface KeyRing {
  /**
   * The key that signs requests: the entry of the session token, else that of the user id. A token
   * without an entry may be one whose log-in is about to bind it: `untilBound` is waited for, once
   * for each token.
   */
  current(
    suite: CryptoSuite,
    options?: { readonly untilBound?: (() => Promise<void>) | undefined },
  ): Promise<SigningKey | undefined>
  /**
   * The key that vouches in the device check, and the id of the one it vouches for (empty while
   * unchanged).
   */
  last(
    suite: CryptoSuite,
  ): Promise<{ readonly key: SigningKey; readonly newKeyId: string } | undefined>
  open(record: KeyRecord, suite: CryptoSuite): Promise<SigningKey | undefined>
  /** Ties a key to session and user; false while one of them is missing. */
  bind(record: KeyRecord, options: { readonly userId: string }): Promise<boolean>
  /** Log-out: the token entry goes, the user-id entry stays. */
  removeTokenEntry(): Promise<void>
  /** Forgets opened keys; the next use reads the storage again. */
  clearCache(): void
}

export function createKeyRing({ entries, cookies, profile }: KeyRingOptions): KeyRing {
  const { tokenPrefix, userIdPrefix, backup } = profile.keyEntries
  // Reading storage for each request would cost more than signing it.
  let opened: { readonly entry: string; readonly key: SigningKey } | undefined
  // The token entry that was missing when no log-in was under way any more: this session's key
  // stands under its user alone.
  let unbound: string | undefined

  const entryOf = (prefix: string, cookie: string): string | undefined => {
    const value = cookies.get(cookie)
    return value ? prefix + value : undefined
  }
  const tokenEntry = () => entryOf(tokenPrefix, profile.cookies.token)
  const userIdEntry = () => entryOf(userIdPrefix, profile.cookies.userId)
  const read = async (entry: string | undefined) => (entry ? entries.get(entry) : undefined)

  const ofToken = async (suite: CryptoSuite): Promise<SigningKey | undefined> => {
    const entry = tokenEntry()
    if (entry && opened?.entry === entry) return opened.key
    const record = await read(entry)
    const key = record && (await ring.open(record, suite))
    if (entry && key) opened = { entry, key }
    return key
  }

  const ring: KeyRing = {
    async open({ publicKey, algorithm, privateKey, privateKeyPem }, suite) {
      // A private key that the storage returned broken is the same as none.
      const sign = await suite.importPrivateKey(privateKey ?? privateKeyPem).catch(() => undefined)
      return sign && { publicKey, algorithm, keyId: suite.md5Hex(publicKey), sign }
    },
    async current(suite, { untilBound } = {}) {
      const key = await ofToken(suite)
      if (key) return key
      const entry = tokenEntry()
      if (untilBound && entry && entry !== unbound) {
        await untilBound()
        const bound = await ofToken(suite)
        if (bound) return bound
        unbound = entry
      }
      const byUserId = await read(userIdEntry())
      return byUserId && ring.open(byUserId, suite)
    },
    async last(suite) {
      const record = await read(userIdEntry())
      const last = record && (await ring.open(record.previous ?? record, suite))
      if (!last) return undefined
      const current = await ring.current(suite)
      return { key: last, newKeyId: !current || current.keyId === last.keyId ? '' : current.keyId }
    },
    async bind(record, { userId }) {
      const entry = tokenEntry()
      if (!entry || !userId) return false
      const key = withoutPrevious(record)
      const before = await entries.get(userIdPrefix + userId)
      const previous = before?.publicKey === key.publicKey ? before.previous : before
      await entries.set(entry, key)
      // Without Web Locks another tab of the same session may bind between two writes: the user's
      // entry follows the token's.
      for (
        let held: KeyRecord | undefined = key, written = '';
        held && held.publicKey !== written;
        held = await entries.get(entry)
      ) {
        written = held.publicKey
        const bound = withoutPrevious(held)
        await entries.set(
          userIdPrefix + userId,
          previous && previous.publicKey !== written
            ? { ...bound, previous: withoutPrevious(previous) }
            : bound,
        )
      }
      // One token lives at a time, and a bound key serves no second log-in. The cookie may have
      // changed meanwhile: its key is another log-in's to bind.
      await entries.removeAll(tokenPrefix, { keep: tokenEntry() ?? entry })
      if ((await entries.get(backup))?.publicKey === key.publicKey) await entries.remove(backup)
      opened = undefined
      return true
    },
    async removeTokenEntry() {
      opened = undefined
      await entries.removeAll(tokenPrefix)
    },
    clearCache: () => void (opened = undefined),
  }
  return ring
}

/** One generation back is enough, and a chain would grow with every log-in. */
function withoutPrevious(record: KeyRecord): KeyRecord {
  const { previous: _, ...key } = record
  return key
}
