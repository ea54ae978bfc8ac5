import type { UserNotice } from '@x/api'
import type { Database, Sql } from '../../platform/db/Database.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { Reader } from './ports/UserNotices.ts'
import {
  orderFromRow,
  type OrderRow,
  type StoredOrder,
} from '../../exchange/ledger/storedOrders.ts'

/** What a row says besides its id, kind, time and whether it was read. */
export type NoticeData = Partial<Pick<UserNotice, 'order' | 'isNewDevice' | 'subject'>>

/** A notice as it is stored. */
export interface NewNotice {
  readonly userId: string
  readonly noticeId: string
  /** Empty: shown in every realm. */
  readonly realm: Realm | ''
  readonly kind: Exclude<UserNotice['kind'], 'announcement'>
  readonly at: number
  readonly data: NoticeData
}

interface NoticeRow {
  readonly notice_id: string
  readonly kind: UserNotice['kind']
  readonly at: bigint
  readonly data: NoticeData
  readonly is_read: boolean
}

const noticeOf = ({ notice_id, kind, at, data, is_read }: NoticeRow): UserNotice => ({
  noticeId: notice_id,
  kind,
  createdAt: Number(at),
  isRead: is_read,
  order: data.order ?? null,
  isNewDevice: data.isNewDevice ?? null,
  title: null,
  subject: data.subject ?? null,
})

/** Adds those that are not there yet, and returns their ids by user. */
export async function insertNotices(
  db: Sql,
  notices: readonly NewNotice[],
): Promise<ReadonlySet<string>> {
  const rows = notices.map(({ userId, noticeId, realm, kind, at, data }) => ({
    user_id: userId,
    notice_id: noticeId,
    realm,
    kind,
    at,
    data,
  }))
  const added = await db.query<{ readonly user_id: string; readonly notice_id: string }>(
    `insert into user_notice (user_id, notice_id, realm, kind, at, data)
     select n.* from jsonb_to_recordset($1::jsonb)
       as n (user_id text, notice_id text, realm text, kind text, at bigint, data jsonb)
     on conflict (user_id, notice_id) do nothing returning user_id, notice_id`,
    [JSON.stringify(rows)],
  )
  return new Set(added.map((row) => `${row.user_id} ${row.notice_id}`))
}

/** The latest notices of a user that come after `before` in the list; no announcements. */
export async function latestNotices(
  db: Sql,
  {
    userId,
    realm,
    before,
    limit,
  }: Reader & {
    readonly before: { readonly at: number; readonly noticeId: string } | undefined
    readonly limit: number
  },
): Promise<readonly UserNotice[]> {
  const rows = await db.query<NoticeRow>(
    `select notice_id, kind, at, data, is_read from user_notice
     where user_id = $1 and realm in ('', $2) and kind <> 'announcement'
       and ($3::bigint is null or (at, notice_id) < ($3::bigint, $4::text))
     order by at desc, notice_id desc limit $5`,
    [userId, realm, before?.at ?? null, before?.noticeId ?? null, limit],
  )
  return rows.map(noticeOf)
}

export async function countUnread(db: Sql, { userId, realm }: Reader): Promise<number> {
  const [row] = await db.query<{ readonly count: bigint }>(
    `select count(*) as count from user_notice where user_id = $1 and realm in ('', $2)
       and kind <> 'announcement' and not is_read`,
    [userId, realm],
  )
  return Number(row?.count ?? 0)
}

/** Which of these announcements the user has read. */
export async function readAnnouncements(
  db: Sql,
  { userId, noticeIds }: { readonly userId: string; readonly noticeIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ readonly notice_id: string }>(
    'select notice_id from user_notice where user_id = $1 and notice_id = any($2) and is_read',
    [userId, noticeIds],
  )
  return new Set(rows.map((row) => row.notice_id))
}

/** Marks notices as read, all of the realm without `noticeIds`, and returns what has changed. */
export async function markRead(
  db: Database,
  {
    userId,
    realm,
    noticeIds,
    announcements,
  }: Reader & {
    readonly noticeIds: readonly string[] | undefined
    /** Announcements among them. */
    readonly announcements: readonly { readonly noticeId: string; readonly at: number }[]
  },
): Promise<readonly UserNotice[]> {
  const rows = await db.query<NoticeRow>(
    `update user_notice set is_read = true
     where user_id = $1 and realm in ('', $2) and not is_read
       and ($3::text[] is null or notice_id = any($3::text[]))
     returning notice_id, kind, at, data, is_read`,
    [userId, realm, noticeIds ?? null],
  )
  if (announcements.length > 0)
    await db.query(
      `insert into user_notice (user_id, notice_id, realm, kind, at, data, is_read)
       select $1, a.notice_id, '', 'announcement', a.at, '{}', true
       from jsonb_to_recordset($2::jsonb) as a (notice_id text, at bigint)
       on conflict (user_id, notice_id) do nothing`,
      [userId, JSON.stringify(announcements.map((one) => ({ ...one, notice_id: one.noticeId })))],
    )
  return rows.map(noticeOf)
}

/**
 * Orders that filled since the latest notice of a fill: a stop may have come between the two. What
 * a follow sold when it was closed has no notice of its own.
 */
export async function filledSinceLastNotice(db: Sql): Promise<readonly (OrderRow & Reader)[]> {
  const rows = await db.query<StoredOrder & { readonly realm: Realm; readonly user_id: string }>(
    `select o.* from spot_order o
     where o.closed_seq is not null and o.filled_lots > 0
       and o.updated_at >= greatest(
         (select max(at) from user_notice where kind = 'filled'),
         (select max(at) from user_notice where kind = 'copy' and notice_id like 'filled:%'))
       and not exists (
         select from copy_order c where c.order_id = o.order_id and c.lead_fill_id is null)`,
  )
  return rows.map((row) => ({ ...orderFromRow(row), realm: row.realm, userId: row.user_id }))
}

export async function removeNotices(db: Sql, { before }: { readonly before: number }) {
  await db.query('delete from user_notice where at < $1', [before])
}
