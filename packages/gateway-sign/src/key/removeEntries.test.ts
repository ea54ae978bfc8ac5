import { createMemoryAsyncStorage } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { removeEntries } from './removeEntries.ts'

it('removes entries that begin with the prefix (wire 8)', async () => {
  const storage = createMemoryAsyncStorage()
  for (const name of ['t:1', 't:2', 'xt:1']) await storage.set(name, 1)
  await removeEntries(storage, { prefix: 't:' })
  expect(await storage.keys()).toEqual(['xt:1'])
})

it('continues when one removal fails (wire 8)', async () => {
  const storage = createMemoryAsyncStorage()
  for (const name of ['t:1', 't:2']) await storage.set(name, 1)
  const remove = (name: string) =>
    name === 't:1' ? Promise.reject(new Error('locked')) : storage.remove(name)
  await removeEntries({ keys: storage.keys, remove }, { prefix: 't:' })
  expect(await storage.keys()).toEqual(['t:1'])
})

it('resolves when the storage cannot be listed (wire 8)', async () => {
  const keys = () => Promise.reject(new Error('denied'))
  await expect(
    removeEntries({ keys, remove: async () => {} }, { prefix: 't:' }),
  ).resolves.toBeUndefined()
})
