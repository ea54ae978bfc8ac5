import {
  createManualClock,
  createMemoryAsyncStorage,
  createMemoryStorage,
  createSeededRandom,
} from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { probe, probeAsync } from './probe.ts'
import { StorageError } from './StorageError.ts'

const random = createSeededRandom(3)
const full = () => {
  throw new StorageError('quota')
}

describe('probe', () => {
  it('accepts a driver that returns what was written (D11)', () => {
    const driver = createMemoryStorage()
    expect(probe(driver, { random })).toBeUndefined()
    expect(driver.keys()).toEqual([])
  })

  it('detects an ignored write (D11)', () => {
    expect(probe({ ...createMemoryStorage(), set: () => {} }, { random })).toBeInstanceOf(Error)
  })

  it('accepts a full driver with entries, rejects an empty full one (D12)', () => {
    expect(probe({ ...createMemoryStorage({ a: '1' }), set: full }, { random })).toBeUndefined()
    expect(probe({ ...createMemoryStorage(), set: full }, { random })).toMatchObject({
      code: 'quota',
    })
  })

  it('writes under a new disposable name each time', () => {
    const names: string[] = []
    const driver = createMemoryStorage()
    const watched = {
      ...driver,
      set(key: string, value: string) {
        names.push(key)
        driver.set(key, value)
      },
    }
    probe(watched, { random })
    probe(watched, { random })
    expect(names.every((name) => name.startsWith('_probe_'))).toBe(true)
    expect(new Set(names).size).toBe(2)
  })
})

describe('probeAsync', () => {
  const options = () => ({ clock: createManualClock(), random, timeoutMs: 3000 })

  it('accepts a driver that works and stops its timer', async () => {
    const driver = createMemoryAsyncStorage()
    const { clock, ...rest } = options()
    expect(await probeAsync(driver, { clock, ...rest })).toBeUndefined()
    expect([await driver.keys(), clock.pendingTimers()]).toEqual([[], 0])
  })

  it('returns the error of a driver that fails or ignores writes', async () => {
    const dropping = { ...createMemoryAsyncStorage(), set: async () => {} }
    const failing = {
      ...createMemoryAsyncStorage(),
      get: () => Promise.reject(new Error('broken')),
    }
    expect(await probeAsync(dropping, options())).toBeInstanceOf(Error)
    expect(await probeAsync(failing, options())).toMatchObject({ message: 'broken' })
  })

  it('times out on a driver that never answers', async () => {
    const { clock, ...rest } = options()
    const refusal = probeAsync(
      { ...createMemoryAsyncStorage(), set: () => new Promise(() => {}) },
      { clock, ...rest },
    )
    await clock.advance(3000)
    expect(await refusal).toMatchObject({ code: 'timeout' })
  })
})
