import type { DocumentSide } from '@x/api'
import type { Sql } from '../../platform/db/Database.ts'
import type { PictureType } from './readPicture.ts'

export type VerificationState = 'draft' | 'waiting' | 'approved' | 'refused'

export interface VerificationRow {
  readonly userId: string
  readonly state: VerificationState
  /** Sealed. */
  readonly form: string | null
  readonly reason: string | null
  readonly submittedAt: number | null
}

interface Raw {
  user_id: string
  state: VerificationState
  form: string | null
  reason: string | null
  submitted_at: bigint | null
}

export async function findVerification(
  sql: Sql,
  userId: string,
): Promise<VerificationRow | undefined> {
  const [raw] = await sql.query<Raw>('select * from verification where user_id = $1', [userId])
  return raw && rowOf(raw)
}

/** Forms that wait for an operator, the oldest first. */
export async function waitingVerifications(
  sql: Sql,
  limit: number,
): Promise<readonly VerificationRow[]> {
  const rows = await sql.query<Raw>(
    "select * from verification where state = 'waiting' order by submitted_at, user_id limit $1",
    [limit],
  )
  return rows.map(rowOf)
}

export async function filesOf(sql: Sql, userId: string): Promise<readonly DocumentSide[]> {
  const rows = await sql.query<{ side: DocumentSide }>(
    'select side from verification_file where user_id = $1 order by side',
    [userId],
  )
  return rows.map(({ side }) => side)
}

export async function findFile(
  sql: Sql,
  { userId, side }: { readonly userId: string; readonly side: string },
): Promise<{ readonly mediaType: PictureType; readonly content: string } | undefined> {
  const [row] = await sql.query<{ media_type: PictureType; content: string }>(
    'select media_type, content from verification_file where user_id = $1 and side = $2',
    [userId, side],
  )
  return row && { mediaType: row.media_type, content: row.content }
}

/**
 * Puts a picture into the draft, which begins with the first. Answers `false` where the form is
 * with the operators or approved.
 */
export async function putFile(
  sql: Sql,
  file: {
    readonly userId: string
    readonly side: DocumentSide
    readonly mediaType: PictureType
    readonly content: string
    readonly at: number
  },
): Promise<boolean> {
  const { userId, side, mediaType, content, at } = file
  const open = await sql.query(
    `insert into verification (user_id, state) values ($1, 'draft')
     on conflict (user_id) do update set state = 'draft'
       where verification.state in ('draft', 'refused') returning user_id`,
    [userId],
  )
  if (open.length === 0) return false
  await sql.query(
    `insert into verification_file (user_id, side, media_type, content, at)
     values ($1, $2, $3, $4, $5)
     on conflict (user_id, side) do update set media_type = excluded.media_type,
       content = excluded.content, at = excluded.at`,
    [userId, side, mediaType, content, at],
  )
  return true
}

/** Gives the draft to the operators; `false` where there is none. */
export async function submitForm(
  sql: Sql,
  { userId, form, at }: { readonly userId: string; readonly form: string; readonly at: number },
): Promise<boolean> {
  const rows = await sql.query(
    `update verification set state = 'waiting', form = $2, submitted_at = $3, reason = null
      where user_id = $1 and state = 'draft' returning user_id`,
    [userId, form, at],
  )
  return rows.length > 0
}

/** The operators' word, once; a refused form's pictures are forgotten. */
export async function decideForm(
  sql: Sql,
  {
    userId,
    state,
    reason,
    by,
    at,
  }: {
    readonly userId: string
    readonly state: 'approved' | 'refused'
    readonly reason: string | null
    readonly by: string
    readonly at: number
  },
): Promise<boolean> {
  const rows = await sql.query(
    `update verification set state = $2, reason = $3, decided_by = $4, decided_at = $5
      where user_id = $1 and state = 'waiting' returning user_id`,
    [userId, state, reason, by, at],
  )
  if (rows.length > 0 && state === 'refused')
    await sql.query('delete from verification_file where user_id = $1', [userId])
  return rows.length > 0
}

/** 1 for who was verified, a sub-account by its main account. */
export async function verificationLevel(sql: Sql, userId: string): Promise<0 | 1> {
  const rows = await sql.query(
    `select 1 from verification where state = 'approved'
      and user_id = (select coalesce(parent_id, id) from users where id = $1)`,
    [userId],
  )
  return rows.length > 0 ? 1 : 0
}

const rowOf = (raw: Raw): VerificationRow => ({
  userId: raw.user_id,
  state: raw.state,
  form: raw.form,
  reason: raw.reason,
  submittedAt: raw.submitted_at === null ? null : Number(raw.submitted_at),
})
