import type { Sql } from '../../../platform/db/Database.ts'

/** The address, lower case, of the wallet that a user has bound; `undefined`: none. */
export async function boundWallet(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql.query<{ subject: string }>(
    "select subject from third_party_identities where provider = 'wallet' and user_id = $1",
    [userId],
  )
  return row?.subject
}
