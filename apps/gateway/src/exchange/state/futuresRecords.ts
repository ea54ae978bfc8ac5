import type { Realm } from '../accounts/accounts.ts'
import type { PositionSide } from '../accounts/owner.ts'
import type { MarginMode } from './futuresOrder.ts'

/** What only lists need, of one command. */
export interface FuturesRecords {
  readonly closed: readonly ClosedPosition[]
  readonly steps: readonly LiquidationRecord[]
  readonly deleveraged: readonly Deleveraged[]
  /** The prices that were set, in ticks; a mark of 0: the index was stale. */
  readonly prices?: readonly (readonly [symbol: string, mark: number, index: number])[]
  readonly funding?: {
    readonly symbol: string
    readonly rate: number
    readonly mark: number
    readonly part: number
    readonly due?: number
  }
}

/** How a position was held that has no lots any more. */
export interface ClosedPosition {
  readonly positionId: number
  readonly wasLong: boolean
  readonly marginMode: MarginMode
}

/** What equity and requirement of a liquidation's step came from, in atoms and lots. */
export interface LiquidationInputs {
  readonly wallet: string
  readonly positions: readonly (MaintenanceRates & {
    readonly symbol: string
    readonly lots: number
    readonly cost: string
    readonly settled: string
    readonly mark: number
  })[]
  /**
   * What the maintenance rate counts by symbol, with the open orders of linear contracts. Steps
   * from before the rates were kept have none, and count those of inverse contracts too.
   */
  readonly exposures: readonly (readonly [
    symbol: string,
    exposure: string,
    rates?: MaintenanceRates,
  ])[]
}

/** What a contract asks of what is held of it. */
export interface MaintenanceRates {
  readonly maintenancePpm: string
  readonly cum: string
  readonly takerPpm: string
}

/** A step of the ladder with all that decided it, and what it came to. */
export interface LiquidationRecord {
  /** Of its `Liquidation`. */
  readonly id: number
  readonly inputs: LiquidationInputs
  readonly equityAfter: bigint
  readonly requirementAfter: bigint
}

/** A position in profit that was closed against a bankrupt one. */
export interface Deleveraged {
  /** The step that asked for it. */
  readonly liquidationId: number
  readonly realm: Realm
  readonly userId: string
  readonly symbol: string
  readonly side: PositionSide
  readonly lots: number
  readonly ticks: number
  /** What it realised, in atoms. */
  readonly result: bigint
  readonly marginMode: MarginMode
  readonly at: number
}

/** Records while their command runs. */
export interface RecordLog {
  readonly closed: ClosedPosition[]
  readonly steps: LiquidationRecord[]
  readonly deleveraged: Deleveraged[]
  prices?: NonNullable<FuturesRecords['prices']>
  funding?: NonNullable<FuturesRecords['funding']>
}
