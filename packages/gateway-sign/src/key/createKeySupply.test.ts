import { createManualClock, createMemoryAsyncStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { CryptoSuite, GeneratedKey } from '../crypto/CryptoSuite.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import type { GatewaySignEvent } from '../events.ts'
import { testClientKeys } from '../testing.ts'
import type { KeyAlgorithm } from '../wire.ts'
import { createKeyEntries } from './createKeyEntries.ts'
import { createKeySupply, type KeyProfile } from './createKeySupply.ts'
import type { KeyRecord } from './keyRecord.ts'

const BACKUP = 'sign_key:backup'
const real = createWebCryptoSuite(crypto.subtle)
const pemOf = (algorithm: KeyAlgorithm): KeyRecord => testClientKeys[algorithm]

function setUp({
  secureContext = true,
  keyProfile = 'cryptokey' as KeyProfile,
  storage = createMemoryAsyncStorage(),
} = {}) {
  const clock = createManualClock()
  const events: GatewaySignEvent[] = []
  const emit = (event: GatewaySignEvent) => void events.push(event)
  const entries = createKeyEntries({ storage, emit })
  const supply = createKeySupply({
    entries,
    storage,
    backupEntry: BACKUP,
    clock,
    secureContext,
    keyProfile,
    generationLimitMs: 8_000,
    emit,
  })
  const generations: KeyAlgorithm[] = []
  const suite: CryptoSuite = {
    ...real,
    generateKey: (algorithm) => (generations.push(algorithm), real.generateKey(algorithm)),
  }
  return { clock, events, storage, entries, supply, suite, generations }
}

/** A key generation that the test completes. */
function slowSuite(base: CryptoSuite) {
  let count = 0
  let finish!: (key: GeneratedKey) => void
  let fail!: (error: Error) => void
  const suite: CryptoSuite = {
    ...base,
    generateKey: () => (
      count++,
      new Promise<GeneratedKey>((resolve, reject) => ((finish = resolve), (fail = reject)))
    ),
  }
  return {
    suite,
    count: () => count,
    finish: (key: GeneratedKey) => finish(key),
    fail: (error: Error) => fail(error),
  }
}

describe('client key (spec 4.6)', () => {
  it('is taken from the backup entry first (wire 8)', async () => {
    const { supply, entries, suite, generations } = setUp()
    await entries.set(BACKUP, pemOf('rsa1024'))
    expect(await supply.take('rsa1024', suite)).toEqual(pemOf('rsa1024'))
    expect(generations).toEqual([])
  })

  it('is generated without a backup and becomes the backup', async () => {
    const { supply, entries, suite, generations } = setUp()
    const key = await supply.take('rsa1024', suite)
    expect(key).toMatchObject({ algorithm: 'rsa1024', privateKey: expect.anything() as object })
    expect((await entries.get(BACKUP))?.publicKey).toBe(key?.publicKey)
    expect(generations).toEqual(['rsa1024'])
  })

  it('is the same for the second factor and a retry', async () => {
    const { supply, suite, generations } = setUp()
    const first = await supply.take('rsa1024', suite)
    expect((await supply.take('rsa1024', suite))?.publicKey).toBe(first?.publicKey)
    expect(generations).toHaveLength(1)
  })

  it('is generated again for another key size', async () => {
    const { supply, entries, suite, generations } = setUp()
    await entries.set(BACKUP, pemOf('rsa1024'))
    expect((await supply.take('rsa2048', suite))?.algorithm).toBe('rsa2048')
    expect(generations).toEqual(['rsa2048'])
  })

  it.each([
    [
      'whose halves are not of one pair',
      { ...pemOf('rsa1024'), privateKeyPem: testClientKeys.rsa2048.privateKeyPem },
    ],
    ['whose private key is noise', { ...pemOf('rsa1024'), privateKeyPem: 'x' }],
    ['whose public key is noise', { ...pemOf('rsa1024'), publicKey: 'x' }],
    ['whose size is not what it says', { ...pemOf('rsa2048'), algorithm: 'rsa1024' as const }],
  ])('is generated again in place of a backup %s (PROTOCOL T18)', async (_, broken) => {
    const { supply, entries, suite, generations } = setUp()
    await entries.set(BACKUP, broken)
    expect((await supply.take('rsa1024', suite))?.publicKey).not.toBe(broken.publicKey)
    expect(generations).toHaveLength(1)
  })

  it('is generated in secure contexts only (spec 5.8)', async () => {
    const { supply, suite, events, generations } = setUp({ secureContext: false })
    expect(await supply.take('rsa1024', suite)).toBeUndefined()
    expect(events).toEqual([{ type: 'key-unavailable', code: 'INSECURE_CONTEXT' }])
    expect(generations).toEqual([])
  })
})

describe('limit of 8 seconds (spec 9.3)', () => {
  it('lets the log-in continue without a key', async () => {
    const { supply, clock, events, suite } = setUp()
    const slow = slowSuite(suite)
    const taking = supply.take('rsa1024', slow.suite)
    await clock.advance(7_999)
    expect(events).toEqual([])
    await clock.advance(1)
    expect(await taking).toBeUndefined()
    expect(events).toEqual([{ type: 'key-unavailable', code: 'KEY_GENERATION_TIMEOUT' }])
  })

  it('stores a late key as backup for the next log-in (wire 8)', async () => {
    const { supply, clock, events, suite, entries } = setUp()
    const slow = slowSuite(suite)
    const taking = supply.take('rsa1024', slow.suite)
    await clock.advance(8_000)
    await taking
    const generated = await real.generateKey('rsa1024')
    slow.finish(generated)
    await expect.poll(() => events.at(-1)).toEqual({ type: 'key-late' })
    expect((await entries.get(BACKUP))?.publicKey).toBe(generated.publicKey)
    expect((await supply.take('rsa1024', slow.suite))?.publicKey).toBe(generated.publicKey)
    expect(slow.count()).toBe(1)
  })

  it('shares one generation among concurrent log-ins (wire 8)', async () => {
    const { supply, clock, suite } = setUp()
    const slow = slowSuite(suite)
    const early = [supply.take('rsa1024', slow.suite), supply.take('rsa1024', slow.suite)]
    await clock.advance(8_000)
    expect(await Promise.all(early)).toEqual([undefined, undefined])
    const later = supply.take('rsa1024', slow.suite)
    await clock.advance(1_000)
    const generated = await real.generateKey('rsa1024')
    slow.finish(generated)
    await clock.advance(0)
    expect((await later)?.publicKey).toBe(generated.publicKey)
    expect(slow.count()).toBe(1)
  })

  it('leaves no timer', async () => {
    const { supply, clock, suite } = setUp()
    await supply.take('rsa1024', suite)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('ends at once when generation fails, and the next log-in retries', async () => {
    const { supply, clock, events, suite, generations } = setUp()
    const slow = slowSuite(suite)
    const taking = supply.take('rsa1024', slow.suite)
    await clock.advance(0)
    slow.fail(new Error('no entropy'))
    expect(await taking).toBeUndefined()
    expect(events).toEqual([{ type: 'key-unavailable', code: 'KEY_GENERATION_FAILED' }])
    expect(await supply.take('rsa1024', suite)).toBeDefined()
    expect(generations).toHaveLength(1)
  })
})

describe('profiles (wire 8)', () => {
  it('stores a non-extractable key with cryptokey', async () => {
    const { supply, storage, suite } = setUp()
    await supply.take('rsa1024', suite)
    const stored = await storage.get<{ privateKey: CryptoKey }>(BACKUP)
    expect(Object.keys(stored ?? {}).sort()).toEqual(['algorithm', 'privateKey', 'publicKey'])
    expect(stored?.privateKey.extractable).toBe(false)
  })

  it('stores PEM text with an event where CryptoKeys are missing', async () => {
    const { supply, entries, suite, events } = setUp()
    const generateKey: CryptoSuite['generateKey'] = async (algorithm) => {
      const { publicKey, privateKeyPem } = await suite.generateKey(algorithm)
      return { publicKey, privateKeyPem }
    }
    expect(
      Object.keys((await supply.take('rsa1024', { ...suite, generateKey })) ?? {}).sort(),
    ).toEqual(['algorithm', 'privateKeyPem', 'publicKey'])
    expect((await entries.get(BACKUP))?.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY/)
    expect(events).toEqual([{ type: 'key-kept-as-pem' }])
  })

  it("stores exactly the spec's fields with pem", async () => {
    const { supply, storage, suite } = setUp({ keyProfile: 'pem' })
    const key = await supply.take('rsa1024', suite)
    const stored = await storage.get<KeyRecord>(BACKUP)
    expect(Object.keys(stored ?? {}).sort()).toEqual(['algorithm', 'privateKeyPem', 'publicKey'])
    expect(stored?.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    expect(key).toEqual(stored)
  })

  const refusing = (refuse: (value: { privateKey?: unknown }) => unknown) => {
    const storage = createMemoryAsyncStorage()
    const { set } = storage
    storage.set = async (key, value) => set(key, refuse(value as { privateKey?: unknown }))
    return storage
  }

  it.each([
    [
      'throws DataCloneError',
      (value: { privateKey?: unknown }) =>
        value.privateKey ? throwing(new DOMException('x', 'DataCloneError')) : value,
    ],
    [
      'wraps a DataCloneError',
      (value: { privateKey?: unknown }) =>
        value.privateKey
          ? throwing(new Error('x', { cause: new DOMException('x', 'DataCloneError') }))
          : value,
    ],
    [
      'keeps an empty object for the key',
      (value: { privateKey?: unknown }) =>
        value.privateKey ? { ...value, privateKey: {} } : value,
    ],
    [
      'keeps null for the key',
      (value: { privateKey?: unknown }) =>
        value.privateKey ? { ...value, privateKey: null } : value,
    ],
  ])('falls back to pem in a browser that %s', async (_, refuse) => {
    const { supply, storage, suite, events } = setUp({ storage: refusing(refuse) })
    const key = await supply.take('rsa1024', suite)
    expect(key).toMatchObject({ privateKeyPem: expect.stringContaining('PRIVATE KEY') as string })
    expect(await storage.get(BACKUP)).toEqual(key)
    expect(events).toEqual([{ type: 'key-kept-as-pem' }])
  })

  it.each([
    ['is denied', () => throwing(new DOMException('x', 'SecurityError'))],
    ['discards everything', () => undefined],
  ])('keeps the CryptoKey in memory when the storage %s', async (_, refuse) => {
    const { supply, entries, suite, events } = setUp({ storage: refusing(refuse) })
    const key = await supply.take('rsa1024', suite)
    expect(key).toMatchObject({ privateKey: expect.anything() as object })
    expect(await entries.get(BACKUP)).toEqual(key)
    expect(events).toEqual([{ type: 'key-not-stored' }])
  })
})

function throwing(error: Error): never {
  throw error
}
