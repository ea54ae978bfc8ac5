import type { Trigger } from '../matching/trigger.ts'
import type { Realm } from '../accounts/accounts.ts'
import type { FeeRates } from '../accounts/fee.ts'
import type { AlgoCommand } from './algoCommand.ts'
import type { CopyCommand } from './copyCommand.ts'
import type { DepositCommand } from './depositCommand.ts'
import type { FuturesCommand } from './futuresCommand.ts'
import type { MarginCommand } from './marginCommand.ts'
import type { HouseAccountRow } from './houseAccountRows.ts'
import type { Exits, OrderTerms, PendingTerms } from './order.ts'
import type { P2pCommand } from './p2pCommand.ts'
import type { PaymentCommand } from './paymentCommand.ts'
import type { PaperDecision } from './paperDecision.ts'
import type { ProductCommand } from './productCommand.ts'
import type { UpgradeCommand } from './rules.ts'
import type { WithdrawalCommand } from './withdrawalCommand.ts'

/**
 * Everything that changes the exchange's state. A command is plain JSON, holds all it needs (time,
 * fees, prices seen), and is journalled as it is.
 */
export type ExchangeCommand =
  | OpenAccountsCommand
  | GrantCommand
  | PlaceCommand
  | WaitCommand
  | FireCommand
  | PaperFireCommand
  | ReleaseCommand
  | PaperReleaseCommand
  | TrailCommand
  | AmendCommand
  | PaperAmendCommand
  | CancelCommand
  | CancelAllCommand
  | HoldersCommand
  | HouseAccountFlowCommand
  | PaperOpenCommand
  | PaperPlaceCommand
  | PaperFillCommand
  | PaperResetCommand
  | PaperTopUpCommand
  | TransferCommand
  | WithdrawalCommand
  | DepositCommand
  | ProductCommand
  | P2pCommand
  | PaymentCommand
  | AlgoCommand
  | CopyCommand
  | MarginCommand
  | FuturesCommand
  | UpgradeCommand

interface Timed {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Asset -> atoms, as text. */
export type Funds = Readonly<Record<string, string>>

export interface OpenAccountsCommand extends Timed {
  readonly kind: 'open'
  readonly userId: string
  /** Absent in journals from before assets could join: all there were then. */
  readonly assets?: readonly string[]
}

/** Funds out of the issuance account; `key` makes it happen once. */
export interface GrantCommand extends Timed {
  readonly kind: 'grant'
  readonly realm: Realm
  readonly userId: string
  readonly key: string
  readonly funds: Funds
}

/**
 * Funds of one customer from one of their accounts to another. Of the live realm only
 * (docs/adr/trading.md): no field could name another.
 */
export interface TransferCommand extends Timed {
  readonly kind: 'transfer'
  /** Whose idempotency key it is. */
  readonly askedBy: string
  readonly clientOid: string
  readonly fromUserId: string
  readonly toUserId: string
  readonly asset: string
  readonly atoms: string
}

export interface OrderRequest extends Timed, OrderTerms, FeeRates {
  readonly userId: string
  /**
   * The main account of a sub-account, of the live realm. Absent, and in journals from before
   * holders were known: the user is one.
   */
  readonly holder?: string
  /** Whose funds it trades, where these are not the user's spot account: `lead:3`. */
  readonly owner?: string
  readonly clientOid: string
  /** Digest of the order fields: the same key with another digest is refused. */
  readonly digest: string
  /** The algo order that places it. */
  readonly algo?: number
  /** Of an order that borrows: what its account may owe of the asset, in atoms as text. */
  readonly loanLimit?: string
  /** The second order of a list, which this one begins. */
  readonly pending?: PendingTerms
}

export interface PlaceCommand extends OrderRequest {
  readonly kind: 'place'
}

/** An order that waits for its trigger, in either realm; nothing of it enters a book before. */
export interface WaitCommand extends OrderRequest {
  readonly kind: 'wait'
  readonly realm: Realm
}

/**
 * The price reached a trigger of a live order. Which one, and how far it may trade at the market,
 * were decided by what was seen then.
 */
export interface FireCommand extends Timed {
  readonly kind: 'fire'
  readonly orderId: number
  readonly which: number
  readonly ticks: number
}

export interface PaperFireCommand extends Timed, PaperDecision {
  readonly kind: 'paperFire'
  readonly orderId: number
  readonly which: number
}

/**
 * The second order of a list of the live realm goes to the market. How far it may trade there was
 * decided by what was seen then.
 */
export interface ReleaseCommand extends Timed {
  readonly kind: 'release'
  readonly orderId: number
  readonly ticks: number
}

export interface PaperReleaseCommand extends Timed, PaperDecision {
  readonly kind: 'paperRelease'
  readonly orderId: number
}

/** Trailing triggers trail on from a new best price. */
export interface TrailCommand extends Timed {
  readonly kind: 'trail'
  readonly rows: readonly (readonly [orderId: number, which: number, extreme: number])[]
}

/** An order as it is to be. `lots` is the whole size, what has traded included. */
export interface OrderChanges {
  readonly ticks: number
  readonly lots: number
  readonly budget: number
  readonly triggers?: readonly Trigger[]
  /** Of an entry that has not traded. */
  readonly exits?: Exits
}

/**
 * Of an order of a margin account: it is judged as if placed anew. Absent, as in older journals:
 * by its own funds alone.
 */
interface AmendOnCredit {
  readonly credit?: {
    /** What the account may owe of what the order spends, in atoms as text. */
    readonly limit?: string
  }
}

/** Of a live order, or of one of either realm that only waits. */
export interface AmendCommand extends Timed, OrderChanges, AmendOnCredit {
  readonly kind: 'amend'
  readonly orderId: number
}

export interface PaperAmendCommand extends Timed, OrderChanges, PaperDecision, AmendOnCredit {
  readonly kind: 'paperAmend'
  readonly orderId: number
}

export interface CancelAllCommand extends Timed {
  readonly kind: 'cancelAll'
  readonly orderIds: readonly number[]
}

/**
 * Brings live orders from before holders were known under the rule of today: orders of a main
 * account and its sub-accounts do not trade with each other, and none goes without prevention.
 */
export interface HoldersCommand extends Timed {
  readonly kind: 'holders'
  readonly rows: readonly (readonly [userId: string, holder: string])[]
}

export interface CancelCommand extends Timed {
  readonly kind: 'cancel'
  readonly orderId: number
}

export interface HouseAccountFlowCommand extends Timed {
  readonly kind: 'house'
  readonly rows: readonly HouseAccountRow[]
}

export interface PaperOpenCommand extends Timed {
  readonly kind: 'paperOpen'
  readonly userId: string
  readonly funds: Funds
}

export interface PaperPlaceCommand extends OrderRequest, PaperDecision {
  readonly kind: 'paperPlace'
}

export interface PaperFillCommand extends Timed {
  readonly kind: 'paperFill'
  readonly orderId: number
  readonly lots: number
}

export interface PaperResetCommand extends Timed {
  readonly kind: 'paperReset'
  readonly userId: string
  readonly funds: Funds
}

export interface PaperTopUpCommand extends Timed {
  readonly kind: 'paperTopUp'
  readonly userId: string
  readonly asset: string
  readonly atoms: string
  /** Days since the epoch, UTC: the cap counts per day. */
  readonly day: number
  /**
   * Atoms that the day allowed when it was asked for. Absent in journals from before: what they
   * hold was allowed.
   */
  readonly cap?: string
  /** Where the client named one: the same key tops up once. */
  readonly clientOid?: string
  readonly digest?: string
}
