import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from './createMemoryStorage.ts'

describe('createMemoryStorage', () => {
  it('reads back, lists and removes', () => {
    const storage = createMemoryStorage()
    storage.set('a', '1')
    storage.set('b', '2')
    storage.remove('a')
    expect([storage.get('a'), storage.get('b'), storage.keys()]).toEqual([null, '2', ['b']])
  })

  it('shares nothing with another one', () => {
    const one = createMemoryStorage()
    one.set('a', '1')
    expect(createMemoryStorage().get('a')).toBeNull()
    expect(one.subscribe(() => expect.unreachable())()).toBeUndefined()
  })
})
