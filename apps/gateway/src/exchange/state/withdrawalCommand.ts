import type { Approval, Payment, WithdrawalEvent } from './withdrawals.ts'

/** What changes a withdrawal; all live realm. */
export type WithdrawalCommand = WithdrawCommand | WithdrawalEventCommand | ApproveCommand

/**
 * Puts `atoms` of a user's spot account into escrow. `cap` is what the user may withdraw a day, and
 * `value` what this one counts, both in atoms of USDT at the rates of the request.
 */
export interface WithdrawCommand {
  readonly kind: 'withdraw'
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly userId: string
  readonly clientOid: string
  readonly digest: string
  readonly network: string
  readonly asset: string
  readonly address: string
  readonly tag?: string
  readonly atoms: string
  readonly fee: string
  readonly value: string
  readonly cap: string
}

/** Something happened to a withdrawal: of the rules, its user, an operator or the chain. */
export interface WithdrawalEventCommand {
  readonly kind: 'withdrawalEvent'
  readonly at: number
  readonly id: number
  readonly event: Exclude<WithdrawalEvent, 'twoApprovals'>
  readonly reason?: string
  /** With `hotEnough` and `unmined`: the transaction that pays it from now on. */
  readonly payment?: Payment
  /** With `mined`. */
  readonly height?: number
  /** With `final` and `revertedFinal`: what the network charged. */
  readonly gas?: { readonly asset: string; readonly atoms: string }
}

/** One of the two approvals of a withdrawal in review; the second is `twoApprovals`. */
export interface ApproveCommand extends Approval {
  readonly kind: 'withdrawalApprove'
  readonly at: number
  readonly id: number
}
