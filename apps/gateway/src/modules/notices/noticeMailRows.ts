import type { UserNoticeKind } from '@x/api'
import type { Sql } from '../../platform/db/Database.ts'

export interface NoticeMailRow {
  /** What the user has chosen; the others are as by default. */
  readonly kinds: Readonly<Partial<Record<UserNoticeKind, boolean>>>
  readonly language: string | undefined
}

/** The longest locale of the app has five letters; a header may hold anything. */
const LANGUAGE = /^[A-Za-z-]{2,10}$/

export async function readNoticeMail(sql: Sql, userId: string): Promise<NoticeMailRow> {
  const [row] = await sql.query<{
    readonly kinds: NoticeMailRow['kinds']
    readonly language: string | null
  }>('select kinds, language from notice_mail where user_id = $1', [userId])
  return { kinds: row?.kinds ?? {}, language: row?.language ?? undefined }
}

/** One kind of one user; others that change at the same time are kept. */
export async function setNoticeMail(
  sql: Sql,
  { userId, kind, mail }: { userId: string; kind: UserNoticeKind; mail: boolean },
): Promise<void> {
  await sql.query(
    `insert into notice_mail (user_id, kinds) values ($1, $2::jsonb)
     on conflict (user_id) do update set kinds = notice_mail.kinds || excluded.kinds`,
    [userId, JSON.stringify({ [kind]: mail })],
  )
}

/** The language that mails to a user are written in: that of the last log-in. */
export async function rememberLanguage(
  sql: Sql,
  { userId, language }: { userId: string; language: string | undefined },
): Promise<void> {
  if (language === undefined || !LANGUAGE.test(language)) return
  await sql.query(
    `insert into notice_mail (user_id, language) values ($1, $2)
     on conflict (user_id) do update set language = excluded.language
       where notice_mail.language is distinct from excluded.language`,
    [userId, language],
  )
}

/** Who has chosen one of these kinds. */
export async function readersOfMore(
  sql: Sql,
  kinds: readonly UserNoticeKind[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ readonly user_id: string }>(
    `select user_id from notice_mail, jsonb_each(kinds) as chosen
      where chosen.value = 'true' and chosen.key = any($1)`,
    [kinds],
  )
  return new Set(rows.map((row) => row.user_id))
}
