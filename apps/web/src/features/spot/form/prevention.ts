import type { SelfTradePrevention } from '../../orders/model.ts'

/** The gateway's default first. */
export const PREVENTIONS = ['taker', 'maker', 'both', 'none'] as const satisfies readonly SelfTradePrevention[]

/** What storage holds may be from another version. */
export const readPrevention = (stored: string | null | undefined): SelfTradePrevention => PREVENTIONS.find((known) => known === stored) ?? 'taker'
