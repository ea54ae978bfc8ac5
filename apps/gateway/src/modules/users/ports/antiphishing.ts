import type { Sql } from '../../../platform/db/Database.ts'
import type { SecretSeal } from '../../../platform/security/sealSecret.ts'
import { findUserByEmail, findUserByMobileAddress } from '../queries.ts'

/** Whose address a message goes to. */
export async function findAddressee(
  sql: Sql,
  { to, channel }: { readonly to: string; readonly channel: 'email' | 'mobile' },
): Promise<string | undefined> {
  const user = await (channel === 'email'
    ? findUserByEmail(sql, to)
    : findUserByMobileAddress(sql, to))
  return user?.id
}

/** What every mail to the user shows, so that a forged one is noticed. */
export async function antiphishingOf(
  sql: Sql,
  { userId, seal }: { readonly userId: string; readonly seal: SecretSeal },
): Promise<string | undefined> {
  const [row] = await sql.query<{ antiphishing: string | null }>(
    'select antiphishing from security_setting where user_id = $1',
    [userId],
  )
  return row?.antiphishing ? seal.open(row.antiphishing, { owner: userId }) : undefined
}

export async function setAntiphishing(
  sql: Sql,
  {
    userId,
    code,
    seal,
  }: { readonly userId: string; readonly code: string; readonly seal: SecretSeal },
): Promise<void> {
  await sql.query(
    `insert into security_setting (user_id, antiphishing) values ($1, $2)
     on conflict (user_id) do update set antiphishing = excluded.antiphishing`,
    [userId, seal.seal(code, { owner: userId })],
  )
}
