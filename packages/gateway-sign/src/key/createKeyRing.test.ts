import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { keyIdOf } from '../server/clientKey.ts'
import { GS1 } from '../wire.ts'
import { createKeyEntries } from './createKeyEntries.ts'
import { createKeyRing } from './createKeyRing.ts'
import type { KeyRecord } from './keyRecord.ts'

const suite = createWebCryptoSuite(crypto.subtle)
const [first, second, third] = [keys.client1024, keys.other1024, keys.client2048].map((key) => ({
  ...key,
  algorithm: key.algorithm as 'rsa1024' | 'rsa2048',
})) as [KeyRecord, KeyRecord, KeyRecord]
const idOf = ({ publicKey }: KeyRecord) => keyIdOf(publicKey)

function setUp(cookieValues: Record<string, string> = { x_token: 't1', x_uid: 'u1' }) {
  const storage = createMemoryAsyncStorage()
  const cookies = createMemoryStorage(cookieValues)
  const entries = createKeyEntries({ storage, emit: () => {} })
  return { storage, cookies, entries, ring: createKeyRing({ entries, cookies, profile: GS1 }) }
}

describe('binding (spec 4.6)', () => {
  it('writes the token and user-id entries and removes the backup (wire 8)', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:backup', first)
    expect(await ring.bind(first, { userId: 'u1' })).toBe(true)
    expect((await storage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])
    expect(await storage.get('sign_key:token:t1')).toEqual(first)
  })

  it('keeps a backup with another key', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:backup', second)
    await ring.bind(first, { userId: 'u1' })
    expect(await storage.get('sign_key:backup')).toEqual(second)
  })

  it.each([
    ['the token cookie', {}, 'u1'],
    ['the user id', { x_token: 't1' }, ''],
  ])('is skipped without %s', async (_, cookieValues, userId) => {
    const { ring, storage } = setUp(cookieValues)
    expect(await ring.bind(first, { userId })).toBe(false)
    expect(await storage.keys()).toEqual([])
  })

  it('removes the entries of earlier tokens', async () => {
    const { ring, storage, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.set('x_token', 't2')
    await ring.bind(second, { userId: 'u1' })
    expect((await storage.keys()).sort()).toEqual(['sign_key:token:t2', 'sign_key:uid:u1'])
  })

  it('keeps the entry of a token bound by a concurrent log-in', async () => {
    const { ring, storage, cookies, entries } = setUp()
    const other = createKeyRing({ entries, cookies, profile: GS1 })
    const get = storage.get.bind(storage)
    let reads = 0
    storage.get = async (name) => {
      if (++reads === 1) {
        cookies.set('x_token', 't2')
        await other.bind(second, { userId: 'u1' })
      }
      return get(name)
    }
    await ring.bind(first, { userId: 'u1' })
    expect((await storage.keys()).filter((name) => name.includes(':token:'))).toEqual([
      'sign_key:token:t2',
    ])
    expect((await ring.currentKey(suite))?.keyId).toBe(idOf(second))
  })

  it('leaves one key in both entries after binds without Web Locks (wire 8)', async () => {
    for (let delays = 0; delays < 3 ** 6; delays++) {
      const { ring, storage, cookies, entries } = setUp()
      const other = createKeyRing({ entries, cookies, profile: GS1 })
      let writes = 0
      const set = storage.set.bind(storage)
      storage.set = async (name, value) => {
        // Each digit of `delays` delays one write by that many microtasks.
        for (let turns = Math.floor(delays / 3 ** (writes++ % 6)) % 3; turns > 0; turns--)
          await new Promise((resolve) => setImmediate(resolve))
        await set(name, value)
      }
      expect(
        await Promise.all([
          ring.bind(first, { userId: 'u1' }),
          other.bind(second, { userId: 'u1' }),
        ]),
      ).toEqual([true, true])
      const [token, user] = await Promise.all([
        entries.get('sign_key:token:t1'),
        entries.get('sign_key:uid:u1'),
      ])
      expect(user?.publicKey, String(delays)).toBe(token?.publicKey)
    }
  })

  it('uses the user id of the response, not the cookie', async () => {
    const { ring, storage } = setUp({ x_token: 't1', x_uid: 'old' })
    await ring.bind(first, { userId: 'new' })
    expect(await storage.keys()).toContain('sign_key:uid:new')
  })
})

