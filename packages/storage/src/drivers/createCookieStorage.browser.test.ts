import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createCookieStorage } from './createCookieStorage.ts'

declare const cookieStore: {
  get(
    name: string,
  ): Promise<{ expires: number; path: string; sameSite: string; secure: boolean } | null>
}

const storage = createCookieStorage()
afterEach(() => {
  for (const name of ['kit_a', 'kit_b', 'x:kit']) storage.remove(name)
})

describe('cookies in a browser', () => {
  it('lives 365 days on the whole host with SameSite=Lax (spec 9.2)', async () => {
    storage.set('kit_a', 'black')
    const cookie = await cookieStore.get('kit_a')
    const days = ((cookie?.expires ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(364.9)
    expect(days).toBeLessThan(365.1)
    expect([cookie?.path, cookie?.sameSite, cookie?.secure]).toEqual([
      '/',
      'lax',
      location.protocol === 'https:',
    ])
  })

  it('is gone at once when removed', () => {
    storage.set('x:kit', '1')
    expect(storage.get('x:kit')).toBe('1')
    storage.remove('x:kit')
    expect(storage.get('x:kit')).toBeNull()
    expect(storage.keys()).not.toContain('x:kit')
  })

  it('gives back any text it was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (value) => {
        storage.set('kit_b', value)
        expect(storage.get('kit_b')).toBe(value)
      }),
      { numRuns: 200 },
    )
  })
})
