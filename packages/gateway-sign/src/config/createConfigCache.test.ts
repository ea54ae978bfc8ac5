import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createConfigCache } from './createConfigCache.ts'

const denied = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('configuration cache (wire 3)', () => {
  it('stores one text under its key and clears it', () => {
    const storage = createMemoryStorage()
    const cache = createConfigCache({ storage, key: 'k' })
    expect(cache.read()).toBeNull()
    cache.write('one')
    expect([cache.read(), storage.keys()]).toEqual(['one', ['k']])
    cache.clear()
    expect(storage.keys()).toEqual([])
  })

  it('reads null and never throws when storage is denied', () => {
    const cache = createConfigCache({
      storage: { get: denied, set: denied, remove: denied },
      key: 'k',
    })
    expect(cache.read()).toBeNull()
    expect(() => (cache.write('one'), cache.clear())).not.toThrow()
  })

  it('removes the old text when the storage is full', () => {
    const storage = createMemoryStorage()
    storage.set('k', 'old')
    const cache = createConfigCache({ storage: { ...storage, set: denied }, key: 'k' })
    cache.write('new')
    expect(cache.read()).toBeNull()
  })
})
