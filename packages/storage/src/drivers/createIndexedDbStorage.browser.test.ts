import { browserPorts } from '@x/kit/browser'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIndexedDbStorage, type IndexedDbStorage } from './createIndexedDbStorage.ts'

const { openChannel } = browserPorts()
const NAME = 'x_test_cache'
const opened: IndexedDbStorage[] = []

function open(): IndexedDbStorage {
  const storage = createIndexedDbStorage({ name: NAME, openChannel })
  opened.push(storage)
  return storage
}

function request<T>(run: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    run.addEventListener('success', () => resolve(run.result))
    run.addEventListener('error', () => reject(run.error ?? new Error('failed')))
  })
}

afterEach(async () => {
  for (const storage of opened.splice(0)) storage.close()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await request(indexedDB.deleteDatabase(NAME))
})

describe('IndexedDB driver', () => {
  it('has version 1 and one store with a primary key (spec 9.3, wire 8)', async () => {
    await open().set('key', 'value')
    const database = await request(indexedDB.open(NAME))
    const store = database.transaction('local_cache').objectStore('local_cache')
    expect([database.version, [...database.objectStoreNames]]).toEqual([1, ['local_cache']])
    expect([store.keyPath, store.autoIncrement, [...store.indexNames]]).toEqual([null, false, []])
    expect(await request(store.get('key'))).toBe('value')
    database.close()
  })

  it('keeps structured values when reopened', async () => {
    const value = { list: [1, 'two'], when: new Date(5), bytes: new Uint8Array([1, 2]) }
    const first = open()
    await first.set('key', value)
    first.close()
    expect(await open().get('key')).toEqual(value)
  })

  it('keeps a non-extractable private key when reopened', async () => {
    const algorithm = {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 1024,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    }
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    const first = open()
    await first.set('pair', { privateKey: pair.privateKey, algorithm: 'rsa1024' })
    first.close()
    const kept = await open().get<{ privateKey: CryptoKey }>('pair')
    if (!kept) throw new Error('the key is gone')
    const data = new TextEncoder().encode('path')
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', kept.privateKey, data)
    expect(kept.privateKey.extractable).toBe(false)
    expect(await crypto.subtle.verify('RSASSA-PKCS1-v1_5', pair.publicKey, signature, data)).toBe(
      true,
    )
  })

  it('reads a database made without Dexie', async () => {
    const making = indexedDB.open(NAME, 1)
    making.addEventListener('upgradeneeded', () => making.result.createObjectStore('local_cache'))
    const database = await request(making)
    await request(
      database
        .transaction('local_cache', 'readwrite')
        .objectStore('local_cache')
        .put({ n: 1 }, 'old'),
    )
    database.close()
    expect([await open().get('old'), await open().keys()]).toEqual([{ n: 1 }, ['old']])
  })

  it('lists and removes keys', async () => {
    const storage = open()
    await storage.set('b', 1)
    await storage.set('a', 2)
    await storage.remove('b')
    await storage.remove('never there')
    expect([await storage.keys(), await storage.get('b')]).toEqual([['a'], undefined])
  })

  it('reports changed keys to other tabs only', async () => {
    const here = open()
    const there = open()
    const changedHere: string[] = []
    const changedThere: string[] = []
    here.subscribe((key) => changedHere.push(key))
    const stop = there.subscribe((key) => changedThere.push(key))
    await here.set('a', 1)
    await here.remove('a')
    await expect.poll(() => changedThere).toEqual(['a', 'a'])
    stop()
    await here.set('b', 1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([changedHere, changedThere]).toEqual([[], ['a', 'a']])
  })

  it('ignores unknown messages on its channel', async () => {
    open().subscribe(() => expect.unreachable())
    const channel = openChannel(`x-storage:${NAME}`)
    for (const message of [null, 'key', { key: 1 }, {}]) channel?.post(message)
    await new Promise((resolve) => setTimeout(resolve, 50))
    channel?.close()
  })

  it("rejects a value that cannot be cloned with the platform's name", async () => {
    await expect(open().set('key', { run: () => {} })).rejects.toMatchObject({
      name: 'DataCloneError',
    })
  })

  it('removes no disposable entry for an error other than the quota', async () => {
    const storage = open()
    await storage.set('_tip', 'disposable')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('busy', 'InvalidStateError')
    })
    await expect(storage.set('key', 1)).rejects.toMatchObject({
      name: 'StorageError',
      code: 'failed',
    })
    put.mockRestore()
    expect(await storage.keys()).toEqual(['_tip'])
  })

  it('reopens a database that was deleted meanwhile', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const storage = open()
    await storage.set('a', 1)
    await request(indexedDB.deleteDatabase(NAME))
    expect(await storage.get('a')).toBeUndefined()
    await storage.set('b', 2)
    expect(await storage.keys()).toEqual(['b'])
    warned.mockRestore()
  })

  it('rejects every call after close', async () => {
    const storage = open()
    await storage.set('a', 1)
    storage.close()
    await expect(storage.get('a')).rejects.toMatchObject({
      name: 'StorageError',
      code: 'unavailable',
    })
  })
})
