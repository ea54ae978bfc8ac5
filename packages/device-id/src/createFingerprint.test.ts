import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createFingerprint } from './createFingerprint.ts'

function setup(collectOnce: () => Promise<string> = async () => 'f'.repeat(32)) {
  const storage = createMemoryStorage()
  let collections = 0
  const open = () =>
    createFingerprint({
      storage,
      key: 'print',
      collectFingerprint() {
        collections++
        return collectOnce()
      },
    })
  return { storage, open, collections: () => collections }
}

describe('fingerprint', () => {
  it('is computed once, then read from storage (spec 5.1)', async () => {
    const { open, collections, storage } = setup()
    expect(await open().get()).toBe('f'.repeat(32))
    expect(await open().get()).toBe('f'.repeat(32))
    expect([collections(), storage.get('print')]).toEqual([1, 'f'.repeat(32)])
  })

  it('is computed once for concurrent reads', async () => {
    const { open, collections } = setup()
    const fingerprint = open()
    await Promise.all([fingerprint.get(), fingerprint.get(), fingerprint.get()])
    expect(collections()).toBe(1)
  })

  it('is undefined on failure and retried by the next read', async () => {
    let broken = true
    const { open, collections, storage } = setup(() =>
      broken ? Promise.reject(new Error('blocked')) : Promise.resolve('good'),
    )
    const fingerprint = open()
    expect(await fingerprint.get()).toBeUndefined()
    expect(storage.keys()).toEqual([])
    broken = false
    expect([await fingerprint.get(), collections()]).toEqual(['good', 2])
  })

  it('is computed again after a reset (D19)', async () => {
    const { open, collections } = setup()
    const fingerprint = open()
    await fingerprint.get()
    fingerprint.reset()
    await fingerprint.get()
    expect(collections()).toBe(2)
  })
})
