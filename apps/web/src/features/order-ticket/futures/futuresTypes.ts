import type { FuturesPosition, OrderReceipt, PlaceFuturesOrderRequest } from '@x/api'
import type { OrderProblem } from '@x/trading'
import type { Contract } from '../../../data/futures/contracts.ts'
import type { AccountState } from '../../../data/futures/formulaAccount.ts'
import type { FuturesFigures } from './figures.ts'
import type { FuturesDraft, FuturesField } from './futuresDraft.ts'

/** The futures account as a ticket sees it. */
export interface FuturesAvailable {
  readonly state: AccountState
  /** In the margin coin; `null` while a mark is stale. */
  readonly available: string | null
  readonly mark: string | null
  readonly index: string | null
  /** Of this contract. */
  readonly positions: readonly FuturesPosition[]
  readonly isTwoWay: boolean
  readonly isCross: boolean
  readonly leverage: Readonly<Record<'long' | 'short', number>>
}

/** A broken rule; `reference` is what a trigger or limit is measured against. */
export type FuturesProblem = OrderProblem & { readonly reference?: string | null }

/** The types of futures orders. */
export interface FuturesTypes {
  readonly spec: Contract
  readonly field: FuturesField
  readonly draft: FuturesDraft
  readonly available: FuturesAvailable
  readonly problem: FuturesProblem
  readonly figures: FuturesFigures
  readonly terms: Omit<PlaceFuturesOrderRequest, 'clientOid'>
  readonly response: OrderReceipt
}
