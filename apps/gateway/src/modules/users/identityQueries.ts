import type { BoundIdentity } from '@x/api'
import { isUniqueViolation, type Sql } from '../../platform/db/Database.ts'

/** Third parties that have endpoints of their own. */
export const NAMED_PROVIDERS = ['apple', 'google', 'wallet', 'tg'] as const

/** `oidc`: an OpenID Connect provider of the operator's choice. */
export type ThirdPartyName = (typeof NAMED_PROVIDERS)[number] | 'oidc'
export const THIRD_PROVIDERS: readonly ThirdPartyName[] = [...NAMED_PROVIDERS, 'oidc']

/** Those that speak OpenID Connect, which `third/oauth` asks by name. */
export const OAUTH_PROVIDERS: readonly ThirdPartyName[] = ['apple', 'google', 'oidc']

/** A person as a third party knows them, proved. */
export interface ThirdPartyIdentity {
  readonly provider: ThirdPartyName
  /** The provider's name for the person; it never passes to another one. */
  readonly subject: string
  /** An e-mail address that the provider vouches for. */
  readonly email: string | null
}

/** The user whom an identity opens. */
export async function userIdOfIdentity(
  sql: Sql,
  { provider, subject }: ThirdPartyIdentity,
): Promise<string | undefined> {
  const [row] = await sql.query<{ user_id: string }>(
    'select user_id from third_party_identities where provider = $1 and subject = $2',
    [provider, subject],
  )
  return row?.user_id
}

export async function identitiesOf(sql: Sql, userId: string): Promise<BoundIdentity[]> {
  const rows = await sql.query<{ provider: ThirdPartyName; bound_at: bigint }>(
    'select provider, bound_at from third_party_identities where user_id = $1 order by ' +
      'bound_at, provider',
    [userId],
  )
  return rows.map(({ provider, bound_at }) => ({ provider, boundAt: Number(bound_at) }))
}

/**
 * `taken`: the identity opens another account already, or the account has one of this provider.
 * Neither is ever replaced. Run outside a transaction that goes on after `taken`: the refused
 * statement spoils it.
 */
export async function bindIdentity(
  sql: Sql,
  { userId, identity, at }: { userId: string; identity: ThirdPartyIdentity; at: number },
): Promise<'bound' | 'taken'> {
  try {
    await sql.query(
      'insert into third_party_identities (provider, subject, user_id, bound_at) values ' +
        '($1, $2, $3, $4)',
      [identity.provider, identity.subject, userId, at],
    )
    return 'bound'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

export async function unbindIdentity(
  sql: Sql,
  { userId, provider }: { userId: string; provider: ThirdPartyName },
): Promise<boolean> {
  const rows = await sql.query(
    'delete from third_party_identities where user_id = $1 and provider = $2 returning user_id',
    [userId, provider],
  )
  return rows.length > 0
}

/**
 * How many third parties were added since then and open the account no longer; none of one that has
 * no password, which they are the only way into.
 */
export async function unbindIdentitiesSince(
  sql: Sql,
  { userId, since }: { userId: string; since: number },
): Promise<number> {
  const rows = await sql.query(
    `delete from third_party_identities i using users u
      where i.user_id = $1 and u.id = i.user_id and u.password_hash is not null
        and i.bound_at >= $2 returning i.user_id`,
    [userId, since],
  )
  return rows.length
}
