import type { SelfTradePrevention } from '../../data/spot/model.ts'

/**
 * The gateway's default first. Orders of one holder never trade with each other: `none`, which
 * earlier versions stored, counts as the default.
 */
export const PREVENTIONS = [
  'taker',
  'maker',
  'both',
] as const satisfies readonly SelfTradePrevention[]

/** What storage holds may be from another version. */
export const readPrevention = (stored: string | null | undefined): SelfTradePrevention =>
  PREVENTIONS.find((known) => known === stored) ?? 'taker'
