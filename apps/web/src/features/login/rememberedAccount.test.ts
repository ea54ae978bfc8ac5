import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { forgetAccount, maskAccount, readAccount, rememberAccount } from './rememberedAccount.ts'

describe('the account of the last log-in', () => {
  it('is kept until it is forgotten', () => {
    const storage = createMemoryStorage()
    expect(readAccount(storage)).toBeUndefined()
    rememberAccount(storage, ' nadia@example.com ')
    expect(readAccount(storage)).toBe('nadia@example.com')
    forgetAccount(storage)
    expect([readAccount(storage), storage.keys()]).toEqual([undefined, []])
  })
  it.each(['', '   ', 'x'.repeat(255)])('ignores a stored %j', (stored) => {
    const storage = createMemoryStorage()
    storage.set(STORAGE_KEYS.lastAccount, stored)
    expect(readAccount(storage)).toBeUndefined()
  })
  it.each([
    ['nadia@example.com', 'na•••@example.com'],
    ['abc@example.com', 'a•••@example.com'],
    ['a@example.com', 'a•••@example.com'],
    ['a@b@example.com', 'a•••@example.com'],
    ['13800138000', '138•••00'],
    ['123456', '1•••'],
    ['@', '@•••'],
  ])('hides most of %s: %s', (name, masked) => expect(maskAccount(name)).toBe(masked))
})
