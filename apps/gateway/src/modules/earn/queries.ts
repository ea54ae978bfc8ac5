import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { PositionDump } from '../../exchange/state/productsState.ts'
import type { Sql } from '../../platform/db/Database.ts'
import type { EarnFilling } from './ports/EarnPool.ts'

/** A user's position, open or not. */
export async function positionById(
  db: Sql,
  { userId, positionId }: { readonly userId: string; readonly positionId: number },
): Promise<PositionDump | undefined> {
  const [row] = await db.query<{ document: PositionDump }>(
    'select document from earn_position where position_id = $1 and user_id = $2',
    [positionId, userId],
  )
  return row?.document
}

/** The latest of a key: it may be used again when its day is over. */
export async function positionByKey(
  db: Sql,
  { userId, clientOid }: { readonly userId: string; readonly clientOid: string },
): Promise<PositionDump | undefined> {
  const [row] = await db.query<{ document: PositionDump }>(
    'select document from earn_position where user_id = $1 and client_oid = $2 order by ' +
      'position_id desc limit 1',
    [userId, clientOid],
  )
  return row?.document
}

export interface StoredPayment {
  readonly positionId: number
  readonly productId: string
  readonly day: number
  readonly asset: string
  readonly amount: bigint
  readonly at: number
}

/** Interest of a user, the latest day first; a cursor names a day and a position. */
export async function paymentsOf(
  db: Sql,
  {
    userId,
    cursor,
    limit,
  }: {
    readonly userId: string
    readonly cursor: string | undefined
    readonly limit: number
  },
): Promise<readonly StoredPayment[]> {
  const [day = null, position = null] = cursor?.split('-') ?? []
  const rows = await db.query<{
    position_id: bigint
    product: string
    day: bigint
    asset: string
    amount: string
    at: bigint
  }>(
    `select y.position_id, p.product, y.day, y.asset, y.amount::text as amount, y.at
      from earn_payment y join earn_position p using (position_id)
      where y.user_id = $1
        and ($2::bigint is null or (y.day, y.position_id) < ($2::bigint, $3::bigint))
      order by y.day desc, y.position_id desc limit $4`,
    [userId, day, position, limit],
  )
  return rows.map((row) => ({
    positionId: Number(row.position_id),
    productId: row.product,
    day: Number(row.day),
    asset: row.asset,
    amount: BigInt(row.amount),
    at: Number(row.at),
  }))
}

const MOST_FILLINGS = 50

/** What was paid into the pool, the latest first; `key`: once only. */
export async function fillingsOf(
  db: Sql,
  { key }: { readonly key?: string } = {},
): Promise<readonly EarnFilling[]> {
  const rows = await db.query<{
    at: bigint
    asset: string
    amount: string
    from: string
    key: string
  }>(
    `select t.at, e.asset, e.amount::text as amount, d.owner as "from",
        t.idempotency_key as key
      from ledger_account c
      join ledger_entry e on e.credit_account = c.id
      join ledger_transaction t using (seq, part)
      join ledger_account d on d.id = e.debit_account
      where c.realm = 'live' and c.owner = 'earnPool' and t.scope = 'grant'
        and ($1::text is null or t.idempotency_key = 'earn:' || $1)
      order by e.seq desc limit ${MOST_FILLINGS}`,
    [key ?? null],
  )
  return rows.map(({ at, asset, amount, ...row }) => ({
    ...row,
    at: Number(at),
    asset,
    amount: formatUnits(BigInt(amount), scaleOf(asset), { trim: true }),
    key: row.key.replace(/^earn:(operator:)?/, ''),
  }))
}
