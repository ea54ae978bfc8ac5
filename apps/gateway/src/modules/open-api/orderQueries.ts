import type { Realm } from '@x/api'
import type { Sql } from '../../platform/db/Database.ts'
import {
  orderFromRow,
  type OrderRow,
  type StoredOrder,
} from '../../exchange/ledger/storedOrders.ts'

/** Whose funds an order trades: the spot account, or a margin account. */
export type OrderFunds = 'spot' | 'cross' | 'isolated'

/** Orders of pairs, and whose funds they trade. */
export interface WantedOrders extends Wanted {
  readonly funds: OrderFunds
}

/** Which orders or fills of whom. */
export interface Wanted {
  readonly realm: Realm
  readonly userId: string
  readonly symbol?: string | undefined
  /** From this number on, ascending; absent: the latest. */
  readonly fromId?: number | undefined
  readonly orderId?: number | undefined
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly limit: number
}

/** Orders of copy trading have an owner of their own, and belong to neither. */
const OF_FUNDS = `owner is null and coalesce(account, 'spot') = $9::text`

const valuesOf = (wanted: WantedOrders) => [
  wanted.realm,
  wanted.userId,
  wanted.symbol ?? null,
  wanted.fromId ?? null,
  wanted.orderId ?? null,
  wanted.start ?? null,
  wanted.end ?? null,
  wanted.limit,
  wanted.funds,
]

/** With a beginning the first ones, without one the latest; ascending either way. */
export const isForward = ({ fromId, start }: Wanted): boolean =>
  fromId !== undefined || start !== undefined

/** Open and closed orders. */
export async function ordersOf(sql: Sql, wanted: WantedOrders): Promise<OrderRow[]> {
  const rows = await sql.query<StoredOrder>(
    `select * from spot_order where realm = $1 and user_id = $2
       and ($3::text is null or symbol = $3::text)
       and ($4::bigint is null or order_id >= $4::bigint)
       and ($5::bigint is null or order_id = $5::bigint)
       and ($6::bigint is null or created_at >= $6::bigint)
       and ($7::bigint is null or created_at <= $7::bigint) and ${OF_FUNDS}
     order by order_id ${isForward(wanted) ? 'asc' : 'desc'} limit $8`,
    valuesOf(wanted),
  )
  const orders = rows.map(orderFromRow)
  return isForward(wanted) ? orders : orders.toReversed()
}

/** The latest order under a client's name. */
export async function orderNamed(
  sql: Sql,
  {
    realm,
    userId,
    funds,
    clientOid,
  }: Pick<WantedOrders, 'realm' | 'userId' | 'funds'> & { readonly clientOid: string },
): Promise<OrderRow | undefined> {
  const [row] = await sql.query<StoredOrder>(
    'select * from spot_order where realm = $1 and user_id = $2 and client_oid = $3 ' +
      "and owner is null and coalesce(account, 'spot') = $4 order by order_id desc limit 1",
    [realm, userId, clientOid, funds],
  )
  return row && orderFromRow(row)
}

/** The second order of the latest list under a client's name. */
export async function listNamed(
  sql: Sql,
  {
    realm,
    userId,
    funds,
    clientOid,
  }: Pick<WantedOrders, 'realm' | 'userId' | 'funds'> & { readonly clientOid: string },
): Promise<OrderRow | undefined> {
  const [row] = await sql.query<StoredOrder>(
    'select * from spot_order where realm = $1 and user_id = $2 and legs is not null and ' +
      "legs -> 'list' ->> 'clientOid' = $3 and owner is null " +
      "and coalesce(account, 'spot') = $4 order by order_id desc limit 1",
    [realm, userId, clientOid, funds],
  )
  return row && orderFromRow(row)
}

/** A fill with what is shown of its order. */
export interface StoredTrade {
  readonly id: number
  readonly orderId: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly orderType: string
  /** Of an order of a list of one after another. */
  readonly listId: number | undefined
  readonly ticks: number
  readonly lots: number
  readonly fee: bigint
  readonly isMaker: boolean
  readonly at: number
}

interface RawTrade {
  readonly fill_id: bigint
  readonly order_id: bigint
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly order_type: string
  readonly ticks: bigint
  readonly lots: bigint
  readonly fee: string
  readonly role: string
  readonly list_id: bigint | null
  readonly at: bigint
}

export async function tradesOf(sql: Sql, wanted: WantedOrders): Promise<StoredTrade[]> {
  const rows = await sql.query<RawTrade>(
    `select f.fill_id, f.order_id, o.symbol, o.side, o.order_type, f.ticks, f.lots,
       f.fee::text as fee, f.role, f.at, (o.legs -> 'list' ->> 'id')::bigint as list_id
     from spot_fill f join spot_order o using (order_id)
     where f.realm = $1 and f.user_id = $2 and ($3::text is null or o.symbol = $3::text)
       and ($4::bigint is null or f.fill_id >= $4::bigint)
       and ($5::bigint is null or f.order_id = $5::bigint)
       and ($6::bigint is null or f.at >= $6::bigint)
       and ($7::bigint is null or f.at <= $7::bigint)
       and o.owner is null and coalesce(o.account, 'spot') = $9::text
     order by f.fill_id ${isForward(wanted) ? 'asc' : 'desc'} limit $8`,
    valuesOf(wanted),
  )
  const trades = rows.map((row) => ({
    id: Number(row.fill_id),
    orderId: Number(row.order_id),
    symbol: row.symbol,
    side: row.side,
    orderType: row.order_type,
    listId: row.list_id === null ? undefined : Number(row.list_id),
    ticks: Number(row.ticks),
    lots: Number(row.lots),
    fee: BigInt(row.fee),
    isMaker: row.role === 'maker',
    at: Number(row.at),
  }))
  return isForward(wanted) ? trades : trades.toReversed()
}
