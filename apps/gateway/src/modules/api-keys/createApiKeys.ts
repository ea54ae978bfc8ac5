import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import type { AccountRights, ApiKey, ApiKeyKind, ApiKeyPermission, Realm } from '@x/api'
import type { Clock, Random } from '@x/kit'
import { symbolSpec } from '../../exchange/instruments/symbols.ts'
import type { Database } from '../../platform/db/Database.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import { createSecretSeal, type SecretSeal } from '../../platform/security/sealSecret.ts'
import { createAddressRule, readAddresses } from './addressRule.ts'
import type { ApiKeys, KeyProof, LiveKey, NewApiKey } from './ports/ApiKeys.ts'
import {
  deleteKey,
  findKey,
  insertKey,
  keysOf,
  recordKeyUse,
  updateKey,
  type OwnedKey,
  type StoredKey,
} from './queries.ts'

export interface ApiKeysOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly random: Random
  /** 32 bytes that secrets are sealed with. */
  readonly sealKey: Uint8Array
}

/** Keys of an account, both realms together. */
const PER_ACCOUNT = 30
/** A change or a freeze on another node, or in the database, counts after this long. */
const CACHE_MS = 2_000
const CACHE_ENTRIES = 20_000
const TOUCH_MS = 60_000
const DAY_MS = 86_400_000
/** A key that trades from everywhere. */
const OPEN_KEY_MS = 90 * DAY_MS
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 64
const RSA_BITS = [2048, 8192] as const
/** Permissions that move funds. */
const ACTING: readonly ApiKeyPermission[] = ['spot', 'margin', 'futures', 'transfer', 'withdraw']

export function createApiKeys({ db, clock, random, sealKey }: ApiKeysOptions): ApiKeys {
  const seal = createSecretSeal({ key: sealKey, random })
  const cache = createKeyCache({ clock, load: (apiKey) => loadKey({ db, seal }, apiKey) })
  const touched = new Map<string, number>()

  return {
    find: cache.find,
    touch({ apiKey }, { address }) {
      const at = clock.now()
      if (at - (touched.get(apiKey) ?? -Infinity) < TOUCH_MS) return
      touched.set(apiKey, at)
      // A note for its owner: the request is good whether it can be written now or not.
      recordKeyUse(db, { apiKey, at, address }).catch(() => touched.delete(apiKey))
    },
    async list(owner) {
      return (await keysOf(db, owner)).map(keyView)
    },
    async create(wanted) {
      const terms = readTerms(wanted)
      const apiKey = randomText(random)
      const secret = wanted.kind === 'hmac' ? randomText(random) : null
      const key = {
        ...terms,
        apiKey,
        userId: wanted.userId,
        realm: wanted.realm,
        kind: wanted.kind,
        secret: secret === null ? null : seal.seal(secret, { owner: sealOwner(apiKey) }),
        publicKey: readPublicKey(wanted),
        createdAt: clock.now(),
        expiresAt: expiryOf(terms, clock.now()),
      }
      if (!(await insertKey(db, key, { limit: PER_ACCOUNT })))
        throw invalidParameter('label', `An account has at most ${PER_ACCOUNT} API keys`)
      return { key: keyView({ ...key, lastUsedAt: null, lastAddress: null }), secret }
    },
    async change({ apiKey, userId, realm }, changes) {
      const before = await findKey(db, apiKey)
      if (before?.userId !== userId || before.realm !== realm) throw unknownKey()
      const terms = readTerms({ ...before, ...changes })
      const changed = { ...before, ...terms, expiresAt: expiryOf(terms, before.createdAt) }
      await updateKey(db, changed)
      cache.forget(apiKey)
      return keyView(changed)
    },
    async remove({ apiKey, ...owner }) {
      const isThere = await deleteKey(db, { ...owner, apiKey })
      cache.forget(apiKey)
      if (!isThere) throw unknownKey()
    },
  }
}

const sealOwner = (apiKey: string) => `api-key ${apiKey}`

/** A key that may be used, with what proves its signatures; an expired one too. */
async function loadKey(
  { db, seal }: Pick<ApiKeysOptions, 'db'> & { readonly seal: SecretSeal },
  apiKey: string,
): Promise<LiveKey | undefined> {
  const stored = await findKey(db, apiKey)
  if (!stored || stored.isFrozen) return undefined
  const { kind, secret, publicKey } = stored
  if (kind !== 'hmac')
    return liveKeyOf(stored, { kind, publicKey: createPublicKey(publicKey ?? '') })
  const text = seal.open(secret ?? '', { owner: sealOwner(apiKey) })
  return text === undefined
    ? undefined
    : liveKeyOf(stored, { kind, secret: createSecretKey(text, 'utf8') })
}

