import type { ReservesProof, ReservesReport, ReservesSnapshot, ReservesTransaction } from '@x/api'
import type { Sql } from '../../platform/db/Database.ts'

/** A proof without its statement, which all proofs of a snapshot share. */
export type StoredProof = Pick<ReservesProof, 'secret' | 'pieces'>

/** Snapshots whose proofs are kept. */
const KEPT = 3
/** Proofs that one statement writes. */
const ROWS = 200

/** The transaction that carries a statement, once its block is final; of a snapshot `s`. */
const TRANSACTION = `(select jsonb_build_object('network', c.network, 'txHash', c.final_hash)
  from chain_sweep c where c.snapshot_id = s.snapshot_id and c.is_final)`

/** With what came after it: signatures of addresses, and the transaction with its statement. */
export async function latestReport(db: Sql): Promise<ReservesReport | undefined> {
  const [row] = await db.query<{
    document: ReservesReport
    later: Readonly<Record<string, string>> | null
    transaction: ReservesTransaction | null
  }>(
    `select document, (select jsonb_object_agg(address, signature) from reserve_attestation a
        where a.snapshot_id = s.snapshot_id) as later, ${TRANSACTION} as transaction
      from reserve_snapshot s order by snapshot_id desc limit 1`,
  )
  if (!row) return undefined
  const { document, later, transaction } = row
  return {
    ...document,
    ...(transaction ? { transaction } : {}),
    addresses: document.addresses.map((each) => ({
      ...each,
      signature: each.signature ?? later?.[each.address] ?? null,
    })),
  }
}

interface SnapshotRow extends Omit<ReservesSnapshot, 'snapshotId' | 'transaction'> {
  readonly id: string
  readonly transaction: ReservesTransaction | null
}

/** The latest first; a cursor names the last one seen. */
export async function snapshotsBefore(
  db: Sql,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<readonly ReservesSnapshot[]> {
  const rows = await db.query<SnapshotRow>(
    `select snapshot_id as id, document -> 'at' as at, document #>> '{statement,root}' as root,
        document #> '{statement,leaves}' as leaves, ${TRANSACTION} as transaction
      from reserve_snapshot s
      where ($1::text is null or snapshot_id < $1) order by snapshot_id desc limit $2`,
    [cursor ?? null, limit],
  )
  return rows.map(({ id, at, root, leaves, transaction }) => ({
    snapshotId: id,
    at: Number(at),
    root,
    leaves: Number(leaves),
    ...(transaction ? { transaction } : {}),
  }))
}

/** The user's proof; without a snapshot that of the latest one. */
export async function proofOf(
  db: Sql,
  { userId, snapshotId }: { readonly userId: string; readonly snapshotId: string | undefined },
): Promise<ReservesProof | undefined> {
  const [row] = await db.query<{ proof: StoredProof; report: ReservesReport }>(
    `select p.document as proof, s.document as report
      from reserve_proof p join reserve_snapshot s using (snapshot_id)
      where p.user_id = $1
        and snapshot_id = coalesce($2, (select max(snapshot_id) from reserve_snapshot))`,
    [userId, snapshotId ?? null],
  )
  return row && { format: 'POR-1', statement: row.report.statement, ...row.proof }
}

/** Writes a snapshot with its proofs, all or nothing, and forgets proofs of old ones. */
export async function writeSnapshot(
  db: Sql,
  {
    report,
    proofs,
  }: {
    readonly report: ReservesReport
    readonly proofs: Iterable<readonly [userId: string, proof: StoredProof]>
  },
): Promise<void> {
  const { snapshotId } = report.statement
  const write = async (rows: readonly (readonly [string, StoredProof])[]): Promise<void> => {
    await db.query(
      `insert into reserve_proof (snapshot_id, user_id, document)
        select $1, row ->> 0, row -> 1 from jsonb_array_elements($2::jsonb) row`,
      [snapshotId, JSON.stringify(rows)],
    )
  }
  let rows: (readonly [string, StoredProof])[] = []
  for (const proof of proofs) {
    rows.push(proof)
    if (rows.length === ROWS) {
      await write(rows)
      rows = []
    }
  }
  await write(rows)
  // Proofs show once their snapshot is there.
  await db.query('insert into reserve_snapshot (snapshot_id, document) values ($1, $2::jsonb)', [
    snapshotId,
    JSON.stringify(report),
  ])
  await db.query(
    `delete from reserve_proof where snapshot_id < coalesce((
      select snapshot_id from reserve_snapshot order by snapshot_id desc offset $1 limit 1), '')`,
    [KEPT - 1],
  )
}
