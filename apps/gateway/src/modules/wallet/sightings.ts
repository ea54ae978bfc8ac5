import { depositKey, type DepositState } from '../../exchange/state/deposits.ts'
import type { Sql } from '../../platform/db/Database.ts'
import type { BlockRef, ChainBlock } from './ports/Chain.ts'

/** Why a deposit is held or ignored. */
export type SightingReason = 'small' | 'unlisted' | 'amount' | 'returned' | 'stale'

/** Coins that a transaction brought to one of our addresses. */
export interface Sighting {
  readonly network: string
  readonly txHash: string
  readonly ordinal: number
  readonly address: string
  /** `null`: the exchange's own address. */
  readonly userId: string | null
  /** Of an unlisted token its contract. */
  readonly asset: string
  /** In units of the chain, and in the ledger's atoms. */
  readonly units: bigint
  /** Of what an operator credited: that. */
  amount: bigint
  state: DepositState
  reason: SightingReason | null
  /** The block that it is in; `null`: it was orphaned. */
  blockHash: string | null
  height: number | null
  /** Without a block: the height at which that was noticed. */
  absentSince: number | null
  readonly createdAt: number
  updatedAt: number
}

interface Row {
  readonly network: string
  readonly tx_hash: string
  readonly ordinal: number
  readonly address: string
  readonly user_id: string | null
  readonly asset: string
  readonly units: string
  readonly amount: string
  readonly state: DepositState
  readonly reason: SightingReason | null
  readonly block_hash: string | null
  readonly height: bigint | null
  readonly absent_since: bigint | null
  readonly created_at: bigint
  readonly updated_at: bigint
}

export const sightingKey: (sighting: Pick<Sighting, 'network' | 'txHash' | 'ordinal'>) => string =
  depositKey

const numberOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

const sightingOf = (row: Row): Sighting => ({
  network: row.network,
  txHash: row.tx_hash,
  ordinal: row.ordinal,
  address: row.address,
  userId: row.user_id,
  asset: row.asset,
  units: BigInt(row.units),
  amount: BigInt(row.amount),
  state: row.state,
  reason: row.reason,
  blockHash: row.block_hash,
  height: numberOf(row.height),
  absentSince: numberOf(row.absent_since),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
})

/** Those that something can still happen to: without an end, or above a height. */
export async function openSightings(
  db: Sql,
  { network, above }: { readonly network: string; readonly above: number },
): Promise<Sighting[]> {
  const rows = await db.query<Row>(
    `select * from deposit_sighting where network = $1 and (height > $2 or state in
      ('seen', 'confirming', 'credited', 'contested', 'held', 'ignored', 'dropped', 'reversed'))
      order by created_at, tx_hash, ordinal`,
    [network, above],
  )
  return rows.map(sightingOf)
}

/** A user's sightings, the latest first; unlisted tokens are left out: anybody can send them. */
export async function sightingsOf(
  db: Sql,
  {
    userId,
    asset,
    cursor,
    limit,
  }: {
    readonly userId: string
    readonly asset: string | undefined
    readonly cursor: string | undefined
    readonly limit: number
  },
): Promise<Sighting[]> {
  const [at, key] = cursor === undefined ? [null, null] : splitCursor(cursor)
  const rows = await db.query<Row>(
    `select * from deposit_sighting where user_id = $1 and reason is distinct from 'unlisted'
      and ($2::text is null or asset = $2)
      and ($3::bigint is null
        or (created_at, network || ':' || tx_hash || ':' || ordinal) < ($3::bigint, $4::text))
      order by created_at desc, network || ':' || tx_hash || ':' || ordinal desc limit $5`,
    [userId, asset ?? null, at, key, limit],
  )
  return rows.map(sightingOf)
}

/** `<createdAt>~<key>`. */
export const CURSOR = /^\d{1,16}~[a-z0-9-]{1,32}:[0-9a-zA-Z]{1,80}:\d{1,10}$/
export const cursorOf = (sighting: Sighting): string =>
  `${sighting.createdAt}~${sightingKey(sighting)}`

function splitCursor(cursor: string): readonly [number, string] {
  const end = cursor.indexOf('~')
  return [Number(cursor.slice(0, end)), cursor.slice(end + 1)]
}

export async function writeSightings(tx: Sql, sightings: Iterable<Sighting>): Promise<void> {
  for (const each of sightings)
    await tx.query(
      `insert into deposit_sighting (network, tx_hash, ordinal, address, user_id, asset, units,
        amount, state, reason, block_hash, height, absent_since, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       on conflict (network, tx_hash, ordinal) do update set state = excluded.state,
        address = excluded.address, user_id = excluded.user_id, asset = excluded.asset,
        units = excluded.units, amount = excluded.amount, reason = excluded.reason,
        block_hash = excluded.block_hash, height = excluded.height,
        absent_since = excluded.absent_since, updated_at = excluded.updated_at`,
      [
        each.network,
        each.txHash,
        each.ordinal,
        each.address,
        each.userId,
        each.asset,
        String(each.units),
        String(each.amount),
        each.state,
        each.reason,
        each.blockHash,
        each.height,
        each.absentSince,
        each.createdAt,
        each.updatedAt,
      ],
    )
}

/** The highest block that was read; `undefined`: none yet. */
export async function readCursor(db: Sql, network: string): Promise<BlockRef | undefined> {
  const [row] = await db.query<{ height: bigint; hash: string }>(
    'select height, hash from chain_block where network = $1 order by height desc limit 1',
    [network],
  )
  return row && { height: Number(row.height), hash: row.hash }
}

export async function blockHashAt(
  db: Sql,
  { network, height }: { readonly network: string; readonly height: number },
): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(
    'select hash from chain_block where network = $1 and height = $2',
    [network, height],
  )
  return row?.hash
}

/** Moves the cursor to a block and forgets those below `keepFrom`. */
export async function writeBlock(
  tx: Sql,
  network: string,
  { block, keepFrom }: { readonly block: ChainBlock; readonly keepFrom: number },
): Promise<void> {
  await tx.query(
    'insert into chain_block (network, height, hash, at) values ($1, $2, $3, $4) on conflict ' +
      '(network, height) do update set hash = excluded.hash, at = excluded.at',
    [network, block.height, block.hash, block.at],
  )
  await tx.query('delete from chain_block where network = $1 and height < $2', [network, keepFrom])
}

/** The blocks above a height left the main chain. */
export const removeBlocks = (
  tx: Sql,
  { network, above }: { readonly network: string; readonly above: number },
): Promise<unknown> =>
  tx.query('delete from chain_block where network = $1 and height > $2', [network, above])

export interface NetworkPause {
  readonly reason: 'difference' | 'reorganised' | 'operator'
  readonly detail: string
  readonly at: number
}

export async function readPause(db: Sql, network: string): Promise<NetworkPause | undefined> {
  const [row] = await db.query<{ reason: NetworkPause['reason']; detail: string; at: bigint }>(
    'select reason, detail, at from chain_pause where network = $1',
    [network],
  )
  return row && { ...row, at: Number(row.at) }
}

export const writePause = (db: Sql, network: string, pause: NetworkPause): Promise<unknown> =>
  db.query(
    'insert into chain_pause (network, reason, detail, at) values ($1, $2, $3, $4) on conflict ' +
      '(network) do nothing',
    [network, pause.reason, pause.detail, pause.at],
  )

export const endPause = (db: Sql, network: string): Promise<unknown> =>
  db.query('delete from chain_pause where network = $1', [network])
