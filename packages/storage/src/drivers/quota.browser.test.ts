import { createRecordingReporter } from '@x/kit/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { createAsyncStorage } from '../createAsyncStorage.ts'
import { createIndexedDbStorage } from './createIndexedDbStorage.ts'

const NAME = 'x_test_quota'
const session = cdp() as unknown as { send(method: string, params: unknown): Promise<unknown> }
/** Random, because a browser may compress what it stores. */
const text = (kilobytes: number) =>
  Array.from({ length: kilobytes * 100 }, () =>
    Math.random().toString(36).slice(2, 12).padEnd(10, '0'),
  ).join('')

beforeAll(async () => {
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: location.origin,
    quotaSize: 2_000_000,
  })
  // The browser remembers for some seconds how much space an origin had; clearing makes it look
  // again.
  await session.send('Storage.clearDataForOrigin', {
    origin: location.origin,
    storageTypes: 'indexeddb',
  })
})
afterAll(async () => {
  await session.send('Storage.overrideQuotaForOrigin', { origin: location.origin })
  indexedDB.deleteDatabase(NAME)
})

it('removes disposable entries of a full database, then rejects (D12)', async () => {
  const storage = createIndexedDbStorage({ name: NAME })
  await storage.set('_tip', 'disposable')
  await storage.set('kept', 'kept')
  await expect(storage.set('big', text(8000))).rejects.toMatchObject({
    name: 'StorageError',
    code: 'quota',
  })
  expect(await storage.keys()).toEqual(['kept'])
  storage.close()
})

it('keeps the value in memory behind createAsyncStorage (D12)', async () => {
  const reporter = createRecordingReporter()
  const storage = createAsyncStorage({ name: NAME, reporter })
  expect(await storage.driver()).toBe('indexeddb')
  const big = text(8000)
  await storage.set('big', big)
  expect(await storage.get('big')).toBe(big)
  expect(reporter.reports).toEqual([{ kind: 'storage-memory-mode', detail: { cause: 'quota' } }])
  storage.close()
})
