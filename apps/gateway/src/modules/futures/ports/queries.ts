import type { Realm } from '../../../exchange/accounts/accounts.ts'
import type { FuturesFill, FuturesOrder } from '../../../exchange/state/futuresOrder.ts'
import {
  futuresOrderFromDump,
  positionFromDump,
  type FuturesOrderDump,
  type FuturesPosition,
  type PositionDump,
} from '../../../exchange/state/futuresState.ts'
import type { Sql } from '../../../platform/db/Database.ts'

/** What a list of fills is narrowed to; what is absent narrows nothing. */
export interface FillsWanted {
  readonly realm: Realm
  readonly userId: string
  readonly limit: number
  /** Fills before this one. */
  readonly cursor?: string | undefined
  /** The id of a contract. */
  readonly symbol?: string | undefined
  readonly side?: string | undefined
  readonly orderType?: string | undefined
  readonly orderId?: string | undefined
  readonly season?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A fill as the ledger has it, with its order. */
export interface StoredFill {
  readonly fill_id: bigint
  readonly trade_id: bigint
  readonly ticks: bigint
  readonly lots: bigint
  readonly closed_lots: bigint
  readonly value: string
  readonly fee: string
  readonly result: string
  readonly role: FuturesFill['role']
  readonly at: bigint
  readonly document: FuturesOrderDump
}

type OrdersWanted = Omit<FillsWanted, 'cursor'> & {
  /** `<closing record>.<order>`, where the page before ended. */
  readonly cursor?: string | undefined
  readonly status?: string | undefined
}

/** Closed orders of contracts, the latest closed first. */
export async function closedFuturesOrders(
  db: Sql,
  wanted: OrdersWanted,
): Promise<{ readonly order: FuturesOrder; readonly cursor: string }[]> {
  const { realm, userId, cursor, symbol, side, orderType, status, orderId } = wanted
  const [closedSeq = null, lastOrder = null] = cursor?.split('.') ?? []
  const rows = await db.query<{
    readonly document: FuturesOrderDump
    readonly closed_seq: bigint
    readonly order_id: bigint
  }>(
    `select document, closed_seq, order_id from futures_order
     where realm = $1 and user_id = $2 and closed_seq is not null
       and ($3::bigint is null or (closed_seq, order_id) < ($3::bigint, $4::bigint))
       and ($5::text is null or symbol = $5::text)
       and ($6::text is null or document->>'side' = $6::text)
       and ($7::text is null or document->>'orderType' = $7::text)
       and ($8::text is null or status = $8::text)
       and ($9::bigint is null or order_id = $9::bigint)
       and ($10::bigint is null or created_at >= $10::bigint)
       and ($11::bigint is null or created_at <= $11::bigint)
       and ($12::bigint is null or (document->>'season')::bigint = $12::bigint)
     order by closed_seq desc, order_id desc limit $13`,
    [
      realm,
      userId,
      closedSeq,
      lastOrder,
      symbol ?? null,
      side ?? null,
      orderType ?? null,
      status ?? null,
      orderId ?? null,
      wanted.from ?? null,
      wanted.to ?? null,
      wanted.season ?? null,
      wanted.limit,
    ],
  )
  return rows.map(({ document, closed_seq: seq, order_id: id }) => ({
    order: futuresOrderFromDump(document),
    cursor: `${seq}.${id}`,
  }))
}

/** The latest order under a client order id, of those on record. */
export async function futuresOrderIdOf(
  db: Sql,
  { realm, userId, clientOid }: Pick<FuturesOrder, 'realm' | 'userId' | 'clientOid'>,
): Promise<string | undefined> {
  const [found] = await db.query<{ readonly order_id: bigint }>(
    'select order_id from futures_order where realm = $1 and user_id = $2 and client_oid = $3 ' +
      'order by order_id desc limit 1',
    [realm, userId, clientOid],
  )
  return found && String(found.order_id)
}

/** A position that is closed, and what took the last of it. */
export interface ClosedRow {
  readonly position: FuturesPosition
  readonly wasLong: boolean
  readonly isIsolated: boolean
  readonly endedBy: 'close' | 'liquidation' | 'adl' | 'reset'
  readonly cursor: string
}

export interface ClosedWanted extends Pick<FillsWanted, 'realm' | 'userId' | 'limit' | 'symbol'> {
  readonly cursor?: string | undefined
  readonly positionSide?: 1 | 2 | undefined
  /** Bounds of the time of closing. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Closed positions, the latest closed first. */
export async function closedPositions(db: Sql, wanted: ClosedWanted): Promise<ClosedRow[]> {
  const { realm, userId, cursor, symbol, positionSide, from, to, limit } = wanted
  const [closedSeq = null, last = null] = cursor?.split('.') ?? []
  const rows = await db.query<{
    readonly document: PositionDump
    readonly closed_seq: bigint
    readonly position_id: bigint
    readonly ended_by: ClosedRow['endedBy']
    readonly was_long: boolean | null
    readonly held_in: string | null
  }>(
    `select p.document, p.closed_seq, p.position_id, p.was_long, p.held_in,
       case
         when exists (select from ledger_transaction t
           where t.seq = p.closed_seq and t.kind = 'close') then 'reset'
         when exists (select from futures_liquidation l where l.seq = p.closed_seq
           and l.realm = p.realm and l.user_id = p.user_id) then 'liquidation'
         when exists (select from ledger_transaction t
           where t.seq = p.closed_seq and t.kind = 'adl') then 'adl'
         else 'close' end as ended_by
     from futures_position p
     where p.realm = $1 and p.user_id = $2 and p.closed_seq is not null
       and ($3::bigint is null or (p.closed_seq, p.position_id) < ($3::bigint, $4::bigint))
       and ($5::text is null or p.symbol = $5::text)
       and ($6::bigint is null or p.updated_at >= $6::bigint)
       and ($7::bigint is null or p.updated_at <= $7::bigint)
       and ($8::text is null or p.side = $8::text
         or (p.side = 'net' and coalesce(p.was_long, true) = $9::boolean))
     order by p.closed_seq desc, p.position_id desc limit $10`,
    [
      realm,
      userId,
      closedSeq,
      last,
      symbol ?? null,
      from ?? null,
      to ?? null,
      positionSide === undefined ? null : positionSide === 1 ? 'long' : 'short',
      positionSide === 1,
      limit,
    ],
  )
  return rows.map((row) => ({
    position: positionFromDump(row.document),
    wasLong: row.was_long ?? true,
    isIsolated: row.held_in === 'isolated',
    endedBy: row.ended_by,
    cursor: `${row.closed_seq}.${row.position_id}`,
  }))
}

/** The columns of `StoredFill`. */
export const FILL_COLUMNS =
  'f.fill_id, f.trade_id, f.ticks, f.lots, f.closed_lots, f.value::text as value, ' +
  'f.fee::text as fee, f.result::text as result, f.role, f.at, o.document'

export const fillFromRow = (row: StoredFill): FuturesFill => ({
  id: Number(row.fill_id),
  tradeId: Number(row.trade_id),
  order: futuresOrderFromDump(row.document),
  ticks: Number(row.ticks),
  lots: Number(row.lots),
  closedLots: Number(row.closed_lots),
  value: BigInt(row.value),
  fee: BigInt(row.fee),
  result: BigInt(row.result),
  role: row.role,
  at: Number(row.at),
})

/** Fills of futures orders, the latest first. */
export async function futuresFillsOf(db: Sql, wanted: FillsWanted): Promise<FuturesFill[]> {
  const { realm, userId, cursor, symbol, side, orderType, orderId, season, from, to } = wanted
  const rows = await db.query<StoredFill>(
    `select ${FILL_COLUMNS}
     from futures_fill f join futures_order o on o.order_id = f.order_id
     where f.realm = $1 and f.user_id = $2 and ($3::bigint is null or f.fill_id < $3::bigint)
       and ($4::text is null or o.symbol = $4::text)
       and ($5::text is null or o.document->>'side' = $5::text)
       and ($6::text is null or o.document->>'orderType' = $6::text)
       and ($7::bigint is null or f.order_id = $7::bigint)
       and ($8::bigint is null or (o.document->>'season')::bigint = $8::bigint)
       and ($9::bigint is null or f.at >= $9::bigint)
       and ($10::bigint is null or f.at <= $10::bigint)
     order by f.fill_id desc limit $11`,
    [
      realm,
      userId,
      cursor ?? null,
      symbol ?? null,
      side ?? null,
      orderType ?? null,
      orderId ?? null,
      season ?? null,
      from ?? null,
      to ?? null,
      wanted.limit,
    ],
  )
  return rows.map(fillFromRow)
}
