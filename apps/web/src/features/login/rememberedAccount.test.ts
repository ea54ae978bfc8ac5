import { createMemoryStorage } from '@x/kit/testing'
import fc from 'fast-check'
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

  it.each([
    ['abcd@example.com', 'ab•••@example.com'],
    ['1234567', '123•••67'],
    ['🔑🔒🔓🔐@example.com', '🔑🔒•••@example.com'],
    ['@example.com', '@ex•••om'],
    ['', '•••'],
  ])('hides most of %o also at the borders: %o', (name, masked) =>
    expect(maskAccount(name)).toBe(masked),
  )

  it('hides at least half of what stands before the host', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (name) => {
        const local = name.replaceAll('@', '')
        const [shown = ''] = maskAccount(`${local}@example.com`).split('•••')
        const signs = [...local].length
        expect([...shown].length).toBeLessThanOrEqual(Math.max(1, Math.floor(signs / 2)))
      }),
    )
  })

  it('is taken up to the longest name that can be sent', () => {
    const storage = createMemoryStorage()
    rememberAccount(storage, 'x'.repeat(254))
    expect(readAccount(storage)).toHaveLength(254)
  })
})
