import type { IndexedDbStorage } from './drivers/createIndexedDbStorage.ts'
import { createMemoryAsyncStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createResilientAsyncStorage } from './createResilientAsyncStorage.ts'

function setup() {
  const driver = createMemoryAsyncStorage()
  const state = { broken: false }
  const guarded = <T>(run: () => Promise<T>) =>
    state.broken ? Promise.reject(new Error('broken')) : run()
  const listeners = new Set<(key: string) => void>()
  const failing: IndexedDbStorage = {
    get: <T>(key: string) => guarded(() => driver.get<T>(key)),
    set: (key, value) => guarded(() => driver.set(key, value)),
    remove: (key) => guarded(() => driver.remove(key)),
    keys: () => guarded(() => driver.keys()),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {},
  }
  const otherTab = async (key: string, value: unknown) => {
    await driver.set(key, value)
    for (const listener of listeners) listener(key)
  }
  const causes: unknown[] = []
  return {
    driver,
    state,
    causes,
    otherTab,
    listeners,
    storage: createResilientAsyncStorage(failing, { onDegrade: (cause) => causes.push(cause) }),
  }
}

describe('createResilientAsyncStorage', () => {
  it('passes every call to a driver that works', async () => {
    const { driver, storage, causes } = setup()
    await storage.set('a', { n: 1 })
    await storage.set('b', 2)
    await storage.remove('b')
    expect([await driver.get('a'), await storage.get('a'), await storage.keys()]).toEqual([
      { n: 1 },
      { n: 1 },
      ['a'],
    ])
    expect(causes).toEqual([])
  })

  it('keeps values in memory when the driver fails, with one report (D11)', async () => {
    const { storage, state, causes } = setup()
    await storage.set('a', 1)
    state.broken = true
    await storage.set('a', 2)
    await storage.set('b', { n: 3 })
    await storage.remove('c')
    expect([
      await storage.get('a'),
      await storage.get('b'),
      await storage.get('c'),
      await storage.get('d'),
    ]).toEqual([2, { n: 3 }, undefined, undefined])
    expect((await storage.keys()).sort()).toEqual(['a', 'b'])
    expect(causes).toEqual([expect.objectContaining({ message: 'broken' })])
  })

  it('keeps a refused removal in memory', async () => {
    const { driver, storage, state } = setup()
    await storage.set('a', 1)
    state.broken = true
    await storage.remove('a')
    state.broken = false
    expect([await driver.get('a'), await storage.get('a'), await storage.keys()]).toEqual([
      1,
      undefined,
      [],
    ])
  })

  it('returns clones of values in memory', async () => {
    const { storage, state } = setup()
    state.broken = true
    const value = { list: [1] }
    await storage.set('a', value)
    value.list.push(2)
    const read = await storage.get<typeof value>('a')
    read?.list.push(3)
    expect(await storage.get('a')).toEqual({ list: [1] })
  })

  it('returns to the driver once it stores the key again', async () => {
    const { driver, storage, state } = setup()
    state.broken = true
    await storage.set('a', 1)
    state.broken = false
    await storage.set('a', 2)
    expect([await driver.get('a'), await storage.get('a')]).toEqual([2, 2])
  })

  it('prefers the later value of another tab and reports it', async () => {
    const { storage, state, otherTab, listeners } = setup()
    const received: unknown[] = []
    storage.subscribe((key) => void storage.get(key).then((value) => received.push(value)))
    state.broken = true
    await storage.set('a', 'mine')
    expect(await storage.get('a')).toBe('mine')
    state.broken = false
    await otherTab('a', 'theirs')
    expect([await storage.get('a'), await storage.keys(), received]).toEqual([
      'theirs',
      ['a'],
      ['theirs'],
    ])
    storage.close()
    expect(listeners.size).toBe(1)
  })

  it('rejects a value that cannot be cloned', async () => {
    const { storage, causes } = setup()
    await expect(storage.set('a', () => {})).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(causes).toEqual([])
  })
})
