import fc from 'fast-check'
import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createAsyncAdapter } from './createAsyncAdapter.ts'
import { createLocalStorage } from './drivers/createWebStorage.ts'
import { createFakeArea } from './testing.ts'

describe('createAsyncAdapter', () => {
  it('returns any JSON value', async () => {
    const storage = createAsyncAdapter(createMemoryStorage())
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        await storage.set('key', value)
        // JSON has one zero only.
        expect(await storage.get('key')).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('lists and removes keys', async () => {
    const storage = createAsyncAdapter(createMemoryStorage())
    await storage.set('a', { n: 1, skipped: undefined })
    expect([await storage.get('a'), await storage.keys()]).toEqual([{ n: 1 }, ['a']])
    await storage.remove('a')
    expect([await storage.get('a'), await storage.keys()]).toEqual([undefined, []])
  })

  it('returns undefined for a text that is not JSON', async () => {
    const driver = createMemoryStorage({ broken: '{' })
    expect(await createAsyncAdapter(driver).get('broken')).toBeUndefined()
  })

  it('removes disposable entries of a full area once (D12, spec 9.2)', async () => {
    const area = createFakeArea({ capacity: 40 })
    area.setItem('_ga', 'foreign')
    const storage = createAsyncAdapter(createLocalStorage({ area: () => area, prefix: 'x:' }))
    await storage.set('_tip', 'disposable')
    await storage.set('kept', 'ab')
    await storage.set('new', 'abcdefgh')
    expect([await storage.keys(), area.getItem('_ga')]).toEqual([['kept', 'new'], 'foreign'])
    await expect(storage.set('newer', 'x'.repeat(40))).rejects.toMatchObject({ code: 'quota' })
    expect(await storage.keys()).toEqual(['kept', 'new'])
  })

  it('removes no disposable entry for an error other than the quota', async () => {
    const area = createFakeArea()
    const storage = createAsyncAdapter(createLocalStorage({ area: () => area }))
    await storage.set('_tip', 1)
    area.setItem = () => {
      throw new DOMException('', 'SecurityError')
    }
    await expect(storage.set('a', 1)).rejects.toMatchObject({ code: 'denied' })
    expect(await storage.keys()).toEqual(['_tip'])
  })

  it('rejects an ignored write (D11)', async () => {
    const storage = createAsyncAdapter(
      createLocalStorage({ area: () => createFakeArea({ denial: 'drop' }) }),
    )
    await expect(storage.set('a', 1)).rejects.toMatchObject({
      name: 'StorageError',
      code: 'failed',
    })
  })

  const circle: { self?: unknown } = {}
  circle.self = circle
  it.each([
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', { bytes: new Uint8Array(2) }],
    ['a function', [() => {}]],
    ['a bigint', 1n],
    ['NaN', { n: Number.NaN }],
    ['undefined', undefined],
    ['a circle', circle],
  ])("refuses %s with the platform's error name", async (_name, value) => {
    const driver = createMemoryStorage()
    await expect(createAsyncAdapter(driver).set('key', value)).rejects.toMatchObject({
      name: 'DataCloneError',
    })
    expect(driver.keys()).toEqual([])
  })

  it('rejects a CryptoKey, which JSON cannot represent', async () => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, [
      'encrypt',
    ])
    await expect(createAsyncAdapter(createMemoryStorage()).set('key', key)).rejects.toMatchObject({
      name: 'DataCloneError',
    })
  })
})
