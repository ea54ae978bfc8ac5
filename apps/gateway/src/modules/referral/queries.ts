import { userIdIn } from '../../exchange/ledger/ownerColumns.ts'
import type { Sql } from '../../platform/db/Database.ts'
import type { RebateRules } from './rebateRules.ts'

const DAY_MS = 86_400_000

/** The code of a user; `code` where there is none yet. `undefined`: somebody else has it. */
export async function codeOf(
  db: Sql,
  { userId, code, at }: { readonly userId: string; readonly code: string; readonly at: number },
): Promise<string | undefined> {
  await db.query(
    'insert into referral_code (user_id, code, created_at) values ($1, $2, $3) ' +
      'on conflict do nothing',
    [userId, code, at],
  )
  const [row] = await db.query<{ code: string }>(
    'select code from referral_code where user_id = $1',
    [userId],
  )
  return row?.code
}

export async function countInvited(db: Sql, code: string): Promise<number> {
  const [row] = await db.query<{ invited: number }>(
    "select count(*)::int as invited from users where referral ->> 'commonCode' = $1",
    [code],
  )
  return row?.invited ?? 0
}

interface PageOf {
  readonly cursor: string | undefined
  readonly limit: number
}

/** Users who registered with a code, the latest first. */
export function invitedBy(
  db: Sql,
  { code, cursor, limit }: PageOf & { readonly code: string },
): Promise<readonly { readonly id: string; readonly created_at: bigint }[]> {
  return db.query(
    `select id, created_at from users where referral ->> 'commonCode' = $1
      and ($2::bigint is null or id::bigint < $2::bigint) order by id::bigint desc limit $3`,
    [code, cursor ?? null, limit],
  )
}

interface Rebate {
  readonly place: string
  readonly at: bigint
  readonly asset: string
  readonly amount: string
}

/** Rebates of a user, the latest first; a cursor names the last one seen. */
export function rebatesOf(
  db: Sql,
  { userId, cursor, limit }: PageOf & { readonly userId: string },
): Promise<readonly Rebate[]> {
  const [seq, part, line] = cursor?.split('.') ?? []
  return db.query<Rebate>(
    `select e.seq || '.' || e.part || '.' || e.line as place, t.at, e.asset,
        e.amount::text as amount
      from ledger_account a
      join ledger_entry e on e.credit_account = a.id and e.kind = 'rebate'
      join ledger_transaction t using (seq, part)
      where a.realm = 'live' and a.owner = 'user:' || $4
        and ($1::bigint is null or (e.seq, e.part, e.line) < ($1, $2::integer, $3::integer))
      order by e.seq desc, e.part desc, e.line desc limit $5`,
    [seq ?? null, part ?? null, line ?? null, userId, limit],
  )
}

/** All rebates of a user, in atoms by asset. */
export function receivedBy(
  db: Sql,
  userId: string,
): Promise<readonly { readonly asset: string; readonly amount: string }[]> {
  return db.query(
    `select e.asset, sum(e.amount)::text as amount
      from ledger_account a
      join ledger_entry e on e.credit_account = a.id and e.kind = 'rebate'
      where a.realm = 'live' and a.owner = 'user:' || $1 group by e.asset order by e.asset`,
    [userId],
  )
}

/**
 * What inviters get for a day that is over, always in the same order: the rounded down share of all
 * that the users they invited, and the sub-accounts of those, paid in trading fees: also out of the
 * accounts that they copy and lead with.
 */
export async function rebatesOfDay(
  db: Sql,
  { day, rules: { percent, days } }: { readonly day: number; readonly rules: RebateRules },
): Promise<readonly (readonly [userId: string, asset: string, atoms: string])[]> {
  const rows = await db.query<{ inviter: string; asset: string; atoms: string }>(
    `select c.user_id as inviter, e.asset, trunc(sum(e.amount) * $3 / 100)::text as atoms
      from ledger_transaction t
      join ledger_entry e on (e.seq, e.part) = (t.seq, t.part) and e.kind = 'fee'
      join ledger_account f on f.id = e.credit_account and f.owner = 'fees'
      join ledger_account p on p.id = e.debit_account
      left join copy_follow cf on p.owner = 'copy:' || cf.follow_id
      left join copy_lead cl on p.owner = 'lead:' || cl.lead_id
      join users payer on payer.id = coalesce(cf.user_id, cl.user_id,
        case when p.owner like 'user:%' then ${userIdIn('p.owner')} end)
      join users invited on invited.id = coalesce(payer.parent_id, payer.id)
      join referral_code c on c.code = invited.referral ->> 'commonCode'
        and c.user_id <> invited.id
      where t.realm = 'live' and t.at >= $1 and t.at < $2
        and t.at >= invited.created_at and t.at < invited.created_at + $4::bigint
      group by c.user_id, e.asset having trunc(sum(e.amount) * $3 / 100) > 0
      order by c.user_id, e.asset`,
    [day * DAY_MS, (day + 1) * DAY_MS, percent, days * DAY_MS],
  )
  return rows.map(({ inviter, asset, atoms }) => [inviter, asset, atoms])
}
