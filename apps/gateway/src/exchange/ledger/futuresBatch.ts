import type { Effects, Liquidation, Move } from '../state/effects.ts'
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
  let isEmpty = true
  return {
    add({ futures }, { seq, partOf, requests }) {
      if (!futures) return
      isEmpty = false
      for (const { realm, userId, mode, settings, liquidating = null } of futures.accounts)
        accounts.set(`${realm} ${userId}`, { realm, user_id: userId, mode, settings, liquidating })
      for (const position of futures.positions)
        positions.set(position.id, positionRow(position, seq))
      for (const order of futures.orders)
        orders.set(order.id, orderRow(order, { seq, request: requests.get(order.id) }))
      for (const fill of futures.fills)
        fills.push(fillRow(fill, { seq, part: partOf.get(`futures_trade ${fill.tradeId}`) }))
      for (const each of futures.liquidations) liquidations.push(liquidationRow(each, seq))
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
            },
          },
  }
}

function positionRow(position: Readonly<FuturesPosition>, seq: number): object {
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
  seq: number,
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
