import type { KeyValueStorage } from '@x/kit'
import type { CryptoSuite, SignText } from '../crypto/CryptoSuite.ts'
import type { KeyAlgorithm, WireProfile } from '../wire.ts'
import type { KeyEntries } from './createKeyEntries.ts'
import type { KeyRecord } from './keyRecord.ts'

/** An imported private key. */
export interface SigningKey {
  readonly publicKey: string
  readonly keyId: string
  readonly algorithm: KeyAlgorithm
  readonly sign: SignText
}

export interface KeyRingOptions {
  readonly entries: KeyEntries
  /** The gateway's readable cookies with token and user id. */
  readonly cookies: Pick<KeyValueStorage, 'get'>
  readonly profile: WireProfile
}

export interface KeyRing {
  /**
   * The key that signs requests: that of the token entry, else of the user-id entry. A token
   * without an entry may belong to a log-in that is about to bind its key: `untilBound` is awaited
   * once per token.
   */
  currentKey(
    suite: CryptoSuite,
    options?: { readonly untilBound?: (() => Promise<void>) | undefined },
  ): Promise<SigningKey | undefined>
  /**
   * The key that signs the device check, and the id of the key that replaced it (`''` if
   * unchanged).
   */
  previousKey(
    suite: CryptoSuite,
  ): Promise<{ readonly key: SigningKey; readonly newKeyId: string } | undefined>
  importKey(record: KeyRecord, suite: CryptoSuite): Promise<SigningKey | undefined>
  /** Binds a key to session and user; false if either is missing. */
  bind(
    record: KeyRecord,
    options: {
      readonly userId: string
      /** Default: that of the cookie. */
      readonly sessionId?: string | undefined
    },
  ): Promise<boolean>
  /** Log-out: removes the token entry and keeps the user-id entry. */
  removeTokenEntry(): Promise<void>
  /** Clears imported keys; the next use reads the storage again. */
  clearCache(): void
}

export function createKeyRing({ entries, cookies, profile }: KeyRingOptions): KeyRing {
  // Reading the storage for each request would cost more than signing it.
  let cached: { readonly entry: string; readonly key: SigningKey } | undefined
  // The token entry that was still missing when no log-in was in progress: this session's key is in
  // the user-id entry only.
  let tokenWithoutKey: string | undefined

  const entryOf = (prefix: string, cookie: string): string | undefined => {
    const value = cookies.get(cookie)
    return value ? prefix + value : undefined
  }
  const tokenEntry = () => entryOf(profile.keyEntries.tokenPrefix, profile.cookies.token)
  const userIdEntry = () => entryOf(profile.keyEntries.userIdPrefix, profile.cookies.userId)
  const read = async (entry: string | undefined) => (entry ? entries.get(entry) : undefined)

  const ofToken = async (suite: CryptoSuite): Promise<SigningKey | undefined> => {
    const entry = tokenEntry()
    if (entry && cached?.entry === entry) return cached.key
    const record = await read(entry)
    const key = record && (await importSigningKey(record, suite))
    if (entry && key) cached = { entry, key }
    return key
  }

  const ring: KeyRing = {
    importKey: importSigningKey,
    async currentKey(suite, { untilBound } = {}) {
      const key = await ofToken(suite)
      if (key) return key
      const entry = tokenEntry()
      if (untilBound && entry && entry !== tokenWithoutKey) {
        await untilBound()
        const bound = await ofToken(suite)
        if (bound) return bound
        tokenWithoutKey = entry
      }
      const byUserId = await read(userIdEntry())
      return byUserId && importSigningKey(byUserId, suite)
    },
    async previousKey(suite) {
      const record = await read(userIdEntry())
      const last = record && (await importSigningKey(record.previous ?? record, suite))
      if (!last) return undefined
      const current = await ring.currentKey(suite)
      return { key: last, newKeyId: !current || current.keyId === last.keyId ? '' : current.keyId }
    },
    async bind(record, { userId, sessionId }) {
      const isBound = await bindKey(record, { userId, sessionId, entries, profile, tokenEntry })
      if (isBound) cached = undefined
      return isBound
    },
    async removeTokenEntry() {
      cached = undefined
      await entries.removeAll(profile.keyEntries.tokenPrefix)
    },
    clearCache: () => void (cached = undefined),
  }
  return ring
}

/** A private key that cannot be imported counts as missing. */
async function importSigningKey(
  { publicKey, algorithm, privateKey, privateKeyPem }: KeyRecord,
  suite: CryptoSuite,
): Promise<SigningKey | undefined> {
  const sign = await suite.importPrivateKey(privateKey ?? privateKeyPem).catch(() => undefined)
  return sign && { publicKey, algorithm, keyId: suite.md5Hex(publicKey), sign }
}

interface BindOptions extends Pick<KeyRingOptions, 'entries' | 'profile'> {
  readonly userId: string
  readonly sessionId: string | undefined
  /** The entry of the current token. */
  readonly tokenEntry: () => string | undefined
}

/** Stores a key in the entries of session and user; false if either is missing. */
async function bindKey(
  record: KeyRecord,
  { userId, sessionId, entries, profile, tokenEntry }: BindOptions,
): Promise<boolean> {
  const { tokenPrefix, userIdPrefix, backup } = profile.keyEntries
  const entry = sessionId ? tokenPrefix + sessionId : tokenEntry()
  if (!entry || !userId) return false
  const key = withoutPrevious(record)
  const before = await entries.find(userIdPrefix + userId)
  const previous = before?.publicKey === key.publicKey ? before.previous : before
  await entries.set(entry, key)
  // Without Web Locks another tab of the same session may bind between the two writes. Repeat
  // until the user-id entry matches the token entry.
  for (
    let stored: KeyRecord | undefined = key, written = '';
    stored && stored.publicKey !== written;
    stored = await entries.find(entry)
  ) {
    written = stored.publicKey
    const bound = withoutPrevious(stored)
    await entries.set(
      userIdPrefix + userId,
      previous && previous.publicKey !== written
        ? { ...bound, previous: withoutPrevious(previous) }
        : bound,
    )
  }
  // Only one token is valid at a time, and a bound key is not used for another log-in. If the
  // cookie changed meanwhile, its key belongs to another log-in.
  await entries.removeAll(tokenPrefix, { keep: (!sessionId && tokenEntry()) || entry })
  if ((await entries.find(backup))?.publicKey === key.publicKey) await entries.remove(backup)
  return true
}

/** Keeps one previous key only; a chain would grow with every log-in. */
function withoutPrevious(record: KeyRecord): KeyRecord {
  const { previous: _, ...key } = record
  return key
}
