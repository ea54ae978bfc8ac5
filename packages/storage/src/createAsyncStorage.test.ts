import { createManualClock, createRecordingReporter } from '@x/kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAsyncStorage } from './createAsyncStorage.ts'
import { createFakeArea } from './testing.ts'

afterEach(() => void vi.unstubAllGlobals())
const on = (area: ReturnType<typeof createFakeArea>) => ({ area: () => area })

describe('createAsyncStorage where there is no database', () => {
  it('falls back to the local area', async () => {
    const area = createFakeArea()
    const storage = createAsyncStorage({ name: 'test', web: on(area) })
    expect(await storage.driver()).toBe('local')
    await storage.set('a', { n: 1 })
    expect([await storage.get('a'), await storage.keys(), area.getItem('a')]).toEqual([
      { n: 1 },
      ['a'],
      '{"n":1}',
    ])
    await storage.remove('a')
    expect(await storage.get('a')).toBeUndefined()
  })

  it('falls back to memory where everything is denied, with one report (D11)', async () => {
    const reporter = createRecordingReporter()
    const storage = createAsyncStorage({
      name: 'test',
      web: on(createFakeArea({ denial: 'drop' })),
      reporter,
    })
    expect(await storage.driver()).toBe('memory')
    await storage.set('a', [1])
    expect(await storage.get('a')).toEqual([1])
    expect(reporter.reports).toEqual([
      { kind: 'storage-memory-mode', detail: { cause: 'unavailable' } },
    ])
  })

  it("rejects with 'No available storage method found.' without a driver (spec 8.18)", async () => {
    const storage = createAsyncStorage({
      name: 'test',
      order: ['indexeddb', 'local', 'session'],
      web: on(createFakeArea({ denial: 'throw' })),
    })
    const expected = {
      name: 'StorageError',
      code: 'unavailable',
      message: 'No available storage method found.',
    }
    await expect(storage.driver()).rejects.toMatchObject(expected)
    await expect(storage.get('a')).rejects.toMatchObject(expected)
    await expect(storage.set('a', 1)).rejects.toMatchObject(expected)
  })

  it('opens nothing before the first call', async () => {
    let asked = 0
    const area = createFakeArea()
    const storage = createAsyncStorage({
      name: 'test',
      web: {
        area() {
          asked++
          return area
        },
      },
    })
    storage.close()
    expect(asked).toBe(0)
    await storage.keys()
    expect(asked).toBeGreaterThan(0)
  })

  it('falls back and reports after 3 s without an answer', async () => {
    vi.stubGlobal('indexedDB', { open: () => ({}) })
    const clock = createManualClock()
    const reporter = createRecordingReporter()
    const storage = createAsyncStorage({
      name: 'hangs',
      web: on(createFakeArea()),
      clock,
      reporter,
    })
    const driver = storage.driver()
    await expect.poll(() => clock.pendingTimers()).toBe(1)
    await clock.advance(2999)
    const early = await Promise.race([driver, Promise.resolve('still waiting')])
    await clock.advance(1)
    expect([early, await driver, clock.pendingTimers()]).toEqual(['still waiting', 'local', 0])
    expect(reporter.reports).toEqual([
      { kind: 'storage-fallback', detail: { driver: 'local', cause: 'timeout' } },
    ])
  })

  it('keeps values in memory once the area is full', async () => {
    const reporter = createRecordingReporter()
    const storage = createAsyncStorage({
      name: 'test',
      web: on(createFakeArea({ capacity: 60 })),
      reporter,
    })
    await storage.set('a', 'x'.repeat(70))
    expect(await storage.get('a')).toBe('x'.repeat(70))
    expect(reporter.reports.filter(({ kind }) => kind === 'storage-memory-mode')).toEqual([
      { kind: 'storage-memory-mode', detail: { cause: 'quota' } },
    ])
  })

  it('does not call a subscriber that left before opening', async () => {
    const storage = createAsyncStorage({ name: 'test', order: ['memory'] })
    storage.subscribe(() => expect.unreachable())()
    await storage.set('a', 1)
  })
})
