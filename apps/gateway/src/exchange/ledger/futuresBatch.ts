import type { Effects, Liquidation, Move } from '../state/effects.ts'
import type { ClosedPosition, Deleveraged, LiquidationRecord } from '../state/futuresRecords.ts'
import { billRows, priceLine } from './futuresBills.ts'
import type { DoneFuturesFill, FuturesOrder } from '../state/futuresOrder.ts'
import { dumpFuturesOrder, dumpPosition, type FuturesPosition } from '../state/futuresState.ts'
import { isOpen } from '../state/order.ts'

/** What a batch did to futures: names as in the record lists of `ledger_settle_futures`. */
export interface FuturesBatch {
  readonly accounts: readonly object[]
  readonly positions: readonly object[]
  readonly orders: readonly object[]
  readonly fills: readonly object[]
  readonly moves: readonly object[]
  readonly liquidations: readonly object[]
  readonly deleveraged: readonly object[]
  readonly bills: readonly object[]
  readonly prices: readonly object[]
  readonly fundings: readonly object[]
}

/** How an order came about, as far as a batch knows. */
export interface OrderRequestRow {
  readonly digest?: string
  readonly answered?: string
  readonly rank?: number
}

export interface FuturesBatchBuilder {
  add(
    effects: Effects,
    where: {
      readonly seq: number
      /** The part of a transaction, by its scope and key. */
      readonly partOf: ReadonlyMap<string, number>
      readonly requests: ReadonlyMap<number, OrderRequestRow>
    },
  ): void
  /** Nothing where no record concerned futures. */
  finish(): { readonly futures?: FuturesBatch }
}

/** Joins what records did to futures; of an order, position or account the last state counts. */
export function createFuturesBatch(): FuturesBatchBuilder {
  const accounts = new Map<string, object>()
  const positions = new Map<number, object>()
  const orders = new Map<number, object>()
  const fills: object[] = []
  const moves: object[] = []
  const liquidations: object[] = []
  const records = createRecordRows()
  let isEmpty = true

  return {
    add(effects, { seq, partOf, requests }) {
      if (records.add(effects, seq)) isEmpty = false
      const { futures } = effects
      if (!futures) return
      isEmpty = false
      const closed = new Map(effects.records?.closed.map((each) => [each.positionId, each]))
      const steps = new Map(effects.records?.steps.map((each) => [each.id, each]))
      for (const { realm, userId, mode, settings, liquidating = null } of futures.accounts)
        accounts.set(`${realm} ${userId}`, { realm, user_id: userId, mode, settings, liquidating })
      for (const position of futures.positions)
        positions.set(position.id, positionRow(position, { seq, closed: closed.get(position.id) }))
      for (const order of futures.orders)
        orders.set(order.id, orderRow(order, { seq, request: requests.get(order.id) }))
      for (const fill of futures.fills)
        fills.push(fillRow(fill, { seq, part: partOf.get(`futures_trade ${fill.tradeId}`) }))
      for (const each of futures.liquidations)
        liquidations.push(liquidationRow(each, { seq, record: steps.get(each.id) }))
      for (const move of futures.moves)
        moves.push(moveRow(move, { seq, part: partOf.get(`futures ${move.id}`) }))
    },
    finish: () =>
      isEmpty
        ? {}
        : {
            futures: {
              accounts: [...accounts.values()],
              positions: [...positions.values()],
              orders: [...orders.values()],
              fills,
              moves,
              liquidations,
              ...records.rows,
            },
          },
  }
}

/** The rows of what only lists need. */
function createRecordRows() {
  const deleveraged: object[] = []
  const bills: object[] = []
  const prices: object[] = []
  const fundings: object[] = []
  return {
    rows: { deleveraged, bills, prices, fundings },
    /** `false`: the record has none. */
    add(effects: Effects, seq: number): boolean {
      const own = billRows(effects, seq)
      const { records, at } = effects
      // One by one: the funding of many accounts is more than a call takes as arguments.
      for (const bill of own) bills.push(bill)
      if (records?.prices) prices.push({ seq, at, line: priceLine(records.prices, at) })
      if (records?.funding?.part === 0) {
        const { symbol, rate, mark, due = at } = records.funding
        fundings.push({ seq, symbol, rate, mark, at: due })
      }
      for (const each of records?.deleveraged ?? []) deleveraged.push(deleveragedRow(each, seq))
      return own.length > 0 || records !== undefined
    },
  }
}

const deleveragedRow = (
  { liquidationId, userId, marginMode, result, ...each }: Deleveraged,
  seq: number,
): object => ({
  seq,
  liquidation_id: liquidationId,
  user_id: userId,
  margin_mode: marginMode,
  ...each,
  result: String(result),
})

function positionRow(
  position: Readonly<FuturesPosition>,
  { seq, closed }: { readonly seq: number; readonly closed: ClosedPosition | undefined },
): object {
  const document = dumpPosition(position)
  return {
    position_id: position.id,
    realm: position.realm,
    user_id: position.userId,
    symbol: position.symbol,
    side: position.side,
    lots: position.lots,
    cost: document.cost,
    settled: document.settled,
    opened_at: position.openedAt,
    updated_at: position.updatedAt,
    closed_seq: position.lots === 0 ? seq : null,
    was_long: closed?.wasLong ?? null,
    held_in: closed?.marginMode ?? null,
    document,
  }
}

function orderRow(
  order: Readonly<FuturesOrder>,
  { seq, request }: { readonly seq: number; readonly request: OrderRequestRow | undefined },
): object {
  const document = dumpFuturesOrder(order)
  return {
    order_id: order.id,
    realm: order.realm,
    user_id: order.userId,
    client_oid: order.clientOid,
    symbol: order.symbol,
    status: order.status,
    filled_lots: order.filledLots,
    filled_tick_lots: document.filledTickLots,
    fee: document.fee,
    result: document.result,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    closed_seq: isOpen(order) ? null : seq,
    document,
    rank: request?.rank ?? null,
    digest: request?.digest ?? null,
    answered: request?.answered ?? null,
  }
}

interface Where {
  readonly seq: number
  readonly part: number | undefined
}

function fillRow(
  { id, tradeId, order, ticks, lots, closedLots, value, fee, result, ...fill }: DoneFuturesFill,
  where: Where,
): object {
  return {
    fill_id: id,
    trade_id: tradeId,
    ...where,
    order_id: order.id,
    realm: order.realm,
    user_id: order.userId,
    ticks,
    lots,
    closed_lots: closedLots,
    value: String(value),
    fee: String(fee),
    result: String(result),
    role: fill.role,
    status: fill.status,
    at: fill.at,
  }
}

function liquidationRow(
  { id, userId, traded, equity, requirement, ...liquidation }: Liquidation,
  { seq, record }: { readonly seq: number; readonly record: LiquidationRecord | undefined },
): object {
  const { symbol = null, side = null, lots = null, ticks = null } = traded ?? {}
  return {
    liquidation_id: id,
    seq,
    user_id: userId,
    ...liquidation,
    equity: String(equity),
    requirement: String(requirement),
    symbol,
    side,
    lots,
    ticks,
    inputs: record?.inputs ?? null,
    equity_after: record ? String(record.equityAfter) : null,
    requirement_after: record ? String(record.requirementAfter) : null,
  }
}

function moveRow({ id, from, to, amount, ...move }: Move, where: Where): object {
  return {
    move_id: id,
    ...where,
    realm: move.realm,
    user_id: move.userId,
    from_wallet: from,
    to_wallet: to,
    asset: move.asset,
    amount: String(amount),
    client_oid: move.clientOid,
    digest: move.digest,
    at: move.at,
  }
}
