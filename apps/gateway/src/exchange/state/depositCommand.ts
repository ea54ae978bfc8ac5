import type { Deposit } from './deposits.ts'

/** What changes deposits and the mirror of custody; all live realm (wallet 2, 3). */
export type DepositCommand =
  | CreditDepositCommand
  | DepositEventCommand
  | CollectClaimCommand
  | ForgetDepositsCommand
  | TreasuryCommand

type DepositName = Pick<Deposit, 'network' | 'txHash' | 'ordinal'>

/** Credits coins of a block, once (W2). Without a user the treasury gets them. */
export interface CreditDepositCommand extends DepositName {
  readonly kind: 'deposit'
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly userId?: string
  readonly asset: string
  /** In the ledger's atoms. */
  readonly atoms: string
  readonly height: number
  /** An operator credits what was held, however old; remembered for good. */
  readonly byOperator?: true
}

/** Something happened on the chain to a deposit that was credited. */
export interface DepositEventCommand extends DepositName {
  readonly kind: 'depositEvent'
  readonly at: number
  readonly event: 'unlockDepth' | 'orphaned' | 'mined' | 'absent'
  /** With `mined`: the block that it is in now. */
  readonly height?: number
}

/** Pays what a user owes for a reversed deposit out of what the user has of the asset. */
export interface CollectClaimCommand {
  readonly kind: 'depositClaim'
  readonly at: number
  readonly userId: string
  readonly asset: string
}

/** From now on deposits below a height are refused, and final ones below it are forgotten (W2). */
export interface ForgetDepositsCommand {
  readonly kind: 'depositsStale'
  readonly at: number
  readonly network: string
  readonly below: number
}

/**
 * Coins that the exchange spent or received on a network for itself: gas of a sweep, a refund.
 * `key` makes it happen once, as long as its height is not stale.
 */
export interface TreasuryCommand {
  readonly kind: 'treasury'
  readonly at: number
  readonly network: string
  readonly asset: string
  readonly atoms: string
  /** `out`: the coins left the network's own addresses. */
  readonly direction: 'in' | 'out'
  /** Such as `evm-a:<txHash>:gas`. */
  readonly key: string
  /** The block that it is in. */
  readonly height: number
}
