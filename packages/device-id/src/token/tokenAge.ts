export interface TokenLifetimes {
  /**
   * Refreshed from this age on, in milliseconds; usable without a wait up to twice of it. Default
   * 1,200,000.
   */
  readonly refreshMs: number
  /** Removed from this age on, in milliseconds. Default 14,400,000. */
  readonly expiryMs: number
}

/** Spec section 9. */
export const TOKEN_LIFETIMES: TokenLifetimes = { refreshMs: 1_200_000, expiryMs: 14_400_000 }

export type TokenAge = 'fresh' | 'valid' | 'stale' | 'expired'

/** The validity window is twice the refresh interval. */
export function tokenAge(ageMs: number, { refreshMs, expiryMs }: TokenLifetimes): TokenAge {
  if (ageMs >= expiryMs) return 'expired'
  if (ageMs < refreshMs) return 'fresh'
  return ageMs < 2 * refreshMs ? 'valid' : 'stale'
}
