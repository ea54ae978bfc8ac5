import type { Realm } from '../accounts/accounts.ts'
import type { AlgoTerms } from './algoState.ts'

export type AlgoCommand = AlgoOpenCommand | AlgoStopCommand

/** Begins an algo order, in either realm. `algo` is the kind of the order. */
export interface AlgoOpenCommand extends Omit<AlgoTerms, 'kind'> {
  readonly kind: 'algoOpen'
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly realm: Realm
  readonly userId: string
  readonly holder?: string
  readonly clientOid: string
  readonly digest: string
  readonly algo: AlgoTerms['kind']
}

/** Ends an algo order and cancels what it has open. */
export interface AlgoStopCommand {
  readonly kind: 'algoStop'
  readonly at: number
  readonly algoId: number
  /** The code of a refusal, or `user`. */
  readonly reason: string
}
