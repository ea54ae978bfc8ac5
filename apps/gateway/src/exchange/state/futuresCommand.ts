import type { Realm } from '../accounts/accounts.ts'
import type { FeeRates } from '../accounts/fee.ts'
import type { PositionSide } from '../accounts/owner.ts'
import type {
  FuturesOrderTerms,
  FuturesTrigger,
  MarginMode,
  PositionExits,
  PositionMode,
} from './futuresOrder.ts'

interface OfAccount {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly realm: Realm
  readonly userId: string
}

/** Where funds of one user are: `margin:<symbol>` is an isolated margin account. */
export type Wallet = 'spot' | 'futures' | 'margin' | `margin:${string}`

/** Funds of one user from one of their wallets to another (futures 8). */
export interface MoveCommand extends OfAccount {
  readonly kind: 'walletMove'
  readonly from: Wallet
  readonly to: Wallet
  readonly asset: string
  readonly atoms: string
  readonly clientOid: string
  readonly digest: string
}

/** `side`: with isolated margin in two-way mode each leg has a leverage. */
export interface LeverageCommand extends OfAccount {
  readonly kind: 'futuresLeverage'
  readonly symbol: string
  readonly side: PositionSide
  readonly leverage: number
}

export interface MarginModeCommand extends OfAccount {
  readonly kind: 'futuresMarginMode'
  readonly symbol: string
  readonly marginMode: MarginMode
}

export interface PositionModeCommand extends OfAccount {
  readonly kind: 'futuresPositionMode'
  readonly mode: PositionMode
}

/** Adds to an isolated margin, or takes from it where `atoms` is below zero. */
export interface IsolatedMarginCommand extends OfAccount {
  readonly kind: 'futuresMargin'
  readonly symbol: string
  readonly side: PositionSide
  readonly atoms: string
  /** Key and digest of the request; absent in records from before there were any. */
  readonly clientOid?: string
  readonly digest?: string
}

export interface AutoMarginCommand extends OfAccount {
  readonly kind: 'futuresAutoMargin'
  readonly symbol: string
  readonly side: PositionSide
  readonly isOn: boolean
}

/** Paper realm: what the fill model decided on the displayed book. */
export interface PaperFills {
  readonly fills: readonly (readonly [ticks: number, lots: number])[]
  /** The rest stays, behind this many displayed lots; otherwise it is cancelled. */
  readonly rests: boolean
  readonly queueAhead: number
}

interface Requested extends FeeRates {
  /** The main account of a sub-account, of the live realm. */
  readonly holder?: string
  readonly clientOid: string
  /** Digest of the order fields: the same key with another digest is refused. */
  readonly digest: string
}

/** Of an order that may open lots. */
interface Judged {
  /**
   * It closes an isolated position at its bankruptcy price or better, what it opens the other way
   * has its margin, and each isolated leg has a leverage of its own tier. Absent under the first
   * rules, as in older journals: none of that was asked for. Later rules always ask for it
   * (`rules.ts`).
   */
  readonly isStrict?: true
}

/** An order for a contract; one with triggers waits. The paper realm brings its fills. */
export interface FuturesPlaceCommand extends OfAccount, Requested, Judged, FuturesOrderTerms {
  readonly kind: 'futuresPlace'
  readonly paper?: PaperFills
}

/** A trigger of a waiting order was reached. `ticks`: the protection price at the market. */
export interface FuturesFireCommand extends Judged {
  readonly kind: 'futuresFire'
  readonly at: number
  readonly orderId: number
  readonly which: number
  readonly ticks: number
  readonly paper?: PaperFills
}

/** Trailing triggers of waiting orders trail on from a new best price. */
export interface FuturesTrailCommand {
  readonly kind: 'futuresTrail'
  readonly at: number
  readonly rows: readonly (readonly [orderId: number, which: number, extreme: number])[]
}

/** The market reached a resting paper order. */
export interface FuturesPaperFillCommand {
  readonly kind: 'futuresPaperFill'
  readonly at: number
  readonly orderId: number
  readonly lots: number
}