describe('the signing key (wire 8)', () => {
  it("is the token's key", async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:token:t1', first)
    await storage.set('sign_key:uid:u1', second)
    expect((await ring.currentKey(suite))?.keyId).toBe(idOf(first))
  })

  it('falls back to the user-id entry', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:uid:u1', second)
    expect((await ring.currentKey(suite))?.keyId).toBe(idOf(second))
  })

  it('is undefined without entries and never the backup', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:backup', first)
    expect(await ring.currentKey(suite)).toBeUndefined()
  })

  it("is never another user's", async () => {
    const { ring, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.set('x_token', 't2')
    cookies.set('x_uid', 'u2')
    expect(await ring.currentKey(suite)).toBeUndefined()
  })

  it("falls back to the user-id entry when the token's key is invalid", async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:token:t1', { ...first, privateKeyPem: 'broken' })
    await storage.set('sign_key:uid:u1', second)
    expect((await ring.currentKey(suite))?.keyId).toBe(idOf(second))
  })

  it('is read once per token, and again after clearCache', async () => {
    const { ring, storage, entries } = setUp()
    await storage.set('sign_key:token:t1', first)
    let reads = 0
    const get = entries.get.bind(entries)
    entries.get = (name) => (reads++, get(name))
    await ring.currentKey(suite)
    await ring.currentKey(suite)
    expect(reads).toBe(1)
    ring.clearCache()
    await ring.currentKey(suite)
    expect(reads).toBe(2)
  })

  it('changes after a log-in in another tab', async () => {
    const { ring, storage, cookies } = setUp()
    await storage.set('sign_key:token:t1', first)
    await ring.currentKey(suite)
    await storage.set('sign_key:token:t2', second)
    cookies.set('x_token', 't2')
    expect((await ring.currentKey(suite))?.keyId).toBe(idOf(second))
  })

  it('creates signatures that its public key verifies', async () => {
    const { ring } = setUp()
    await ring.bind(third, { userId: 'u1' })
    const key = await ring.currentKey(suite)
    expect(key).toMatchObject({
      publicKey: third.publicKey,
      algorithm: 'rsa2048',
      keyId: idOf(third),
    })
    const signature = (await key?.sign('text')) ?? ''
    expect(
      await suite.verify({
        publicKey: suite.readRsaPublicKey(third.publicKey)!,
        text: 'text',
        signature,
      }),
    ).toBe(true)
  })
})

describe('the previous key (wire 5)', () => {
  it('is undefined on a device that never logged in', async () => {
    expect(await setUp().ring.previousKey(suite)).toBeUndefined()
  })

  it('is the current key after the first log-in, without a new key', async () => {
    const { ring } = setUp()
    await ring.bind(first, { userId: 'u1' })
    const last = await ring.previousKey(suite)
    expect([last?.key.keyId, last?.newKeyId]).toEqual([idOf(first), ''])
  })

  it('is the key of the previous log-in, with the new key id', async () => {
    const { ring, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    await ring.removeTokenEntry()
    cookies.set('x_token', 't2')
    await ring.bind(second, { userId: 'u1' })
    const last = await ring.previousKey(suite)
    expect([last?.key.keyId, last?.newKeyId]).toEqual([idOf(first), idOf(second)])
  })

  it('goes back exactly one log-in', async () => {
    const { ring, cookies, storage } = setUp()
    for (const [token, key] of [
      ['t1', first],
      ['t2', second],
      ['t3', third],
    ] as const) {
      cookies.set('x_token', token)
      await ring.bind(key, { userId: 'u1' })
    }
    expect((await ring.previousKey(suite))?.key.keyId).toBe(idOf(second))
    expect(await storage.get('sign_key:uid:u1')).toEqual({ ...third, previous: second })
  })

  it('is unchanged when the same key is bound again', async () => {
    const { ring, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.set('x_token', 't2')
    await ring.bind(second, { userId: 'u1' })
    await ring.bind(second, { userId: 'u1' })
    expect((await ring.previousKey(suite))?.key.keyId).toBe(idOf(first))
  })
})

describe('log-out (wire 8)', () => {
  it('removes only the token entry', async () => {
    const { ring, storage } = setUp()
    await ring.bind(first, { userId: 'u1' })
    await storage.set('sign_key:backup', second)
    await ring.removeTokenEntry()
    expect((await storage.keys()).sort()).toEqual(['sign_key:backup', 'sign_key:uid:u1'])
  })

  it('removes the entry even without the cookie', async () => {
    const { ring, storage, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.remove('x_token')
    await ring.removeTokenEntry()
    expect(await storage.keys()).toEqual(['sign_key:uid:u1'])
  })
})
