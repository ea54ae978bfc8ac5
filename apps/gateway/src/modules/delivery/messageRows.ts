import type { Sql } from '../../platform/db/Database.ts'

export interface QueuedMessage {
  readonly messageId: string
  readonly channel: 'email' | 'mobile'
  readonly recipient: string
  readonly content: string
  readonly tries: number
  readonly expiresAt: number
}

export interface NewMessage extends Omit<QueuedMessage, 'messageId' | 'tries'> {
  readonly at: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Queues a message unless its recipient had `perHour` within the hour, or the provider refused
 * `refusals` for good within the day and took none after. Answers whether it was queued.
 */
export async function queueMessage(
  sql: Sql,
  message: NewMessage,
  { perHour, refusals }: { readonly perHour: number; readonly refusals: number },
): Promise<boolean> {
  const { channel, recipient, content, at, expiresAt } = message
  const rows = await sql.query(
    `insert into outgoing_message (channel, recipient, content, created_at, next_at, expires_at)
     select $1, $2, $3, $4, $4, $5
      where (select count(*) from outgoing_message where recipient = $2 and created_at > $6) < $7
        and (select count(*) from outgoing_message m where m.recipient = $2 and m.created_at > $8
              and m.state = 'refused' and not exists (select 1 from outgoing_message later
                where later.recipient = $2 and later.state = 'sent'
                  and later.message_id > m.message_id)) < $9
     returning message_id`,
    [channel, recipient, content, at, expiresAt, at - HOUR_MS, perHour, at - DAY_MS, refusals],
  )
  return rows.length > 0
}

/** Takes up to `limit` due messages for `leaseMs`: a gateway that dies leaves them to another. */
export async function takeDueMessages(
  sql: Sql,
  {
    now,
    limit,
    leaseMs,
  }: { readonly now: number; readonly limit: number; readonly leaseMs: number },
): Promise<readonly QueuedMessage[]> {
  const rows = await sql.query<{
    message_id: bigint
    channel: 'email' | 'mobile'
    recipient: string
    content: string
    tries: number
    expires_at: bigint
  }>(
    `update outgoing_message set next_at = $1 + $3, tries = tries + 1 where message_id in (
       select message_id from outgoing_message where state = 'waiting' and next_at <= $1
       order by next_at, message_id limit $2 for update skip locked)
     returning message_id, channel, recipient, content, tries, expires_at`,
    [now, limit, leaseMs],
  )
  return rows.map((row) => ({
    messageId: String(row.message_id),
    channel: row.channel,
    recipient: row.recipient,
    content: row.content,
    tries: row.tries,
    expiresAt: Number(row.expires_at),
  }))
}

/** The message is over, and what it said is forgotten. */
export async function endMessage(
  sql: Sql,
  {
    messageId,
    state,
    reply,
  }: {
    readonly messageId: string
    readonly state: 'sent' | 'refused' | 'expired'
    readonly reply: string | null
  },
): Promise<void> {
  await sql.query(
    "update outgoing_message set state = $2, reply = $3, content = '' where message_id = $1",
    [messageId, state, reply],
  )
}

export async function postponeMessage(
  sql: Sql,
  {
    messageId,
    nextAt,
    reply,
  }: { readonly messageId: string; readonly nextAt: number; readonly reply: string },
): Promise<void> {
  await sql.query('update outgoing_message set next_at = $2, reply = $3 where message_id = $1', [
    messageId,
    nextAt,
    reply,
  ])
}

/** When the next message is due; `undefined` without one. */
export async function nextDueAt(sql: Sql): Promise<number | undefined> {
  const [row] = await sql.query<{ next_at: bigint | null }>(
    "select min(next_at) as next_at from outgoing_message where state = 'waiting'",
  )
  return row?.next_at === null || row === undefined ? undefined : Number(row.next_at)
}

/** Forgets messages of before `before`. */
export async function removeMessages(
  sql: Sql,
  { before }: { readonly before: number },
): Promise<void> {
  await sql.query('delete from outgoing_message where created_at < $1', [before])
}
