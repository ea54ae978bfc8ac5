import { describe, expect, it } from 'vitest'
import { isStorageError, StorageError, toStorageError } from './StorageError.ts'

describe('StorageError', () => {
  it("says 'No available storage method found.' when no driver works (spec 8.18)", () => {
    expect(new StorageError('unavailable').message).toBe('No available storage method found.')
  })

  it('carries code, cause and detail', () => {
    const cause = new Error('inner')
    const error = new StorageError('too-large', {
      cause,
      detail: { driver: 'cookie', bytes: 5000 },
    })
    expect([error.name, error.code, error.cause, error.detail]).toEqual([
      'StorageError',
      'too-large',
      cause,
      { driver: 'cookie', bytes: 5000 },
    ])
    expect('cause' in new StorageError('quota')).toBe(false)
  })
})

describe('isStorageError', () => {
  it('compares name and code, for another copy of the package', () => {
    const foreign = Object.assign(new Error('full'), { name: 'StorageError', code: 'quota' })
    expect(isStorageError(foreign)).toBe(true)
    expect(isStorageError(foreign, 'quota')).toBe(true)
    expect(isStorageError(foreign, 'denied')).toBe(false)
  })

  it.each([[null], ['StorageError'], [{ name: 'StorageError' }], [new Error('other')]])(
    'is not %s',
    (value) => {
      expect(isStorageError(value)).toBe(false)
    },
  )
})

describe('toStorageError', () => {
  it.each([
    ['a full area', new DOMException('', 'QuotaExceededError'), 'quota'],
    [
      'a full area in Firefox',
      Object.assign(new Error(''), { name: 'NS_ERROR_DOM_QUOTA_REACHED' }),
      'quota',
    ],
    [
      'an aborted transaction around a full database',
      Object.assign(new Error(''), { name: 'AbortError', inner: { name: 'QuotaExceededError' } }),
      'quota',
    ],
    ['a denied area', new DOMException('', 'SecurityError'), 'denied'],
    [
      'a database denied by the user in Chromium',
      new DOMException('The user denied permission to access the database.', 'UnknownError'),
      'denied',
    ],
    ['a database that broke', new DOMException('Internal error.', 'UnknownError'), 'failed'],
    ['anything else', new DOMException('', 'InvalidStateError'), 'failed'],
    ['nothing', undefined, 'failed'],
  ])('reads %s', (_name, cause, code) => {
    const error = toStorageError(cause, 'local')
    expect([error.code, error.detail.driver, error.cause]).toEqual([code, 'local', cause])
  })

  it('returns an error of its own unchanged', () => {
    const error = new StorageError('unavailable')
    expect(toStorageError(error, 'local')).toBe(error)
  })
})
