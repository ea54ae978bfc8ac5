import { createMemoryAsyncStorage } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { removeEntries } from './removeEntries.ts'

it('removes what begins with the prefix (wire 8)', async () => {
  const storage = createMemoryAsyncStorage()
  for (const name of ['t:1', 't:2', 'xt:1']) await storage.set(name, 1)
  await removeEntries(storage, { prefix: 't:' })
  expect(await storage.keys()).toEqual(['xt:1'])
})

it('goes on when the storage refuses one of them (wire 8)', async () => {
  const storage = createMemoryAsyncStorage()
  for (const name of ['t:1', 't:2']) await storage.set(name, 1)
  const remove = (name: string) =>
    name === 't:1' ? Promise.reject(new Error('locked')) : storage.remove(name)
  await removeEntries({ keys: storage.keys, remove }, { prefix: 't:' })
  expect(await storage.keys()).toEqual(['t:1'])
})

it('is quiet when the storage cannot even be listed (wire 8)', async () => {
  const keys = () => Promise.reject(new Error('denied'))
  await expect(
    removeEntries({ keys, remove: async () => {} }, { prefix: 't:' }),
  ).resolves.toBeUndefined()
})
