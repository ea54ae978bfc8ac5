import type { LostProof, WaitingChange } from '@x/api'
import { isUniqueViolation, type Sql } from '../../platform/db/Database.ts'
import { maskEmail, maskMobile } from '../users/ports/users.ts'
import type { NewAddress } from './accountAddress.ts'

/** A change of an account that waits for its time. */
export interface AccountChange {
  readonly changeId: string
  readonly userId: string
  readonly lost: LostProof
  readonly address: NewAddress | undefined
  readonly askedAt: number
  readonly effectiveAt: number
}

interface Raw {
  change_id: bigint
  user_id: string
  lost: LostProof
  email: string | null
  area_code: string | null
  mobile: string | null
  asked_at: bigint
  effective_at: bigint
}

/** `undefined`: one of this kind waits already. */
export async function insertChange(
  sql: Sql,
  {
    userId,
    lost,
    address,
    askedAt,
    effectiveAt,
    stopDigest,
  }: Omit<AccountChange, 'changeId'> & { readonly stopDigest: string },
): Promise<AccountChange | undefined> {
  try {
    const [raw] = await sql.query<Raw>(
      `insert into account_change
         (user_id, lost, email, area_code, mobile, asked_at, effective_at, stop_digest)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
      [
        userId,
        lost,
        address?.kind === 'email' ? address.email : null,
        address?.kind === 'mobile' ? address.areaCode : null,
        address?.kind === 'mobile' ? address.mobile : null,
        askedAt,
        effectiveAt,
        stopDigest,
      ],
    )
    return raw && changeOf(raw)
  } catch (error) {
    if (isUniqueViolation(error, 'account_change_waiting')) return undefined
    throw error
  }
}

/** How many changes of the account were stopped since `since`. */
export async function stoppedSince(
  sql: Sql,
  { userId, since }: { readonly userId: string; readonly since: number },
): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    `select count(*) as count from account_change
      where user_id = $1 and state = 'stopped' and asked_at > $2`,
    [userId, since],
  )
  return Number(row?.count ?? 0n)
}

export async function waitingChanges(sql: Sql, userId: string): Promise<AccountChange[]> {
  const rows = await sql.query<Raw>(
    "select * from account_change where user_id = $1 and state = 'waiting' order by change_id",
    [userId],
  )
  return rows.map(changeOf)
}

/** Stops what waits, by its token or by its owner; answers what was stopped. */
export async function stopChange(
  sql: Sql,
  by: { readonly stopDigest: string } | { readonly changeId: string; readonly userId: string },
): Promise<AccountChange | undefined> {
  const [raw] =
    'stopDigest' in by
      ? await sql.query<Raw>(
          `update account_change set state = 'stopped'
            where stop_digest = $1 and state = 'waiting' returning *`,
          [by.stopDigest],
        )
      : await sql.query<Raw>(
          `update account_change set state = 'stopped'
            where change_id = $1 and user_id = $2 and state = 'waiting' returning *`,
          [by.changeId, by.userId],
        )
  return raw && changeOf(raw)
}

/** Every waiting change of the account is stopped. */
export async function stopChanges(sql: Sql, userId: string): Promise<void> {
  await sql.query(
    "update account_change set state = 'stopped' where user_id = $1 and state = 'waiting'",
    [userId],
  )
}

/** Takes the changes whose time has come, each once; of one account or of all. */
export async function takeDueChanges(
  sql: Sql,
  { now, userId }: { readonly now: number; readonly userId?: string | undefined },
): Promise<AccountChange[]> {
  const rows = await sql.query<Raw>(
    `update account_change set state = 'done' where state = 'waiting' and effective_at <= $1
       and ($2::text is null or user_id = $2) returning *`,
    [now, userId ?? null],
  )
  return rows.map(changeOf)
}

/** The change could not be made: its address has another account by now. */
export async function failChange(sql: Sql, changeId: string): Promise<void> {
  await sql.query("update account_change set state = 'failed' where change_id = $1", [changeId])
}

export const changeView = ({
  changeId,
  lost,
  askedAt,
  effectiveAt,
  address,
}: AccountChange): WaitingChange => ({
  changeId,
  lost,
  askedAt,
  effectiveAt,
  target: address
    ? address.kind === 'email'
      ? maskEmail(address.email)
      : maskMobile(address.mobile)
    : null,
})

const changeOf = (raw: Raw): AccountChange => ({
  changeId: String(raw.change_id),
  userId: raw.user_id,
  lost: raw.lost,
  address: addressOf(raw),
  askedAt: Number(raw.asked_at),
  effectiveAt: Number(raw.effective_at),
})

function addressOf({ email, area_code, mobile }: Raw): NewAddress | undefined {
  if (email !== null) return { kind: 'email', email }
  return area_code === null || mobile === null
    ? undefined
    : { kind: 'mobile', areaCode: area_code, mobile }
}
