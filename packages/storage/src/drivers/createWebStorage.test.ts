import { describe, expect, it } from 'vitest'
import { createLocalStorage, createSessionStorage } from './createWebStorage.ts'
import { createFakeArea } from '../testing.ts'

describe.each([
  ['local', createLocalStorage],
  ['session', createSessionStorage],
])('%s storage', (_name, create) => {
  it('reads back, lists and removes', () => {
    const area = createFakeArea()
    const storage = create({ area: () => area })
    storage.set('a', '1')
    storage.set('b', '')
    expect([storage.get('a'), storage.get('b'), storage.get('c')]).toEqual(['1', '', null])
    expect(storage.keys()).toEqual(['a', 'b'])
    storage.remove('a')
    storage.remove('never there')
    expect(storage.keys()).toEqual(['b'])
  })

  it('keeps to its own entries under a prefix', () => {
    const area = createFakeArea()
    area.setItem('foreign', '1')
    area.setItem('_ga', '1')
    const storage = create({ area: () => area, prefix: 'x:' })
    storage.set('mine', '2')
    storage.set('_mine', '3')
    expect(storage.keys()).toEqual(['mine', '_mine'])
    expect(storage.get('foreign')).toBeNull()
    expect([area.getItem('x:mine'), area.getItem('_x:mine')]).toEqual(['2', '3'])
  })

  it('throws a typed error for full storage and keeps the value', () => {
    const area = createFakeArea({ capacity: 5 })
    const storage = create({ area: () => area })
    storage.set('a', '123')
    expect(() => storage.set('a', '12345')).toThrow(
      expect.objectContaining({ name: 'StorageError', code: 'quota' }),
    )
    expect(storage.get('a')).toBe('123')
  })

  it('throws on write and reads nothing where access is denied (D11)', () => {
    const area = createFakeArea({ denial: 'throw' })
    const storage = create({ area: () => area })
    expect(() => storage.set('a', '1')).toThrow(expect.objectContaining({ code: 'denied' }))
    expect(() => storage.remove('a')).toThrow(expect.objectContaining({ code: 'denied' }))
    expect([storage.get('a'), storage.keys()]).toEqual([null, []])
  })

  it('is unavailable, not broken, where there is no window', () => {
    const storage = create()
    expect(storage.get('a')).toBeNull()
    expect(() => storage.set('a', '1')).toThrow(expect.objectContaining({ code: 'unavailable' }))
    expect(storage.subscribe(() => expect.unreachable())()).toBeUndefined()
  })
})