/** Remembers for a moment what was found under a key, unknown ones too. */
function createKeyCache({
  clock,
  load,
}: Pick<ApiKeysOptions, 'clock'> & {
  readonly load: (apiKey: string) => Promise<LiveKey | undefined>
}) {
  const cache = new Map<string, { readonly found: Promise<LiveKey | undefined>; until: number }>()

  function lookUp(apiKey: string): Promise<LiveKey | undefined> {
    const now = clock.monotonic()
    const cached = cache.get(apiKey)
    if (cached && cached.until > now) return cached.found
    const found = load(apiKey)
    found.catch(() => cache.delete(apiKey))
    cache.delete(apiKey)
    cache.set(apiKey, { found, until: now + CACHE_MS })
    const oldest = cache.keys().next()
    if (cache.size > CACHE_ENTRIES && !oldest.done) cache.delete(oldest.value)
    return found
  }

  return {
    async find(apiKey: string): Promise<LiveKey | undefined> {
      const key = await lookUp(apiKey)
      return key && (key.expiresAt === null || key.expiresAt > clock.now()) ? key : undefined
    },
    forget: (apiKey: string): void => void cache.delete(apiKey),
  }
}

const unknownKey = () => new GatewayError('40401', 'This API key does not exist')

type Terms = Pick<StoredKey, 'label' | 'permissions' | 'addresses' | 'symbols'>

/** @throws GatewayError 40010 */
function readTerms({
  label,
  permissions,
  addresses,
  symbols,
  realm,
}: Terms & { readonly realm: Realm }): Terms {
  const name = label.trim()
  if (name === '') throw invalidParameter('label', 'A name is missing')
  const read = readAddresses(addresses)
  if (permissions.includes('withdraw') && realm === 'paper')
    throw invalidParameter('permissions', 'Nothing can be withdrawn from a paper account')
  if (permissions.includes('withdraw') && read.length === 0)
    throw invalidParameter('addresses', 'A key that withdraws must name its addresses')
  for (const symbol of symbols)
    if (!symbolSpec(symbol)) throw invalidParameter('symbols', `${symbol} is not listed`)
  return {
    label: name,
    permissions: [...new Set(permissions)],
    addresses: read,
    symbols: [...new Set(symbols)],
  }
}

/** A key that acts from everywhere ends by itself; counted from its creation. */
function expiryOf({ permissions, addresses }: Terms, createdAt: number): number | null {
  const acts = permissions.some((permission) => ACTING.includes(permission))
  return acts && addresses.length === 0 ? createdAt + OPEN_KEY_MS : null
}

/** The key in PEM; `null` for an hmac key, which has none. @throws GatewayError 40010 */
function readPublicKey({ kind, publicKey }: Pick<NewApiKey, 'kind' | 'publicKey'>): string | null {
  if (kind === 'hmac') return null
  const key = parsePublicKey(publicKey?.trim() ?? '')
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0
  const isKind = key?.asymmetricKeyType === kind
  const [least, most] = RSA_BITS
  if (!key || !isKind || (kind === 'rsa' && (bits < least || bits > most)))
    throw invalidParameter(
      'publicKey',
      kind === 'rsa'
        ? `An RSA public key of ${least} to ${most} bits in PEM is needed`
        : 'An Ed25519 public key in PEM is needed',
    )
  return String(key.export({ type: 'spki', format: 'pem' }))
}

function parsePublicKey(text: string): KeyObject | undefined {
  // A private key would be read too: its public half is not what its owner meant to send.
  if (text.includes('PRIVATE')) return undefined
  try {
    return createPublicKey(text)
  } catch {
    return undefined
  }
}

/** A key of a sub-account does no more than the sub-account may, and never withdraws. */
const SUB_ACCOUNT_PERMISSIONS: Readonly<Record<AccountRights, readonly ApiKeyPermission[]>> = {
  full: ['read', 'spot', 'margin', 'futures', 'transfer'],
  trade: ['read', 'spot', 'margin', 'futures'],
  view: ['read'],
}

function liveKeyOf(stored: OwnedKey, proof: KeyProof): LiveKey {
  const { apiKey, userId, realm, parentId, rights, addresses, createdAt, expiresAt } = stored
  const allowed = parentId === null ? undefined : SUB_ACCOUNT_PERMISSIONS[rights]
  return {
    apiKey,
    userId,
    realm,
    holder: parentId ?? undefined,
    permissions: new Set(stored.permissions.filter((each) => allowed?.includes(each) ?? true)),
    symbols: new Set(stored.symbols),
    addresses,
    createdAt,
    expiresAt,
    proof,
    allows: createAddressRule(addresses),
  }
}

function keyView({
  apiKey,
  label,
  kind,
  realm,
  permissions,
  addresses,
  symbols,
  createdAt,
  expiresAt,
  lastUsedAt,
  lastAddress,
}: StoredKey): ApiKey {
  return {
    apiKey,
    label,
    kind: kind satisfies ApiKeyKind,
    realm,
    permissions,
    addresses,
    symbols,
    createdAt,
    expiresAt,
    lastUsedAt,
    lastAddress,
  }
}

/** Letters and digits, each as likely as the others. */
function randomText(random: Random): string {
  const even = 256 - (256 % ALPHABET.length)
  let text = ''
  while (text.length < KEY_LENGTH)
    for (const byte of random.bytes(KEY_LENGTH))
      if (byte < even && text.length < KEY_LENGTH) text += ALPHABET[byte % ALPHABET.length]
  return text
}
