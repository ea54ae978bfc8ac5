import type { P2pAdvertDump, P2pOrderDump } from '../../exchange/state/p2pState.ts'
import type { Sql } from '../../platform/db/Database.ts'
import { defaultName } from './ports/p2pViews.ts'

interface PageOfUser {
  readonly userId: string
  readonly cursor: string | undefined
  readonly limit: number
}

/** Adverts of a user, the latest first. */
export async function advertsOf(
  db: Sql,
  { userId, cursor, limit }: PageOfUser,
): Promise<readonly P2pAdvertDump[]> {
  const rows = await db.query<{ document: P2pAdvertDump }>(
    'select document from p2p_advert where user_id = $1 and ($2::bigint is null or ' +
      'advert_id < $2::bigint) order by advert_id desc limit $3',
    [userId, cursor ?? null, limit],
  )
  return rows.map(({ document }) => document)
}

export async function advertById(db: Sql, advertId: number): Promise<P2pAdvertDump | undefined> {
  const [row] = await db.query<{ document: P2pAdvertDump }>(
    'select document from p2p_advert where advert_id = $1',
    [advertId],
  )
  return row?.document
}

/** Orders of a user, the latest first. */
export async function ordersOf(
  db: Sql,
  { userId, cursor, limit, status }: PageOfUser & { readonly status: 'open' | 'ended' | undefined },
): Promise<readonly P2pOrderDump[]> {
  const rows = await db.query<{ document: P2pOrderDump }>(
    `select document from p2p_order where (buyer = $1 or seller = $1)
      and ($2::bigint is null or order_id < $2::bigint)
      and ($4::text is null or (closed_seq is null) = ($4::text = 'open'))
      order by order_id desc limit $3`,
    [userId, cursor ?? null, limit, status ?? null],
  )
  return rows.map(({ document }) => document)
}

export async function orderById(db: Sql, orderId: number): Promise<P2pOrderDump | undefined> {
  const [row] = await db.query<{ document: P2pOrderDump }>(
    'select document from p2p_order where order_id = $1',
    [orderId],
  )
  return row?.document
}

/** Orders with the names under which others see users. */
export async function namesOf(
  db: Sql,
  userIds: readonly string[],
): Promise<(userId: string) => string> {
  const rows = await db.query<{ user_id: string; nickname: string }>(
    'select user_id, nickname from p2p_profile where user_id = any($1::text[])',
    [[...new Set(userIds)]],
  )
  const names = new Map(rows.map((row) => [row.user_id, row.nickname]))
  return (userId) => names.get(userId) ?? defaultName(userId)
}

/** Whether nobody else has the name. */
export async function setName(
  db: Sql,
  { userId, nickname, at }: { userId: string; nickname: string; at: number },
): Promise<boolean> {
  const [taken] = await db.query(
    'select 1 from p2p_profile where lower(nickname) = lower($1) and user_id <> $2',
    [nickname, userId],
  )
  if (taken) return false
  await db.query(
    'insert into p2p_profile (user_id, nickname, updated_at) values ($1, $2, $3) on conflict ' +
      '(user_id) do update set nickname = excluded.nickname, updated_at = excluded.updated_at',
    [userId, nickname, at],
  )
  return true
}

/** What became of the orders of users since a time. */
export async function recordsOf(
  db: Sql,
  { userIds, since }: { readonly userIds: readonly string[]; readonly since: number },
): Promise<ReadonlyMap<string, { readonly ended: number; readonly released: number }>> {
  const rows = await db.query<{ user_id: string; ended: number; released: number }>(
    `select u.user_id, count(*)::int as ended,
        count(*) filter (where o.status = 'released')::int as released
      from unnest($1::text[]) as u (user_id)
      join p2p_order o on (o.buyer = u.user_id or o.seller = u.user_id)
        and o.closed_seq is not null and o.updated_at > $2
      group by u.user_id`,
    [[...new Set(userIds)], since],
  )
  return new Map(rows.map(({ user_id, ended, released }) => [user_id, { ended, released }]))
}

/** A payment method as it is stored. */
export interface StoredMethod {
  readonly method_id: bigint
  readonly user_id: string
  readonly type: string
  readonly sealed: string
  readonly removed_at: bigint | null
}

export function methodsByUser(db: Sql, userId: string): Promise<StoredMethod[]> {
  return db.query<StoredMethod>(
    'select method_id, user_id, type, sealed, removed_at from p2p_payment_method where ' +
      'user_id = $1 and removed_at is null order by method_id',
    [userId],
  )
}

