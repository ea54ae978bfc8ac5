import type { Realm } from '../accounts/accounts.ts'
import type { FeeRates } from '../accounts/fee.ts'
import type { Side } from '../instruments/Instrument.ts'

interface Timed {
  /** Milliseconds since the epoch. */
  readonly at: number
}

interface OfMarginAccount extends Timed {
  readonly realm: Realm
  readonly userId: string
  /** The pair of an isolated account; absent: the cross account. */
  readonly symbol?: string
}

interface LoanRequest extends OfMarginAccount {
  readonly asset: string
  /** Atoms as text. */
  readonly atoms: string
  readonly clientOid: string
  /** Digest of the fields: the same key with another digest is refused. */
  readonly digest: string
}

/** A loan from the pool. */
export interface MarginBorrowCommand extends LoanRequest {
  readonly kind: 'marginBorrow'
  /** What the account may owe of the asset, in atoms as text. */
  readonly limit: string
}

/** Pays back, interest first; more than is owed pays what is owed. */
export interface MarginRepayCommand extends LoanRequest {
  readonly kind: 'marginRepay'
}

/** The leverage of an isolated account. */
export interface MarginLeverageCommand extends OfMarginAccount {
  readonly kind: 'marginLeverage'
  readonly symbol: string
  readonly leverage: number
}

/** Index prices in parts of 10^-8 USDT as text; rates of a day in parts of 10^10. */
export interface MarginPricesCommand extends Timed {
  readonly kind: 'marginPrices'
  readonly rows: readonly (readonly [asset: string, price: string])[]
  readonly rates?: readonly (readonly [asset: string, rate: number])[]
}

/** Interest of a full UTC hour for one part of the accounts of a realm (futures 7). */
export interface MarginInterestCommand extends Timed {
  readonly kind: 'marginInterest'
  readonly realm: Realm
  /** Since the epoch. */
  readonly hour: number
  readonly part: number
}

/** What the displayed book gave a slice of a paper account, and its best prices then. */
export interface MarginFills {
  readonly fills: readonly (readonly [ticks: number, lots: number])[]
  readonly bid: number
  readonly ask: number
}

/** What a step of the ladder trades: at most `lots`, at `ticks` or better. */
export interface MarginSlice extends FeeRates {
  readonly symbol: string
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  /** Paper realm: what the fill model decided. */
  readonly paper?: MarginFills
}

/** One step of the ladder for an account that is due (futures 7). */
export interface MarginLiquidateCommand extends OfMarginAccount {
  readonly kind: 'marginLiquidate'
  readonly step: MarginStep
  /** Of the step `trade`. */
  readonly slice?: MarginSlice
  /**
   * Of the step `shortage`, how dust is valued against what is owed: at its index price. Absent, as
   * in older journals: at what counts of it as collateral.
   */
  readonly dust?: 'index'
}

export type MarginStep = 'cancel' | 'trade' | 'shortage'

/** What the pool lends, out of the issuance account, once per key. */
export interface PoolSeedCommand extends Timed {
  readonly kind: 'poolSeed'
  readonly realm: Realm
  readonly key: string
  readonly asset: string
  readonly atoms: string
}

/** What changes margin accounts, their loans, prices and rates (futures 7). */
export type MarginCommand =
  | MarginBorrowCommand
  | MarginRepayCommand
  | MarginLeverageCommand
  | MarginPricesCommand
  | MarginInterestCommand
  | MarginLiquidateCommand
  | PoolSeedCommand
