import type { Payment } from '../../../exchange/state/withdrawals.ts'
import type { Sql } from '../../../platform/db/Database.ts'
import type { Network } from '../ports/networks.ts'
import type { SpentOutput } from '../ports/Signer.ts'

/**
 * A payment between addresses of the exchange. A `refill` comes from the cold address: it is signed
 * elsewhere, and only what it cost is booked. A `statement` pays nothing: it carries that of a
 * snapshot of the reserves.
 */
export interface Sweep {
  readonly id: string
  readonly network: string
  readonly kind: 'gas' | 'sweep' | 'cold' | 'refill' | 'statement'
  /** Of the deposit address of an EVM network that is swept or gets gas. */
  readonly index: number | undefined
  /** The deposit address, or the hot or the cold one, lower case. */
  readonly address: string
  readonly asset: string
  /** In units of the chain. */
  readonly units: bigint
  /** Deposits up to this height are part of it. */
  readonly finalHeight: number
  /** Of a UTXO network: what is spent, chosen before the signer is asked. */
  readonly inputs: readonly SpentOutput[]
  /** Whose statement it carries. */
  readonly snapshotId?: string | undefined
  /** None: the signer is being asked. */
  payments: readonly Payment[]
  /** The signer answered its last request with a refusal; not kept on disk. */
  isRefused?: boolean
  /** Its gas is booked. */
  isFinal: boolean
  /** The transaction of it that is in a final block. */
  finalHash?: string | undefined
  readonly createdAt: number
  updatedAt: number
}

/** Coins that an operator sent from a cold address. */
export interface Refill extends Pick<
  Sweep,
  'network' | 'address' | 'asset' | 'units' | 'finalHeight'
> {
  readonly txHash: string
}

interface Row {
  readonly sweep_id: string
  readonly network: string
  readonly kind: Sweep['kind']
  readonly address_index: number | null
  readonly address: string
  readonly asset: string
  readonly units: string
  readonly final_height: bigint
  readonly inputs: readonly SpentOutput[]
  readonly snapshot_id: string | null
  readonly payments: readonly Payment[]
  readonly created_at: bigint
  readonly updated_at: bigint
}

/** Those that are not final. */
export async function openSweeps(db: Sql): Promise<Sweep[]> {
  const rows = await db.query<Row>(
    'select * from chain_sweep where not is_final order by created_at, sweep_id',
  )
  return rows.map((row) => ({
    id: row.sweep_id,
    network: row.network,
    kind: row.kind,
    index: row.address_index ?? undefined,
    address: row.address,
    asset: row.asset,
    units: BigInt(row.units),
    finalHeight: Number(row.final_height),
    inputs: row.inputs,
    snapshotId: row.snapshot_id ?? undefined,
    payments: row.payments,
    isFinal: false,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  }))
}

export async function writeSweep(db: Sql, sweep: Readonly<Sweep>): Promise<void> {
  await db.query(
    `insert into chain_sweep (sweep_id, network, kind, address_index, address, asset, units,
      final_height, payments, is_final, created_at, updated_at, inputs, snapshot_id, final_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13::jsonb, $14,
      $15)
     on conflict (sweep_id) do update set payments = excluded.payments,
      is_final = excluded.is_final, final_hash = excluded.final_hash,
      updated_at = excluded.updated_at`,
    [
      sweep.id,
      sweep.network,
      sweep.kind,
      sweep.index ?? null,
      sweep.address,
      sweep.asset,
      String(sweep.units),
      sweep.finalHeight,
      JSON.stringify(sweep.payments),
      sweep.isFinal,
      sweep.createdAt,
      sweep.updatedAt,
      JSON.stringify(sweep.inputs),
      sweep.snapshotId ?? null,
      sweep.finalHash ?? null,
    ],
  )
}

export async function deleteSweep(db: Sql, { id }: Pick<Sweep, 'id'>): Promise<void> {
  await db.query('delete from chain_sweep where sweep_id = $1', [id])
}

/** Coins of users on a deposit address that no sweep has taken yet. */
export interface Unswept {
  readonly index: number
  readonly address: string
  readonly asset: string
  /** When the first of them came. */
  readonly since: number
}

/** In the order of the addresses. */
export async function unsweptOf(
  db: Sql,
  {
    network: { id, family },
    finalHeight,
  }: { readonly network: Pick<Network, 'id' | 'family'>; readonly finalHeight: number },
): Promise<Unswept[]> {
  const rows = await db.query<{
    index: number
    address: string
    asset: string
    since: bigint
  }>(
    `select a.index, s.address, s.asset, min(s.updated_at) as since
     from deposit_sighting s join chain_address a on a.family = $2 and a.address = s.address
     where s.network = $1 and s.state = 'unlocked' and s.user_id is not null and s.height <= $3
       and not exists (select 1 from chain_sweep c where c.network = s.network
         and c.kind = 'sweep' and c.address = s.address and c.asset = s.asset
         and c.final_height >= s.height)
     group by a.index, s.address, s.asset order by a.index, s.asset`,
    [id, family, finalHeight],
  )
  return rows.map((row) => ({ ...row, since: Number(row.since) }))
}

/** Whether the ledger has booked under the key. */
export async function isMoveBooked(db: Sql, key: string): Promise<boolean> {
  return (await db.query('select 1 from treasury_move where key = $1', [key])).length > 0
}
