import { describe, expect, it } from 'vitest'
import * as index from './exports/index.ts'
import * as testing from './exports/testing.ts'

describe('the entries of @x/storage', () => {
  it('exports drivers, their orders, the typed entry and the error', () => {
    expect(Object.keys(index).sort()).toEqual([
      'StorageError',
      'createAsyncStorage',
      'createCookieStorage',
      'createIndexedDbStorage',
      'createJsonEntry',
      'createLocalStorage',
      'createMemoryStorage',
      'createSessionStorage',
      'createStorage',
      'isStorageError',
    ])
  })

  it('exports the fake area for tests', () => {
    expect(Object.keys(testing)).toEqual(['createFakeArea'])
  })
})
