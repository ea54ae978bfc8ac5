import { describe, expect, it } from 'vitest'
import { TOKEN_LIFETIMES, tokenAge } from './tokenAge.ts'

describe('tokenAge', () => {
  it.each([
    [0, 'fresh'],
    [1_199_999, 'fresh'],
    [1_200_000, 'valid'],
    [2_399_999, 'valid'],
    [2_400_000, 'stale'],
    [14_399_999, 'stale'],
    [14_400_000, 'expired'],
    [Number.MAX_SAFE_INTEGER, 'expired'],
  ])('classifies an age of %i ms as %s (spec 9.1)', (age, expected) => {
    expect(tokenAge(age, TOKEN_LIFETIMES)).toBe(expected)
  })

  it('uses twice the refresh interval as validity window (spec 9.1)', () => {
    expect(tokenAge(19, { refreshMs: 10, expiryMs: 100 })).toBe('valid')
    expect(tokenAge(20, { refreshMs: 10, expiryMs: 100 })).toBe('stale')
  })
})
