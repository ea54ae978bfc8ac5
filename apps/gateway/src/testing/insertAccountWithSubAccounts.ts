import type { Sql } from '../platform/db/Database.ts'

/**
 * A main account and its sub-accounts, as the users' table has them; ids are ten digits. Those that
 * are there already stay.
 */
export async function insertAccountWithSubAccounts(
  db: Sql,
  { main, subs }: { readonly main: string; readonly subs: readonly string[] },
): Promise<void> {
  await db.query(
    'insert into users (id, email, password_hash, created_at) values ($1::text, $1::text ' +
      "|| '@example.com', 'x', 0) on conflict do nothing",
    [main],
  )
  for (const [nth, sub] of subs.entries())
    await db.query(
      'insert into users (id, role, parent_id, label, created_at) values ($1, ' +
        "'sub-account', $2, $3, $4) on conflict do nothing",
      [sub, main, `Sub ${nth + 1}`, nth + 1],
    )
}
