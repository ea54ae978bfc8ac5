import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResilientStorage } from './createResilientStorage.ts'
import type { KeyValueStorage, StorageChange } from './ports.ts'
import { createMemoryStorage } from './testing.ts'

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError')
}
const throwingDriver: KeyValueStorage = {
  get: denied,
  set: denied,
  remove: denied,
  keys: denied,
  subscribe: denied,
}
const droppingDriver: KeyValueStorage = { ...createMemoryStorage(), set: () => {} }

/** A driver that holds at most `capacity` characters, keys included, as a browser's quota does. */
function quotaDriver(
  capacity: number,
  initial: Record<string, string> = {},
): KeyValueStorage & { writes: number } {
  const memory = createMemoryStorage(initial)
  const size = () =>
    memory.keys().reduce((sum, key) => sum + key.length + (memory.get(key)?.length ?? 0), 0)
  return {
    ...memory,
    writes: 0,
    set(key, value) {
      this.writes++
      const old = memory.get(key)
      memory.set(key, value)
      if (size() <= capacity) return
      if (old === null) memory.remove(key)
      else memory.set(key, old)
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
}

describe('createResilientStorage', () => {
  it('passes every call to a driver that works', () => {
    const driver = createMemoryStorage({ kept: '1' })
    const storage = createResilientStorage(driver, { onDegrade: () => expect.unreachable() })
    storage.set('a', 'x')
    storage.remove('kept')
    expect(driver.get('a')).toBe('x')
    expect(storage.get('a')).toBe('x')
    expect(storage.get('kept')).toBeNull()
    expect(storage.keys()).toEqual(['a'])
    expect(storage.isPersistent()).toBe(true)
  })

  it.each([
    ['throws from every verb', throwingDriver],
    ['drops writes in silence', droppingDriver],
  ])('keeps values in memory when the driver %s, and reports it once (D11)', (_name, driver) => {
    const causes: unknown[] = []
    const storage = createResilientStorage(driver, { onDegrade: (cause) => causes.push(cause) })
    storage.set('a', '1')
    storage.set('b', '2')
    storage.set('a', '3')
    expect(storage.get('a')).toBe('3')
    expect(storage.keys().sort()).toEqual(['a', 'b'])
    storage.remove('a')
    expect(storage.get('a')).toBeNull()
    expect(storage.keys()).toEqual(['b'])
    expect(storage.isPersistent()).toBe(false)
    expect(causes).toHaveLength(1)
    expect(causes[0]).toBeInstanceOf(Error)
  })

  it('returns a no-op unsubscribe for a driver that throws (D11)', () => {
    const stop = createResilientStorage(throwingDriver).subscribe(() => expect.unreachable())
    expect(stop()).toBeUndefined()
  })

  it('removes disposable entries of a full driver and retries (D12, spec 9.2)', () => {
    const driver = quotaDriver(20, { _cache: '123456', mine: '1234' })
    const storage = createResilientStorage(driver, { onDegrade: () => expect.unreachable() })
    storage.set('new', '12345')
    expect(driver.get('new')).toBe('12345')
    expect(driver.get('_cache')).toBeNull()
    expect(driver.get('mine')).toBe('1234')
    expect(driver.writes).toBe(2)
  })

  it('keeps a write in memory that still does not fit (D12)', () => {
    const driver = quotaDriver(20, { _cache: '123456', mine: '1234' })
    const causes: unknown[] = []
    const storage = createResilientStorage(driver, { onDegrade: (cause) => causes.push(cause) })
    storage.set('mine', '123456789012345678901')
    expect(storage.get('mine')).toBe('123456789012345678901')
    expect(driver.get('mine')).toBe('1234')
    expect(driver.writes).toBe(2)
    expect((causes[0] as DOMException).name).toBe('QuotaExceededError')
  })

  it('does not retry without disposable entries (D12)', () => {
    const driver = quotaDriver(5)
    createResilientStorage(driver).set('key', 'too long')
    expect(driver.writes).toBe(1)
  })

  it.each([
    [
      'too large',
      Object.assign(new Error('The value is too large for a cookie.'), { code: 'too-large' }),
    ],
    ['denied', new DOMException('denied', 'SecurityError')],
  ])('removes no disposable entry for a write that is %s (D12)', (_name, refusal) => {
    const memory = createMemoryStorage({ _ga: 'a cookie of another script' })
    const refuse = (): never => {
      throw refusal
    }
    const storage = createResilientStorage({ ...memory, set: refuse })
    storage.set('key', 'value')
    expect([memory.get('_ga'), storage.get('key')]).toEqual(['a cookie of another script', 'value'])
  })

  it.each([
    ['a code of a driver', Object.assign(new Error('The storage is full.'), { code: 'quota' })],
    [
      'the name that Firefox once had',
      Object.assign(new Error('full'), { name: 'NS_ERROR_DOM_QUOTA_REACHED' }),
    ],
  ])('knows a full driver by %s (D12)', (_name, refusal) => {
    const memory = createMemoryStorage({ _tip: '1' })
    const set = (key: string, value: string) => {
      if (memory.get('_tip') !== null) throw refusal
      memory.set(key, value)
    }
    createResilientStorage({ ...memory, set }).set('key', 'value')
    expect([memory.get('_tip'), memory.get('key')]).toEqual([null, 'value'])
  })

  it('does not remove the disposable entry that is written (D12)', () => {
    const driver = quotaDriver(20, { _mine: '12' })
    const storage = createResilientStorage(driver)
    storage.set('_mine', '12345678901234567890')
    expect(driver.get('_mine')).toBe('12')
    expect(storage.get('_mine')).toBe('12345678901234567890')
  })

  it('returns to the driver once it stores the key again', () => {
    const driver = quotaDriver(20)
    const storage = createResilientStorage(driver)
    storage.set('key', '123456789012345678901')
    expect(storage.isPersistent()).toBe(false)
    storage.set('key', 'short')
    expect(driver.get('key')).toBe('short')
    expect(storage.isPersistent()).toBe(true)
  })

  it('keeps a refused removal in memory', () => {
    const driver = { ...createMemoryStorage({ key: 'stuck' }), remove: denied }
    const storage = createResilientStorage(driver)
    storage.remove('key')
    expect(storage.get('key')).toBeNull()
    expect(storage.keys()).toEqual([])
  })

  it('removes no disposable entry for a refused removal', () => {
    const driver = { ...createMemoryStorage({ key: 'stuck', _tip: '1' }), remove: denied }
    createResilientStorage(driver).remove('key')
    const dropping = createMemoryStorage({ key: 'stuck', _tip: '1' })
    createResilientStorage({
      ...dropping,
      remove: (key) => void (key !== 'key' && dropping.remove(key)),
    }).remove('key')
    expect([driver.get('_tip'), dropping.get('_tip')]).toEqual(['1', '1'])
  })

  it('replaces a value in memory by one of another tab', () => {
    const shared = createMemoryStorage()
    const storage = createResilientStorage({ ...shared, set: () => {} })
    const changes: StorageChange[] = []
    storage.subscribe((change) => changes.push(change))
    storage.set('key', 'mine')
    shared.openTab().set('key', 'theirs')
    expect(changes).toEqual([{ key: 'key', value: 'theirs' }])
    expect(storage.get('key')).toBe('theirs')
  })

  it('returns the last value written, however the driver fails', () => {
    const move = fc.record({
      key: fc.constantFrom('a', 'b', '_c'),
      value: fc.option(fc.string({ maxLength: 8 })),
      fails: fc.constantFrom('no', 'throw', 'drop'),
    })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const memory = createMemoryStorage()
        let mode = 'no'
        const guard = (run: () => void) =>
          mode === 'throw' ? denied() : mode === 'drop' ? undefined : run()
        const storage = createResilientStorage({
          ...memory,
          set: (key, value) => guard(() => memory.set(key, value)),
          remove: (key) => guard(() => memory.remove(key)),
        })
        const model = new Map<string, string>()
        for (const { key, value, fails } of moves) {
          mode = fails
          if (value === null) {
            storage.remove(key)
            model.delete(key)
          } else {
            const before = storage.get('_c')
            storage.set(key, value)
            model.set(key, value)
            // A refused write may remove the disposable entry and nothing else.
            if (key !== '_c' && before !== null && storage.get('_c') === null) model.delete('_c')
          }
          for (const name of ['a', 'b', '_c'])
            expect(storage.get(name)).toBe(model.get(name) ?? null)
          expect(storage.keys().sort()).toEqual([...model.keys()].sort())
        }
      }),
    )
  })
})