export interface FuturesAmendCommand extends Judged {
  readonly kind: 'futuresAmend'
  readonly at: number
  readonly orderId: number
  readonly ticks: number
  /** The whole size, what has traded included. */
  readonly lots: number
  readonly triggers?: readonly FuturesTrigger[]
  /** Of an entry, which brings them with its fills. */
  readonly exits?: PositionExits
  readonly paper?: PaperFills
}

export interface FuturesCancelCommand {
  readonly kind: 'futuresCancel'
  readonly at: number
  readonly orderIds: readonly number[]
}

/** Closes every position of the account, or those of a symbol, at the market (futures 4). */
export interface FuturesCloseAllCommand extends OfAccount, Requested {
  readonly kind: 'futuresCloseAll'
  /** Each with its protection price, and in the paper realm with its fills. */
  readonly rows: readonly {
    readonly symbol: string
    readonly side: PositionSide
    readonly ticks: number
    readonly paper?: PaperFills
  }[]
}

/** Closes a one-way position at once, then opens as many lots the other way (futures 4). */
export interface FuturesReverseCommand extends OfAccount, Requested {
  readonly kind: 'futuresReverse'
  readonly symbol: string
  readonly ticks: number
  /** Of the closing order, and of the opening one. */
  readonly paper?: readonly [PaperFills, PaperFills]
}

/** Take profit and stop loss of a whole position; an absent one is taken away. */
export interface FuturesExitsCommand extends OfAccount, FeeRates {
  readonly kind: 'futuresExits'
  readonly symbol: string
  readonly side: PositionSide
  readonly exits: PositionExits
}

/**
 * The mark and the index of contracts, in ticks (futures 5). A mark of 0: the index is not fresh,
 * and nothing is opened or liquidated.
 */
export interface PricesCommand {
  readonly kind: 'prices'
  readonly at: number
  readonly rows: readonly (readonly [symbol: string, mark: number, index: number])[]
}

/** The insurance fund's first money, once per key. */
export interface FundSeedCommand {
  readonly kind: 'fundSeed'
  readonly at: number
  readonly realm: Realm
  readonly key: string
  readonly asset: string
  readonly atoms: string
}

/** What closes positions, and is published. */
export type LiquidationStep = 'cancel' | 'net' | 'reduce' | 'deleverage'

/**
 * One step of the liquidation ladder for a wallet that is due (futures 6). `margin` draws what
 * saves an isolated position of automatic margin; `reduce` trades one slice, or all of a bankrupt
 * position; `deleverage` closes what is left of one.
 */
export interface LiquidateCommand extends OfAccount {
  readonly kind: 'liquidate'
  /** The owner of the wallet: cross, or of one isolated position. */
  readonly wallet: string
  readonly asset: string
  readonly step: LiquidationStep | 'margin'
  readonly paper?: PaperFills
}

/**
 * Funding of a symbol for one part of the accounts (futures 5). All parts come in one turn.
 */
export interface FundingCommand {
  readonly kind: 'funding'
  readonly at: number
  readonly symbol: string
  /** In parts of 100,000,000; above zero longs pay. */
  readonly rate: number
  /** In ticks. */
  readonly mark: number
  readonly part: number
  /** How many parts there are; absent in journals from before. */
  readonly of?: number
  /** When it was due, which a stale index or a stopped gateway may precede; absent as `of`. */
  readonly due?: number
}

/** What changes futures accounts, positions and prices. */
export type FuturesCommand =
  | MoveCommand
  | LeverageCommand
  | MarginModeCommand
  | PositionModeCommand
  | IsolatedMarginCommand
  | AutoMarginCommand
  | FuturesPlaceCommand
  | FuturesFireCommand
  | FuturesTrailCommand
  | FuturesPaperFillCommand
  | FuturesAmendCommand
  | FuturesCancelCommand
  | FuturesCloseAllCommand
  | FuturesReverseCommand
  | FuturesExitsCommand
  | PricesCommand
  | FundSeedCommand
  | LiquidateCommand
  | FundingCommand
