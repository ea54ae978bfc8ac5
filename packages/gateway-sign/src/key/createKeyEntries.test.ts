import { createMemoryAsyncStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { GatewaySignEvent } from '../events.ts'
import { createKeyEntries } from './createKeyEntries.ts'
import type { KeyRecord } from './keyRecord.ts'

const record = (publicKey: string): KeyRecord => ({
  publicKey,
  algorithm: 'rsa1024',
  privateKeyPem: 'p',
})
const denied = (): Promise<never> => Promise.reject(new DOMException('denied', 'SecurityError'))

function setUp(changes: Partial<ReturnType<typeof createMemoryAsyncStorage>> = {}) {
  const storage = { ...createMemoryAsyncStorage(), ...changes }
  const events: GatewaySignEvent[] = []
  return {
    storage,
    events,
    entries: createKeyEntries({ storage, emit: (event) => void events.push(event) }),
  }
}

describe('key entries (wire 8)', () => {
  it('are kept only in the storage', async () => {
    const { entries, storage, events } = setUp()
    await entries.set('a', record('k'))
    expect(await storage.get('a')).toEqual(record('k'))
    await storage.remove('a')
    expect(await entries.get('a')).toBeUndefined()
    expect(events).toEqual([])
  })

  it('return what another tab stored meanwhile', async () => {
    const { entries, storage } = setUp()
    await entries.set('a', record('k'))
    await storage.set('a', record('other'))
    expect(await entries.get('a')).toEqual(record('other'))
  })

  it('yield to a key stored by another tab during a write', async () => {
    const { entries, storage, events } = setUp()
    const { set } = storage
    await entries.set('a', record('old'))
    storage.set = async (name) => set(name, record('other'))
    await entries.set('a', record('k'))
    expect(await entries.get('a')).toEqual(record('other'))
    expect(events).toEqual([])
  })

  it('are undefined when the storage contains something else', async () => {
    const { entries, storage } = setUp()
    await storage.set('a', { publicKey: 7 })
    expect(await entries.get('a')).toBeUndefined()
  })

  it('are removed by prefix except one', async () => {
    const { entries, storage } = setUp()
    for (const name of ['t:1', 't:2', 't:3', 'u:1']) await entries.set(name, record(name))
    await entries.removeAll('t:', { keep: 't:2' })
    expect((await storage.keys()).sort()).toEqual(['t:2', 'u:1'])
    await entries.removeAll('t:')
    expect(await storage.keys()).toEqual(['u:1'])
  })
})

describe('a storage that fails (wire 8)', () => {
  it.each([
    ['throws', { get: denied, set: denied, remove: denied, keys: denied }],
    [
      'silently discards everything',
      { get: async (): Promise<undefined> => undefined, set: async () => {}, keys: async () => [] },
    ],
  ])('keeps the keys in memory when it %s', async (_, changes) => {
    const { entries, events } = setUp(changes)
    await entries.set('t:1', record('k'))
    await entries.set('u:1', record('k'))
    expect(await entries.get('t:1')).toEqual(record('k'))
    expect(events).toEqual([{ type: 'key-not-stored' }, { type: 'key-not-stored' }])
    await entries.removeAll('t:')
    expect(await entries.get('t:1')).toBeUndefined()
    await entries.remove('u:1')
    expect(await entries.get('u:1')).toBeUndefined()
  })

  it('rejects a read while it is slow, unless the key is cached', async () => {
    const slow = () => Promise.reject(Object.assign(new Error('slow'), { code: 'timeout' }))
    const { entries } = setUp({ get: slow, set: denied })
    await expect(entries.get('a')).rejects.toMatchObject({ code: 'KEY_STORAGE_TIMEOUT' })
    expect(await entries.find('a')).toBeUndefined()
    await entries.set('a', record('k'))
    expect(await entries.get('a')).toEqual(record('k'))
  })

  it('keeps a new key in memory when a write is ignored', async () => {
    const { entries, storage, events } = setUp()
    await entries.set('a', record('old'))
    storage.set = async () => {}
    await entries.set('a', record('k'))
    expect(await storage.get('a')).toEqual(record('old'))
    expect(await entries.get('a')).toEqual(record('k'))
    expect(events).toEqual([{ type: 'key-not-stored' }])
  })

  it('is used again once a write succeeds', async () => {
    const { entries, storage } = setUp()
    const { set } = storage
    storage.set = denied
    await entries.set('a', record('k'))
    storage.set = set
    await entries.set('a', record('k2'))
    await storage.remove('a')
    expect(await entries.get('a')).toBeUndefined()
  })
})
