import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { keyIdOf } from '../server/serverKeys.ts'
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
  it('writes the entries of token and user id and uses up the backup (wire 8)', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:backup', first)
    expect(await ring.bind(first, { userId: 'u1' })).toBe(true)
    expect((await storage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])
    expect(await storage.get('sign_key:token:t1')).toEqual(first)
  })

  it('leaves a backup that is another key, a late one for instance', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:backup', second)
    await ring.bind(first, { userId: 'u1' })
    expect(await storage.get('sign_key:backup')).toEqual(second)
  })

  it.each([
    ['the token cookie', {}, 'u1'],
    ['the user id', { x_token: 't1' }, ''],
  ])('does not happen without %s', async (_, cookieValues, userId) => {
    const { ring, storage } = setUp(cookieValues)
    expect(await ring.bind(first, { userId })).toBe(false)
    expect(await storage.keys()).toEqual([])
  })

  it('drops the entries of dead tokens', async () => {
    const { ring, storage, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.set('x_token', 't2')
    await ring.bind(second, { userId: 'u1' })
    expect((await storage.keys()).sort()).toEqual(['sign_key:token:t2', 'sign_key:uid:u1'])
  })

  it('keeps the entry that the cookie names by then, which another log-in has bound meanwhile', async () => {
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
    expect((await ring.current(suite))?.keyId).toBe(idOf(second))
  })

  it('leaves one key in both entries when tabs without Web Locks bind theirs to one session at once (wire 8)', async () => {
    for (let delays = 0; delays < 3 ** 6; delays++) {
      const { ring, storage, cookies, entries } = setUp()
      const other = createKeyRing({ entries, cookies, profile: GS1 })
      let writes = 0
      const set = storage.set.bind(storage)
      storage.set = async (name, value) => {
        // Each write is held up by as many turns as one digit of `delays` says.
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

  it('takes the user id of the answer, whatever the cookie says yet', async () => {
    const { ring, storage } = setUp({ x_token: 't1', x_uid: 'old' })
    await ring.bind(first, { userId: 'new' })
    expect(await storage.keys()).toContain('sign_key:uid:new')
  })
})

describe('the key that signs (wire 8)', () => {
  it('is that of the token', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:token:t1', first)
    await storage.set('sign_key:uid:u1', second)
    expect((await ring.current(suite))?.keyId).toBe(idOf(first))
  })

  it('else that of the user id', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:uid:u1', second)
    expect((await ring.current(suite))?.keyId).toBe(idOf(second))
  })

  it('is none without entries, and never the backup', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:backup', first)
    expect(await ring.current(suite)).toBeUndefined()
  })

  it("is never another user's", async () => {
    const { ring, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.set('x_token', 't2')
    cookies.set('x_uid', 'u2')
    expect(await ring.current(suite)).toBeUndefined()
  })

  it('falls to the user id when the key of the token is broken', async () => {
    const { ring, storage } = setUp()
    await storage.set('sign_key:token:t1', { ...first, privateKeyPem: 'broken' })
    await storage.set('sign_key:uid:u1', second)
    expect((await ring.current(suite))?.keyId).toBe(idOf(second))
  })

  it('is read once for each token, and again when told to', async () => {
    const { ring, storage, entries } = setUp()
    await storage.set('sign_key:token:t1', first)
    let reads = 0
    const get = entries.get.bind(entries)
    entries.get = (name) => (reads++, get(name))
    await ring.current(suite)
    await ring.current(suite)
    expect(reads).toBe(1)
    ring.clearCache()
    await ring.current(suite)
    expect(reads).toBe(2)
  })

  it('follows a log-in of another tab, which changes the cookies', async () => {
    const { ring, storage, cookies } = setUp()
    await storage.set('sign_key:token:t1', first)
    await ring.current(suite)
    await storage.set('sign_key:token:t2', second)
    cookies.set('x_token', 't2')
    expect((await ring.current(suite))?.keyId).toBe(idOf(second))
  })

  it('signs as its public key verifies', async () => {
    const { ring } = setUp()
    await ring.bind(third, { userId: 'u1' })
    const key = await ring.current(suite)
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

describe('the last key (wire 5)', () => {
  it('is none on a device that never logged in', async () => {
    expect(await setUp().ring.last(suite)).toBeUndefined()
  })

  it('is the key itself after the first log-in, and vouches for no new one', async () => {
    const { ring } = setUp()
    await ring.bind(first, { userId: 'u1' })
    const last = await ring.last(suite)
    expect([last?.key.keyId, last?.newKeyId]).toEqual([idOf(first), ''])
  })

  it('is the key of the log-in before, and vouches for the new one', async () => {
    const { ring, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    await ring.removeTokenEntry()
    cookies.set('x_token', 't2')
    await ring.bind(second, { userId: 'u1' })
    const last = await ring.last(suite)
    expect([last?.key.keyId, last?.newKeyId]).toEqual([idOf(first), idOf(second)])
  })

  it('goes one log-in back, not further', async () => {
    const { ring, cookies, storage } = setUp()
    for (const [token, key] of [
      ['t1', first],
      ['t2', second],
      ['t3', third],
    ] as const) {
      cookies.set('x_token', token)
      await ring.bind(key, { userId: 'u1' })
    }
    expect((await ring.last(suite))?.key.keyId).toBe(idOf(second))
    expect(await storage.get('sign_key:uid:u1')).toEqual({ ...third, previous: second })
  })

  it('stays when the same key is bound again', async () => {
    const { ring, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.set('x_token', 't2')
    await ring.bind(second, { userId: 'u1' })
    await ring.bind(second, { userId: 'u1' })
    expect((await ring.last(suite))?.key.keyId).toBe(idOf(first))
  })
})

describe('log-out (wire 8)', () => {
  it('drops the token entry only', async () => {
    const { ring, storage } = setUp()
    await ring.bind(first, { userId: 'u1' })
    await storage.set('sign_key:backup', second)
    await ring.removeTokenEntry()
    expect((await storage.keys()).sort()).toEqual(['sign_key:backup', 'sign_key:uid:u1'])
  })

  it('finds the entry even when the cookie is gone already', async () => {
    const { ring, storage, cookies } = setUp()
    await ring.bind(first, { userId: 'u1' })
    cookies.remove('x_token')
    await ring.removeTokenEntry()
    expect(await storage.keys()).toEqual(['sign_key:uid:u1'])
  })
})
