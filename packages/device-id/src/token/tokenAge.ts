export interface TokenLifetimes {
  /**
   * Age in milliseconds from which a token is refreshed; usable without waiting up to twice this
   * age. Default 1,200,000.
   */
  readonly refreshMs: number
  /** Age in milliseconds from which a token is removed. Default 14,400,000. */
  readonly expiryMs: number
}

/** Default lifetimes (spec section 9). */
export const TOKEN_LIFETIMES: TokenLifetimes = { refreshMs: 1_200_000, expiryMs: 14_400_000 }

export type TokenAge = 'fresh' | 'valid' | 'stale' | 'expired'

/** Classifies an age in milliseconds. The validity window is twice the refresh interval. */
export function tokenAge(ageMs: number, { refreshMs, expiryMs }: TokenLifetimes): TokenAge {
  if (ageMs >= expiryMs) return 'expired'
  if (ageMs < refreshMs) return 'fresh'
  return ageMs < 2 * refreshMs ? 'valid' : 'stale'
}
