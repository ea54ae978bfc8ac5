import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { fakeToken } from '../testing.ts'
import { createTokenCache } from './createTokenCache.ts'
import { TOKEN_LIFETIMES } from './tokenAge.ts'
import { createTokenCookie } from './tokenCookie.ts'
import { NO_ENTRY, type TokenEntry } from './tokenEntry.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

function setup() {
  const clock = createManualClock()
  const storage = createMemoryStorage()
  const cookies = createMemoryStorage()
  const open = () =>
    createTokenCache({
      storage,
      cookie: createTokenCookie(cookies),
      clock,
      key: 'token',
      ...TOKEN_LIFETIMES,
    })
  const entry = (seed: number, ageMs = 0): TokenEntry => ({
    token: fakeToken(seed),
    issuedAt: clock.now() - ageMs,
    status: 'success',
    at: clock.now(),
  })
  return { clock, storage, cookies, cache: open(), open, entry }
}

describe('token cache', () => {
  it('stores a token for all tabs and in the cookie', () => {
    const { cache, open, entry, cookies } = setup()
    cache.save(entry(1))
    const other = open()
    other.load()
    expect(other.token()).toEqual({
      token: fakeToken(1),
      kind: 'success',
      age: 'fresh',
      ageMs: 0,
      stale: false,
    })
    expect(cookies.get('dy_token')).toBe(fakeToken(1))
  })

  it.each([
    [19 * MINUTE, 'fresh', false],
    [20 * MINUTE, 'valid', false],
    [40 * MINUTE, 'stale', true],
  ])('classifies a token of %i ms as %s (spec 9.1)', async (ms, age, stale) => {
    const { cache, clock, entry } = setup()
    cache.save(entry(1))
    await clock.advance(ms)
    expect(cache.token()).toMatchObject({ age, stale, ageMs: ms })
  })

  it('removes a token everywhere after 14,400 s (spec 9.1)', async () => {
    const { cache, clock, entry, storage, cookies } = setup()
    cache.save(entry(1))
    await clock.advance(4 * HOUR)
    expect(cache.token()).toBeUndefined()
    expect([JSON.parse(storage.get('token') ?? ''), cookies.keys()]).toEqual([
      expect.objectContaining({ token: '', issuedAt: 0, status: 'success' }),
      [],
    ])
  })

  it('keeps a newer token whose announcement is pending', async () => {
    const { cache, open, clock, entry } = setup()
    cache.save(entry(1))
    await clock.advance(4 * HOUR)
    open().save(entry(2))
    expect(cache.token()?.token).toBe(fakeToken(2))
  })

  it('treats a cookie without a record as stale', async () => {
    const { cache, cookies, clock } = setup()
    cookies.set('dy_token', fakeToken(7))
    cache.load()
    expect(cache.token()).toMatchObject({ token: fakeToken(7), age: 'stale', stale: true })
    await clock.advance(MINUTE)
    cache.load()
    expect(cache.token()?.ageMs).toBe(41 * MINUTE)
  })

  it('uses monotonic time when the wall clock is set back (D10)', async () => {
    const { cache, clock, entry } = setup()
    cache.save(entry(1))
    clock.jump(-5 * HOUR)
    await clock.advance(21 * MINUTE)
    expect(cache.token()).toMatchObject({ age: 'valid', ageMs: 21 * MINUTE })
    cache.load()
    expect(cache.token()).toMatchObject({ age: 'valid', ageMs: 21 * MINUTE })
  })

  it('expires when the wall clock moves five hours forward (D10)', () => {
    const { cache, clock, entry } = setup()
    cache.save(entry(1))
    clock.jump(5 * HOUR)
    expect(cache.token()).toBeUndefined()
  })

  it('treats a token over 60 s in the future as stale (D10)', () => {
    const { cache, open, entry } = setup()
    cache.adopt(entry(1, -60_000))
    expect(cache.token()?.age).toBe('fresh')
    const other = open()
    other.adopt(entry(2, -60_001))
    expect(other.token()?.age).toBe('stale')
  })

  it('adopts only newer entries of other tabs after a removal (D19)', async () => {
    const { cache, entry, clock } = setup()
    const sent = entry(1)
    cache.adopt(sent)
    cache.clear()
    cache.adopt(sent)
    expect(cache.token()).toBeUndefined()
    await clock.advance(1)
    cache.adopt(entry(2))
    expect(cache.token()?.token).toBe(fakeToken(2))
  })

  it('does not rewrite the cookie for an equal token', () => {
    const { cache, entry, cookies } = setup()
    cache.save(entry(1))
    cookies.remove('dy_token')
    cache.save({ ...entry(1), status: 'error' })
    expect(cookies.keys()).toEqual([])
  })

  it('reads invalid data as no token', () => {
    const { cache, storage } = setup()
    for (const text of ['{', '[]', '{"token":"x","issuedAt":"soon"}']) {
      storage.set('token', text)
      cache.load()
      expect(cache.token()).toBeUndefined()
    }
  })

  it('clears everything', () => {
    const { cache, entry, storage, cookies } = setup()
    cache.save(entry(1))
    cache.clear()
    expect([cache.entry(), storage.keys(), cookies.keys()]).toEqual([NO_ENTRY, [], []])
  })

  it('ignores the cookie after another tab cleared the record', () => {
    const { cache, open, entry, storage } = setup()
    cache.save(entry(1))
    const other = open()
    other.load()
    storage.openTab().subscribe(() => other.load())
    cache.clear()
    expect(other.token()).toBeUndefined()
  })
})
