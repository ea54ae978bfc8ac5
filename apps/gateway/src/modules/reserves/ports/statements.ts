import type { ReservesStatement } from '@x/api'
import type { Sql } from '../../../platform/db/Database.ts'

interface Row {
  readonly statement: ReservesStatement
}

/** That of the latest snapshot, unless a transaction carries it already. */
export async function unsentStatement(db: Sql): Promise<ReservesStatement | undefined> {
  const [row] = await db.query<Row>(
    `select document -> 'statement' as statement from reserve_snapshot s
      where snapshot_id = (select max(snapshot_id) from reserve_snapshot)
        and not exists (select 1 from chain_sweep c where c.snapshot_id = s.snapshot_id)`,
  )
  return row?.statement
}

export async function statementOf(
  db: Sql,
  snapshotId: string,
): Promise<ReservesStatement | undefined> {
  const [row] = await db.query<Row>(
    "select document -> 'statement' as statement from reserve_snapshot where snapshot_id = $1",
    [snapshotId],
  )
  return row?.statement
}
