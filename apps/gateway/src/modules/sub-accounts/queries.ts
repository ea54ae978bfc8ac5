import type { SubAccount } from '@x/api'
import type { Sql } from '../../platform/db/Database.ts'

export async function subAccountsOf(sql: Sql, parentId: string): Promise<SubAccount[]> {
  const rows = await sql.query<{ id: string; label: string | null; created_at: bigint }>(
    'select id, label, created_at from users where parent_id = $1 order by created_at, id',
    [parentId],
  )
  return rows.map(({ id, label, created_at }) => ({
    userId: id,
    label: label ?? '',
    createdAt: Number(created_at),
  }))
}

/**
 * Answers whether it was written; `false` when the parent has `limit` sub-accounts, or the id is
 * taken.
 */
export async function insertSubAccount(
  sql: Sql,
  {
    id,
    parentId,
    label,
    at,
    limit,
  }: { id: string; parentId: string; label: string; at: number; limit: number },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into users (id, role, parent_id, label, created_at)
     select $1, 'sub-account', $2, $3, $4 where (select count(*) from users
       where parent_id = $2) < $5
     on conflict (id) do nothing returning id`,
    [id, parentId, label, at, limit],
  )
  return rows.length > 0
}
