import type { Sql } from '../ports/Sql.ts'
import { earnKey } from '../products/earn.ts'
import { packetKey } from '../products/redPackets.ts'
import type { KeyDump } from '../state/keys.ts'
import type { PacketDump, PositionDump, ProductRow } from '../state/productsState.ts'

/**
 * Open red packets and positions. What a product paid back at once on the day of the loss is not in
 * the ledger: its quota of that day begins anew.
 */
export async function productsFromLedger(db: Sql): Promise<readonly ProductRow[]> {
  const packets = await db.query<{ document: PacketDump }>(
    'select document from red_packet where closed_seq is null order by packet_id',
  )
  const positions = await db.query<{ document: PositionDump }>(
    'select document from earn_position where closed_seq is null order by position_id',
  )
  return [
    ...packets.map(({ document }): ProductRow => ['packet', document]),
    ...positions.map(({ document }): ProductRow => ['position', document]),
  ]
}

type ProductNumber = 'packet' | 'earn' | 'earnPosting'

/** The largest numbers that these products have used; `null` where there is none. */
export async function lastProductNumbers(db: Sql): Promise<Record<ProductNumber, bigint | null>> {
  const [last] = await db.query<Record<ProductNumber, bigint | null>>(
    `select (select max(packet_id) from red_packet) as packet,
      (select max(position_id) from earn_position) as earn,
      (select max(split_part(idempotency_key, ':', 3)::bigint) from ledger_transaction
        where scope = 'earn' and split_part(idempotency_key, ':', 2) = 'back') as "earnPosting"`,
  )
  return last ?? { packet: null, earn: null, earnPosting: null }
}

/** The keys of a day's packets and subscriptions. */
export async function productKeys(
  db: Sql,
  { since }: { readonly since: number },
): Promise<KeyDump> {
  const packets = await db.query<{ document: PacketDump }>(
    'select document from red_packet where created_at > $1 order by packet_id',
    [since],
  )
  const positions = await db.query<{ document: PositionDump }>(
    'select document from earn_position where created_at > $1 order by position_id',
    [since],
  )
  return [
    ...packets.map(({ document }) => [packetKey(document), document] as const),
    ...positions.map(({ document }) => [earnKey(document), document] as const),
  ].map(
    ([key, { id, digest, createdAt }]) =>
      [key, digest, { transferId: String(id) }, createdAt] as const,
  )
}
