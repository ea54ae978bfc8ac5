import type { AsyncKeyValueStorage } from '@x/kit'
import { createManualClock, createMemoryAsyncStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createLateStorage } from './createLateStorage.ts'
import type { IndexedDbStorage } from './drivers/createIndexedDbStorage.ts'

function driver(changes: Partial<AsyncKeyValueStorage> = {}) {
  const listeners = new Set<(key: string) => void>()
  const storage = {
    ...createMemoryAsyncStorage(),
    isClosed: false,
    subscribe(listener: (key: string) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: (key: string) => listeners.forEach((listener) => listener(key)),
    close: () => void (storage.isClosed = true),
    ...changes,
  }
  return storage satisfies IndexedDbStorage
}

function setUp({ mayContainValues = true, fallback = driver() } = {}) {
  const clock = createManualClock()
  const primary = driver()
  let answer: (storage: IndexedDbStorage | undefined) => void = () => {}
  const late = new Promise<IndexedDbStorage | undefined>((resolve) => (answer = resolve))
  const storage = createLateStorage({
    fallback,
    late,
    mayContainValues: () => mayContainValues,
    clock,
    timeoutMs: 3_000,
  })
  return {
    clock,
    primary,
    fallback,
    storage,
    open: async () => (answer(primary), clock.advance(0)),
    fail: async () => (answer(undefined), clock.advance(0)),
  }
}

describe('createLateStorage', () => {
  it('waits for a value that only the late driver contains', async () => {
    const { storage, primary, open, clock } = setUp()
    await primary.set('key', 'written before')
    const read = storage.get('key')
    await open()
    expect([await read, clock.pendingTimers()]).toEqual(['written before', 0])
    expect(storage.isLateDriverOpen()).toBe(true)
  })

  it('rejects a read on timeout and reads once the driver opened', async () => {
    const { storage, primary, open, clock } = setUp()
    await primary.set('key', 1)
    const reads = Promise.allSettled([storage.get('key'), storage.keys()])
    await clock.advance(3_000)
    expect((await reads).map((read) => read.status === 'rejected' && read.reason)).toEqual([
      expect.objectContaining({ code: 'timeout' }),
      expect.objectContaining({ code: 'timeout' }),
    ])
    await open()
    expect([await storage.get('key'), await storage.keys()]).toEqual([1, ['key']])
  })

  it('answers from the fallback where the late driver contains no values', async () => {
    const { storage, fallback } = setUp({ mayContainValues: false })
    await fallback.set('key', 1)
    expect(await storage.get('key')).toBe(1)
    expect(await storage.get('other')).toBeUndefined()
    expect(await storage.keys()).toEqual(['key'])
  })

  it('reads its own writes, and copies them to the late driver', async () => {
    const { storage, primary, fallback, open } = setUp()
    await primary.set('removed', 1)
    await storage.set('key', { n: 1 })
    await storage.remove('removed')
    expect([await storage.get('key'), await storage.get('removed')]).toEqual([{ n: 1 }, undefined])
    await open()
    expect([await primary.get('key'), await primary.keys()]).toEqual([{ n: 1 }, ['key']])
    expect(fallback.isClosed).toBe(true)
    await storage.set('key', { n: 2 })
    expect(await primary.get('key')).toEqual({ n: 2 })
  })

  it('keeps a value that the fallback refuses until the driver decides', async () => {
    for (const outcome of ['open', 'fail'] as const) {
      const refusing = driver({ set: () => Promise.reject(new DOMException('', 'DataCloneError')) })
      const fixture = setUp({ fallback: refusing })
      await fixture.storage.set('key', new Date(0))
      await fixture[outcome]()
      expect(await fixture.storage.get('key')).toEqual(new Date(0))
    }
  })

  it('answers from the fallback once the late driver has failed', async () => {
    const { storage, fail } = setUp()
    const read = storage.get('key')
    await storage.set('other', 1)
    await fail()
    expect([await read, await storage.get('other'), await storage.keys()]).toEqual([
      undefined,
      1,
      ['other'],
    ])
    expect(storage.isLateDriverOpen()).toBe(false)
  })

  it('rejects a value that cannot be cloned', async () => {
    const { storage } = setUp()
    await expect(storage.set('key', () => {})).rejects.toMatchObject({ name: 'DataCloneError' })
  })

  it('reports changes by other tabs from the driver that serves', async () => {
    const { storage, primary, fallback, open } = setUp()
    const keys: string[] = []
    storage.subscribe((key) => keys.push(key))
    fallback.notify('a')
    await open()
    fallback.notify('b')
    primary.notify('c')
    expect(keys).toEqual(['a', 'c'])
  })

  it('closes a driver that opens after close', async () => {
    const { storage, primary, fallback, open } = setUp()
    storage.close()
    await open()
    expect([primary.isClosed, fallback.isClosed]).toEqual([true, true])
  })
})
