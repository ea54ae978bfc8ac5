import type { PacketDump } from '../../exchange/state/productsState.ts'
import type { Sql } from '../../platform/db/Database.ts'

interface PageOfUser {
  readonly userId: string
  readonly cursor: string | undefined
  readonly limit: number
}

/** What a user sent, the latest first. */
export async function packetsOf(
  db: Sql,
  { userId, cursor, limit }: PageOfUser,
): Promise<readonly PacketDump[]> {
  const rows = await db.query<{ document: PacketDump }>(
    'select document from red_packet where user_id = $1 and ($2::bigint is null or ' +
      'packet_id < $2::bigint) order by packet_id desc limit $3',
    [userId, cursor ?? null, limit],
  )
  return rows.map(({ document }) => document)
}

/** What a user has a part of, the latest first; `place` counts from 1. */
export async function claimsOf(
  db: Sql,
  { userId, cursor, limit }: PageOfUser,
): Promise<readonly { readonly packet: PacketDump; readonly place: number }[]> {
  const rows = await db.query<{ document: PacketDump; place: bigint }>(
    `select p.document, c.place from red_packet_claim c join red_packet p using (packet_id)
      where c.user_id = $1 and ($2::bigint is null or c.packet_id < $2::bigint)
      order by c.packet_id desc limit $3`,
    [userId, cursor ?? null, limit],
  )
  return rows.map(({ document, place }) => ({ packet: document, place: Number(place) }))
}

export async function packetById(db: Sql, packetId: string): Promise<PacketDump | undefined> {
  const [row] = await db.query<{ document: PacketDump }>(
    'select document from red_packet where packet_id = $1',
    [packetId],
  )
  return row?.document
}

/** The latest of a key: it may be used again when its day is over. */
export async function packetByKey(
  db: Sql,
  { userId, clientOid }: { readonly userId: string; readonly clientOid: string },
): Promise<PacketDump | undefined> {
  const [row] = await db.query<{ document: PacketDump }>(
    'select document from red_packet where user_id = $1 and client_oid = $2 order by ' +
      'packet_id desc limit 1',
    [userId, clientOid],
  )
  return row?.document
}

/** What a user has of the latest packet of a code, open or not. */
export async function claimByCode(
  db: Sql,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<{ readonly packet: PacketDump; readonly place: number } | undefined> {
  const [row] = await db.query<{ document: PacketDump; place: bigint }>(
    `select p.document, c.place from red_packet p join red_packet_claim c using (packet_id)
      where p.code = $1 and c.user_id = $2 order by p.packet_id desc limit 1`,
    [code, userId],
  )
  return row && { packet: row.document, place: Number(row.place) }
}