/** Those that were removed too. */
export function methodsById(db: Sql, ids: readonly number[]): Promise<StoredMethod[]> {
  return db.query<StoredMethod>(
    'select method_id, user_id, type, sealed, removed_at from p2p_payment_method where ' +
      'method_id = any($1::bigint[]) order by method_id',
    [[...ids]],
  )
}

export async function insertMethod(
  db: Sql,
  row: { userId: string; type: string; sealed: string; at: number },
): Promise<string> {
  const [added] = await db.query<{ method_id: bigint }>(
    'insert into p2p_payment_method (user_id, type, sealed, created_at) values ($1, $2, $3, $4) ' +
      'returning method_id',
    [row.userId, row.type, row.sealed, row.at],
  )
  return String(added?.method_id)
}

export async function removeMethod(
  db: Sql,
  { userId, methodId, at }: { userId: string; methodId: number; at: number },
): Promise<boolean> {
  const rows = await db.query(
    'update p2p_payment_method set removed_at = $3 where method_id = $2 and user_id = $1 and ' +
      'removed_at is null returning method_id',
    [userId, methodId, at],
  )
  return rows.length > 0
}

/** A message as it is stored. */
export interface StoredMessage {
  readonly message_id: bigint
  readonly order_id: bigint
  readonly user_id: string
  readonly text: string
  readonly file_id: bigint | null
  readonly at: bigint
}

const MESSAGE = 'message_id, order_id, user_id, text, file_id, at'

/** The latest messages of an order first. */
export function messagesOf(
  db: Sql,
  {
    orderId,
    cursor,
    limit,
  }: { readonly orderId: number; readonly cursor: string | undefined; readonly limit: number },
): Promise<StoredMessage[]> {
  return db.query<StoredMessage>(
    `select ${MESSAGE} from p2p_message where order_id = $1 and ($2::bigint is null or
      message_id < $2::bigint) order by message_id desc limit $3`,
    [orderId, cursor ?? null, limit],
  )
}

/** The message of a key, and whether it is new. */
export async function insertMessage(
  db: Sql,
  message: {
    readonly orderId: number
    readonly userId: string
    readonly clientOid: string
    readonly text: string
    readonly fileId: string | null
    readonly at: number
  },
): Promise<{ readonly row: StoredMessage; readonly isNew: boolean }> {
  const { orderId, userId, clientOid, text, fileId, at } = message
  const [added] = await db.query<StoredMessage>(
    `insert into p2p_message (order_id, user_id, client_oid, text, file_id, at)
      values ($1, $2, $3, $4, $5, $6) on conflict (order_id, user_id, client_oid) do nothing
      returning ${MESSAGE}`,
    [orderId, userId, clientOid, text, fileId, at],
  )
  if (added) return { row: added, isNew: true }
  const row = await messageByKey(db, message)
  if (!row) throw new Error('A message of a used key is missing.')
  return { row, isNew: false }
}

export async function messageByKey(
  db: Sql,
  key: { readonly orderId: number; readonly userId: string; readonly clientOid: string },
): Promise<StoredMessage | undefined> {
  const [row] = await db.query<StoredMessage>(
    `select ${MESSAGE} from p2p_message where order_id = $1 and user_id = $2 and client_oid = $3`,
    [key.orderId, key.userId, key.clientOid],
  )
  return row
}

/** A picture as it is stored. */
export interface StoredFile {
  readonly media_type: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

export async function fileOf(
  db: Sql,
  { orderId, fileId }: { readonly orderId: number; readonly fileId: number },
): Promise<StoredFile | undefined> {
  const [row] = await db.query<StoredFile>(
    'select media_type, bytes from p2p_file where order_id = $1 and file_id = $2',
    [orderId, fileId],
  )
  return row
}

export async function insertFile(
  db: Sql,
  file: {
    readonly orderId: number
    readonly userId: string
    readonly mediaType: StoredFile['media_type']
    readonly bytes: Uint8Array
    readonly at: number
  },
): Promise<string> {
  const { orderId, userId, mediaType, bytes, at } = file
  const [added] = await db.query<{ file_id: bigint }>(
    'insert into p2p_file (order_id, user_id, media_type, bytes, at) values ' +
      '($1, $2, $3, $4, $5) returning file_id',
    [orderId, userId, mediaType, bytes, at],
  )
  return String(added?.file_id)
}

/** Removes the pictures of orders that ended before a time. */
export async function removeFiles(db: Sql, { before }: { readonly before: number }): Promise<void> {
  await db.query(
    `delete from p2p_file f using p2p_order o where o.order_id = f.order_id
      and o.closed_seq is not null and o.updated_at < $1`,
    [before],
  )
}
