import type { Sql } from '../../platform/db/Database.ts'
import type { Transfer } from '../../exchange/state/effects.ts'

interface StoredTransfer {
  readonly transfer_id: bigint
  readonly asset: string
  readonly amount: string
  readonly from_user: string
  readonly to_user: string
  readonly asked_by: string
  readonly client_oid: string
  readonly left_behind: string
  readonly at: bigint
}

/** What the ledger has under a customer's key, however old. */
export async function storedTransfer(
  db: Sql,
  { askedBy, clientOid }: Pick<Transfer, 'askedBy' | 'clientOid'>,
): Promise<Transfer | undefined> {
  const [row] = await db.query<StoredTransfer>(
    'select * from asset_transfer where asked_by = $1 and client_oid = $2 order by ' +
      'transfer_id desc limit 1',
    [askedBy, clientOid],
  )
  return row && transferOf(row)
}

/**
 * What a user sent, received or asked for, the latest first; each of the three is read by its own
 * index.
 */
export async function transfersOf(
  db: Sql,
  {
    userId,
    asset,
    cursor,
    limit,
  }: {
    readonly userId: string
    readonly asset: string | undefined
    readonly cursor: string | undefined
    readonly limit: number
  },
): Promise<Transfer[]> {
  const by = (column: string) =>
    `(select * from asset_transfer where ${column} = $1 and ($2::bigint is null or ` +
    'transfer_id < $2::bigint) and ($3::text is null or asset = $3::text) order by ' +
    'transfer_id desc limit $4)'
  const rows = await db.query<StoredTransfer>(
    `${by('from_user')} union ${by('to_user')} union ${by('asked_by')} order by ` +
      'transfer_id desc limit $4',
    [userId, cursor ?? null, asset ?? null, limit],
  )
  return rows.map(transferOf)
}

/** An account of a customer: the main one, whose `parentId` is `null`, or a sub-account. */
export interface TransferAccount {
  readonly userId: string
  readonly parentId: string | null
  readonly label: string | null
  readonly isFrozen: boolean
}

/** Those of the users that there are. */
export async function accountsOf(db: Sql, userIds: readonly string[]): Promise<TransferAccount[]> {
  return (
    await db.query<UserRow>('select id, parent_id, label, status from users where id = any($1)', [
      userIds,
    ])
  ).map(accountOf)
}

/** A main account and its sub-accounts, in the order in which they were opened. */
export async function familyOf(db: Sql, mainId: string): Promise<TransferAccount[]> {
  return (
    await db.query<UserRow>(
      'select id, parent_id, label, status from users where id = $1 or parent_id = $1 ' +
        'order by parent_id nulls first, created_at, id',
      [mainId],
    )
  ).map(accountOf)
}

interface UserRow {
  readonly id: string
  readonly parent_id: string | null
  readonly label: string | null
  readonly status: string
}

const accountOf = ({ id, parent_id, label, status }: UserRow): TransferAccount => ({
  userId: id,
  parentId: parent_id,
  label,
  isFrozen: status === 'frozen',
})

function transferOf(row: StoredTransfer): Transfer {
  return {
    id: Number(row.transfer_id),
    askedBy: row.asked_by,
    clientOid: row.client_oid,
    fromUserId: row.from_user,
    toUserId: row.to_user,
    asset: row.asset,
    amount: BigInt(row.amount),
    leftBehind: BigInt(row.left_behind),
    at: Number(row.at),
  }
}
