import type { Account } from './accounts.ts'

/** What keeps funds back. Each scope has names of its own: an order `5` and a withdrawal `5`. */
export const HOLD_SCOPES = ['order', 'position', 'withdrawal', 'escrow'] as const
export type HoldScope = (typeof HOLD_SCOPES)[number]

/** Funds of one account that are kept back for one purpose. (scope, ref) names it. */
export interface Hold extends Pick<Account, 'realm' | 'owner' | 'asset'> {
  readonly scope: HoldScope
  /** The order, position, withdrawal or escrow. */
  readonly ref: string
  /** In atoms, as it stands now; 0: released. */
  readonly amount: bigint
}
