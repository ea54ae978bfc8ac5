import { createRecordingReporter } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createStorage } from './createStorage.ts'
import { createFakeArea } from './testing.ts'

const on = (area: ReturnType<typeof createFakeArea>) => ({ area: () => area })

describe('createStorage', () => {
  it('uses the first driver that works', () => {
    const storage = createStorage({ web: on(createFakeArea()) })
    expect(storage.driver).toBe('local')
    storage.set('a', '1')
    expect([storage.get('a'), storage.keys(), storage.isPersistent()]).toEqual(['1', ['a'], true])
  })

  it('leaves no probe entry behind', () => {
    const area = createFakeArea()
    createStorage({ web: on(area) })
    expect(area.length).toBe(0)
  })

  it.each([['throw'], ['drop']] as const)(
    'falls through to memory where every area would %s, with one report (D11)',
    (denial) => {
      const reporter = createRecordingReporter()
      const storage = createStorage({ web: on(createFakeArea({ denial })), reporter })
      storage.set('a', '1')
      storage.set('b', '2')
      expect([storage.driver, storage.get('a'), storage.get('b')]).toEqual(['memory', '1', '2'])
      expect(reporter.reports).toEqual([
        {
          kind: 'storage-memory-mode',
          detail: { cause: denial === 'throw' ? 'denied' : 'dropped' },
        },
      ])
    },
  )

  it("throws 'No available storage method found.' without a driver (spec 8.18)", () => {
    const attempt = () =>
      createStorage({
        order: ['local', 'session', 'cookie'],
        web: on(createFakeArea({ denial: 'throw' })),
      })
    expect(attempt).toThrow(
      expect.objectContaining({
        name: 'StorageError',
        code: 'unavailable',
        message: 'No available storage method found.',
      }),
    )
    expect(attempt).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({
          errors: expect.arrayContaining([expect.objectContaining({ code: 'denied' })]),
        }),
      }),
    )
  })

  it('uses the given order', () => {
    expect(createStorage({ order: ['memory', 'local'], web: on(createFakeArea()) }).driver).toBe(
      'memory',
    )
  })

  it('reports that another driver than the first serves', () => {
    const reporter = createRecordingReporter()
    const working = createFakeArea()
    const denied = createFakeArea({ denial: 'throw' })
    let asked = 0
    // The window's local area comes first, its session area second.
    const storage = createStorage({
      order: ['local', 'session', 'memory'],
      web: { area: () => (asked++ === 0 ? denied : working) },
      reporter,
    })
    expect([storage.driver, reporter.reports]).toEqual([
      'session',
      [{ kind: 'storage-fallback', detail: { driver: 'session', cause: 'denied' } }],
    ])
  })

  it('does not fall back to cookies, which every request would send', () => {
    const storage = createStorage({ web: on(createFakeArea({ denial: 'throw' })) })
    expect(storage.driver).toBe('memory')
  })

  it('uses memory without a report where it is the first choice', () => {
    const reporter = createRecordingReporter()
    createStorage({ order: ['memory'], reporter })
    expect(reporter.reports).toEqual([])
  })

  it('accepts a full area in use, rejects one without a quota', () => {
    const used = createFakeArea({ capacity: 8 })
    used.setItem('a', '1234567')
    const storage = createStorage({ web: on(used) })
    expect([storage.driver, storage.get('a')]).toEqual(['local', '1234567'])
    expect(createStorage({ web: on(createFakeArea({ capacity: 0 })) }).driver).toBe('memory')
  })

  it('removes disposable entries once, then uses memory (D12, spec 9.2)', () => {
    const area = createFakeArea({ capacity: 60 })
    const reporter = createRecordingReporter()
    area.setItem('_ga', 'foreign')
    const storage = createStorage({ web: { ...on(area), prefix: 'x:' }, reporter })
    storage.set('_tip', '0123456789')
    storage.set('kept', '0123456789')
    storage.set('new', '012345678901234')
    expect([storage.get('_tip'), storage.get('kept'), storage.get('new')]).toEqual([
      null,
      '0123456789',
      '012345678901234',
    ])
    expect([area.getItem('_ga'), storage.isPersistent(), reporter.reports]).toEqual([
      'foreign',
      true,
      [],
    ])
    storage.set('new', 'x'.repeat(60))
    storage.set('newer', 'x'.repeat(60))
    expect([storage.get('new'), storage.isPersistent(), area.getItem('x:new')]).toEqual([
      'x'.repeat(60),
      false,
      '012345678901234',
    ])
    expect(reporter.reports).toEqual([{ kind: 'storage-memory-mode', detail: { cause: 'quota' } }])
  })
})
