import type { Sql } from '../../platform/db/Database.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { Fill, OrderStatus } from '../../exchange/state/order.ts'
import type { PageRequest } from '../../platform/http/page.ts'
import type { RecordFilter } from './recordFilter.ts'
import {
  orderFromRow,
  type OrderRow,
  type StoredOrder,
} from '../../exchange/ledger/storedOrders.ts'
import type { FillRow, ExecutionCostSums } from '../orders/ports/orderViews.ts'

/** Whose records, in which realm. */
export interface Owner {
  readonly realm: Realm
  readonly userId: string
}

type Wanted = Owner & PageRequest & RecordFilter

/**
 * Closed orders, the latest closed first. The cursor is where the page before ended: `<closing
 * record>.<order>`.
 */
export async function closedOrders(
  db: Sql,
  {
    realm,
    userId,
    cursor,
    limit,
    symbol,
    side,
    orderType,
    status,
    orderId,
    season,
    funds,
    from,
    to,
  }: Wanted,
): Promise<{ readonly row: OrderRow; readonly cursor: string }[]> {
  const [closedSeq, lastOrder] = cursor ? cursor.split('.') : [null, null]
  const rows = await db.query<StoredOrder>(
    `select * from spot_order
     where realm = $1 and user_id = $2 and closed_seq is not null
       and ($3::bigint is null or (closed_seq, order_id) < ($3::bigint, $4::bigint)) and
         ($5::text is null or symbol = any(string_to_array($5::text, ',')))
       and ($6::text is null or side = $6::text) and ($7::text is null or order_type = $7::text) and
         ($8::text is null or status = $8::text)
       and ($9::bigint is null or order_id = $9::bigint) and ($10::bigint is null
         or created_at >= $10::bigint) and ($11::bigint is null or created_at <= $11::bigint)
       and ($12::bigint is null or season = $12::bigint)
       and ($13::text is null or coalesce(account, 'spot') = $13::text
         or ($13::text = 'margin' and account is not null))
     order by closed_seq desc, order_id desc limit $14`,
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
      from ?? null,
      to ?? null,
      season ?? null,
      funds ?? null,
      limit,
    ],
  )
  return rows.map((stored) => ({
    row: orderFromRow(stored),
    cursor: `${stored.closed_seq}.${stored.order_id}`,
  }))
}

/** Orders that the ledger has as open, or the one that is named, the latest first. */
export async function openOrders(
  db: Sql,
  { realm, userId, orderId }: Owner & { readonly orderId?: string },
): Promise<OrderRow[]> {
  const rows = await db.query<StoredOrder>(
    'select * from spot_order where realm = $1 and user_id = $2 and closed_seq is null ' +
      'and ($3::bigint is null or order_id = $3::bigint) order by order_id desc',
    [realm, userId, orderId ?? null],
  )
  return rows.map(orderFromRow)
}

interface StoredFill extends StoredOrder {
  readonly fill_id: bigint
  readonly trade_id: bigint
  readonly fill_ticks: bigint
  readonly fill_lots: bigint
  readonly quote: string
  readonly fill_fee: string
  readonly role: Fill['role']
  readonly fill_status: OrderStatus
  readonly at: bigint
  readonly spread: string | null
  readonly impact: string | null
  readonly latency: string | null
  readonly latency_ms: number | null
}

/**
 * Fills, the latest first; `through`: none of a later journal record. A status is the order's, not
 * a fill's: it narrows nothing here.
 */
export async function fills(
  db: Sql,
  {
    realm,
    userId,
    cursor,
    limit,
    symbol,
    side,
    orderType,
    orderId,
    season,
    funds,
    from,
    to,
    through,
  }: Wanted & { readonly through?: number },
): Promise<{ readonly row: FillRow; readonly cursor: string }[]> {
  const rows = await db.query<StoredFill>(
    `select o.*, f.fill_id, f.trade_id, f.ticks as fill_ticks, f.lots as fill_lots, f.quote,
      f.fee as fill_fee, f.role, f.status as fill_status, f.at, f.spread, f.impact, f.latency,
      f.latency_ms
     from spot_fill f join spot_order o using (order_id)
     where f.realm = $1 and f.user_id = $2 and ($3::bigint is null or f.fill_id < $3::bigint) and
       ($4::text is null or o.symbol = any(string_to_array($4::text, ',')))
       and ($5::bigint is null or f.seq <= $5::bigint) and ($6::text is null or o.side = $6::text)
         and ($7::text is null or o.order_type = $7::text)
       and ($8::bigint is null or f.order_id = $8::bigint) and ($9::bigint is null
         or f.at >= $9::bigint) and ($10::bigint is null or f.at <= $10::bigint)
       and ($11::bigint is null or o.season = $11::bigint)
       and ($12::text is null or coalesce(o.account, 'spot') = $12::text
         or ($12::text = 'margin' and o.account is not null))
     order by f.fill_id desc limit $13`,
    [
      realm,
      userId,
      cursor ?? null,
      symbol ?? null,
      through ?? null,
      side ?? null,
      orderType ?? null,
      orderId ?? null,
      from ?? null,
      to ?? null,
      season ?? null,
      funds ?? null,
      limit,
    ],
  )
  return rows.map((stored) => ({ row: fillRow(stored), cursor: String(stored.fill_id) }))
}

/**
 * The latest order under a client order id, of those on record; a key may be used again once the
 * gateway has forgotten it.
 */
export async function orderIdByClient(
  db: Sql,
  { realm, userId, clientOid }: Owner & { readonly clientOid: string },
): Promise<string | undefined> {
  const [found] = await db.query<{ readonly order_id: bigint }>(
    'select order_id from spot_order where realm = $1 and user_id = $2 and client_oid = ' +
      '$3 order by order_id desc limit 1',
    [realm, userId, clientOid],
  )
  return found && String(found.order_id)
}

/**
 * What all fills of an order cost beyond the middle price, in quote atoms; `undefined` where none
 * has execution costs.
 */
export async function executionCostSums(
  db: Sql,
  { realm, userId, orderId }: Owner & { readonly orderId: string },
): Promise<ExecutionCostSums | undefined> {
  const [sums] = await db.query<{
    readonly spread: string | null
    readonly impact: string
    readonly latency: string
  }>(
    `select sum(spread)::text as spread, sum(impact)::text as impact, coalesce(sum(latency),
      0)::text as latency
     from spot_fill where realm = $1 and user_id = $2 and order_id = $3 and spread is not null`,
    [realm, userId, orderId],
  )
  return sums?.spread
    ? { spread: BigInt(sums.spread), impact: BigInt(sums.impact), latency: BigInt(sums.latency) }
    : undefined
}

function fillRow(stored: StoredFill): FillRow {
  return {
    id: Number(stored.fill_id),
    tradeId: Number(stored.trade_id),
    order: orderFromRow(stored),
    ticks: Number(stored.fill_ticks),
    lots: Number(stored.fill_lots),
    quote: BigInt(stored.quote),
    fee: BigInt(stored.fill_fee),
    role: stored.role,
    status: stored.fill_status,
    at: Number(stored.at),
    ...executionCostsOf(stored),
  }
}

function executionCostsOf({
  spread,
  impact,
  latency,
  latency_ms,
}: StoredFill): Pick<FillRow, 'frictions'> {
  if (spread === null || impact === null) return {}
  return {
    frictions: {
      spread: BigInt(spread),
      impact: BigInt(impact),
      ...(latency === null ? {} : { latency: BigInt(latency), latencyMs: latency_ms ?? 0 }),
    },
  }
}
