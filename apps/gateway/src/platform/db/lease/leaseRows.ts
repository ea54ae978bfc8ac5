import type { LeaseConnection } from './createLeaseConnection.ts'
import type { ProcessIdentity } from './processIdentity.ts'
import type { LeaseHolder } from './WriterLease.ts'

/** The lease as the database has it; its clock alone judges `leftMs`. */
export interface LeaseRow {
  readonly epoch: number
  /** `undefined`: released. */
  readonly token: string | undefined
  readonly holder: LeaseHolder
  readonly expiresAt: string
  readonly leftMs: number
}

interface Raw {
  readonly epoch: string
  readonly token: string | null
  readonly host: string | null
  readonly pid: number | null
  readonly boot_id: string | null
  readonly pid_namespace: string | null
  readonly start_time: string | null
  readonly since: string | null
  readonly expires_at: string | null
  readonly left_ms: number | null
}

/** The channel on which a release is said. */
export const RELEASES = 'writer_lease_released'

const COLUMNS = `epoch, token, host, pid, boot_id, pid_namespace, start_time,
  to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
  expires_at::text as expires_at,
  (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as left_ms`

export async function readLease(connection: LeaseConnection): Promise<LeaseRow> {
  const [raw] = await connection.query<Raw>(`select ${COLUMNS} from writer_lease`)
  if (!raw) throw new Error('The table writer_lease of the database is empty.')
  const {
    host,
    pid,
    boot_id: bootId,
    pid_namespace: pidNamespace,
    start_time: startTime,
    since,
  } = raw
  return {
    epoch: Number(raw.epoch),
    token: raw.token ?? undefined,
    holder: {
      host: host ?? '?',
      pid: pid ?? 0,
      bootId,
      pidNamespace,
      startTime,
      since: since ?? '?',
    },
    expiresAt: raw.expires_at ?? '',
    leftMs: raw.left_ms ?? 0,
  }
}

export interface Taking {
  readonly own: ProcessIdentity
  readonly token: string
  readonly seconds: number
  /** The row that was judged. */
  readonly from: Pick<LeaseRow, 'epoch' | 'expiresAt'>
  /** Whatever the database's clock says: its holder is dead, or did not renew it for so long. */
  readonly isOver: boolean
}

/**
 * Begins the next epoch in lease and ledger, in one statement; `undefined` where the lease is no
 * longer what was judged.
 */
export async function takeLease(
  connection: LeaseConnection,
  { own, token, seconds, from, isOver }: Taking,
): Promise<number | undefined> {
  const [row] = await connection.query<{ epoch: string }>(
    `with taken as (
      update writer_lease set epoch = epoch + 1, token = $1, host = $2, pid = $3, boot_id = $4,
        pid_namespace = $5, start_time = $6,
        since = clock_timestamp(), expires_at = clock_timestamp() + make_interval(secs => $7)
      where epoch = $8 and coalesce(expires_at::text, '') = $9 and (token is null
        or expires_at <= clock_timestamp() or $10)
      returning epoch
    )
    update ledger_progress p set epoch = taken.epoch from taken returning p.epoch`,
    [
      token,
      own.host,
      own.pid,
      own.bootId,
      own.pidNamespace,
      own.startTime,
      seconds,
      from.epoch,
      from.expiresAt,
      isOver,
    ],
  )
  return row && Number(row.epoch)
}

/** Also of a lease that has run out, as long as nobody took it. */
export async function renewLease(
  connection: LeaseConnection,
  {
    epoch,
    token,
    seconds,
  }: { readonly epoch: number; readonly token: string; readonly seconds: number },
): Promise<boolean> {
  const rows = await connection.query(
    'update writer_lease set expires_at = clock_timestamp() + make_interval(secs => $3) ' +
      'where epoch = $1 and token = $2 returning epoch',
    [epoch, token, seconds],
  )
  return rows.length > 0
}

/** A notice wakes who waits for the lease. */
export async function releaseLease(
  connection: LeaseConnection,
  { epoch, token }: { readonly epoch: number; readonly token: string },
): Promise<void> {
  await connection.query(
    `with released as (
      update writer_lease set token = null, expires_at = clock_timestamp()
      where epoch = $1 and token = $2 returning epoch
    )
    select pg_notify('${RELEASES}', '') from released`,
    [epoch, token],
  )
}
