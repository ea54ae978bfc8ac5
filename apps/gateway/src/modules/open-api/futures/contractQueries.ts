import type { Realm } from '@x/api'
import type { Sql } from '../../../platform/db/Database.ts'
import type { FuturesFill, FuturesOrder } from '../../../exchange/state/futuresOrder.ts'
import {
  futuresOrderFromDump,
  type FuturesOrderDump,
} from '../../../exchange/state/futuresState.ts'
import { FILL_COLUMNS, fillFromRow, type StoredFill } from '../../futures/ports/queries.ts'
import type { BillRow } from '../../futures/ports/recordQueries.ts'
import { isForward, type Wanted } from '../orderQueries.ts'

const valuesOf = (wanted: Wanted) => [
  wanted.realm,
  wanted.userId,
  wanted.symbol ?? null,
  wanted.fromId ?? null,
  wanted.orderId ?? null,
  wanted.start ?? null,
  wanted.end ?? null,
  wanted.limit,
]

/** Orders of contracts that ended, ascending. */
export async function endedContractOrders(sql: Sql, wanted: Wanted): Promise<FuturesOrder[]> {
  const rows = await sql.query<{ readonly document: FuturesOrderDump }>(
    `select document from futures_order where realm = $1 and user_id = $2
       and closed_seq is not null and symbol like 'usdt/%'
       and ($3::text is null or symbol = $3::text)
       and ($4::bigint is null or order_id >= $4::bigint)
       and ($5::bigint is null or order_id = $5::bigint)
       and ($6::bigint is null or created_at >= $6::bigint)
       and ($7::bigint is null or created_at <= $7::bigint)
     order by order_id ${isForward(wanted) ? 'asc' : 'desc'} limit $8`,
    valuesOf(wanted),
  )
  const orders = rows.map(({ document }) => futuresOrderFromDump(document))
  return isForward(wanted) ? orders : orders.toReversed()
}

/** Fills of contracts, ascending. */
export async function contractFills(sql: Sql, wanted: Wanted): Promise<FuturesFill[]> {
  const rows = await sql.query<StoredFill>(
    `select ${FILL_COLUMNS}
     from futures_fill f join futures_order o on o.order_id = f.order_id
     where f.realm = $1 and f.user_id = $2 and o.symbol like 'usdt/%'
       and ($3::text is null or o.symbol = $3::text)
       and ($4::bigint is null or f.fill_id >= $4::bigint)
       and ($5::bigint is null or f.order_id = $5::bigint)
       and ($6::bigint is null or f.at >= $6::bigint)
       and ($7::bigint is null or f.at <= $7::bigint)
     order by f.fill_id ${isForward(wanted) ? 'asc' : 'desc'} limit $8`,
    valuesOf(wanted),
  )
  const fills = rows.map(fillFromRow)
  return isForward(wanted) ? fills : fills.toReversed()
}

/** Changes of the wallet in USDT, ascending; those of `kinds`, all where there are none. */
export function billsBetween(
  sql: Sql,
  {
    realm,
    userId,
    symbol,
    kinds,
    start,
    end,
    limit,
  }: {
    readonly realm: Realm
    readonly userId: string
    readonly symbol: string | undefined
    readonly kinds: readonly string[]
    readonly start: number | undefined
    readonly end: number | undefined
    readonly limit: number
  },
): Promise<readonly BillRow[]> {
  return sql.query<BillRow>(
    `select * from (
       select seq, part, line, asset, kind, amount::text as amount, symbol, reference, at
       from futures_bill
       where realm = $1 and user_id = $2 and asset = 'USDT'
         and ($3::text is null or symbol = $3::text) and kind = any($4::text[])
         and ($5::bigint is null or at >= $5::bigint) and ($6::bigint is null or at <= $6::bigint)
       order by seq ${start === undefined ? 'desc' : 'asc'}, part, line limit $7) found
     order by seq, part, line`,
    [realm, userId, symbol ?? null, [...kinds], start ?? null, end ?? null, limit],
  )
}

/** Fundings that were paid, ascending; rate in parts of 100,000,000, mark in ticks. */
export function fundingsBetween(
  sql: Sql,
  {
    symbol,
    start,
    end,
    limit,
  }: {
    readonly symbol: string | undefined
    readonly start: number | undefined
    readonly end: number | undefined
    readonly limit: number
  },
): Promise<
  readonly {
    readonly symbol: string
    readonly rate: bigint
    readonly mark: bigint
    readonly at: bigint
  }[]
> {
  return sql.query(
    `select * from (
       select symbol, rate, mark, at from futures_funding
       where symbol like 'usdt/%' and ($1::text is null or symbol = $1::text)
         and ($2::bigint is null or at >= $2::bigint) and ($3::bigint is null or at <= $3::bigint)
       order by at ${start === undefined ? 'desc' : 'asc'} limit $4) found
     order by at, symbol`,
    [symbol ?? null, start ?? null, end ?? null, limit],
  )
}
