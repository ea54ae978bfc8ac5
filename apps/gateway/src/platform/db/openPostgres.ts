import type { Clock } from '@x/kit'
import pg from 'pg'
import { nodeClock } from '../nodePorts.ts'
import { createReachability, type Reachability } from './createReachability.ts'
import type { Database, Sql } from './Database.ts'
import { isUnavailability } from './DatabaseUnavailableError.ts'

export interface ServerDatabase extends Database {
  readonly pool: pg.Pool
  /** A connection of its own without time limits, for migrations; its owner ends it. */
  connectUnlimited(): Promise<pg.Client>
}

const INT8 = 20
/** To open a connection, or to be given one of the pool's. */
const CONNECT_MS = 2_000
/** On the server, and again here: a server that stands still keeps no time. */
const STATEMENT_MS = 5_000
/** Shorter than a statement, so that the error names the lock. */
const LOCK_MS = 4_000
const IDLE_IN_TRANSACTION_MS = 10_000
const PROBE_MS = 2_000
/** Purges and daily sums may take long; nobody waits for them. */
const MAINTENANCE_MS = 600_000
const MAINTENANCE_CONNECTIONS = 2

const CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: CONNECT_MS,
}
const LIMITS = {
  statement_timeout: STATEMENT_MS,
  query_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
}

/**
 * A pool on the Postgres server behind `url`. Statements fail with a DatabaseUnavailableError while
 * the server does not answer.
 */
export function openPostgres(
  url: string,
  { clock = nodeClock() }: { readonly clock?: Clock } = {},
): ServerDatabase {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, (value) => BigInt(value))
  const shared = { ...CONNECTION, connectionString: url, types }
  const pool = new pg.Pool({ ...shared, ...LIMITS, max: 10, application_name: 'x-gateway' })
  const slow = new pg.Pool({
    ...shared,
    statement_timeout: MAINTENANCE_MS,
    query_timeout: MAINTENANCE_MS,
    max: MAINTENANCE_CONNECTIONS,
    application_name: 'x-gateway maintenance',
  })
  const watcher = createWatcher(
    {
      ...shared,
      statement_timeout: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: 'x-gateway watch',
    },
    () => reachability.check(),
  )
  const reachability = createReachability({ clock, probe: watcher.probe })
  // An idle connection that the server drops is replaced by the pool at the next use; without a
  // listener it would end the process.
  for (const each of [pool, slow]) each.on('error', () => reachability.check())

  const sqlOf = (target: pg.Pool | pg.PoolClient): Sql => ({
    query: <Row extends object>(text: string, params: readonly unknown[] = []) =>
      reachability.guard(async () => (await target.query(text, [...params])).rows as Row[]),
  })
  return {
    kind: 'server',
    pool,
    ...sqlOf(pool),
    maintenance: sqlOf(slow),
    isReachable: reachability.isReachable,
    whileReachable(work) {
      // It may fail later, when nobody waits for it any more.
      work.catch(() => {})
      return reachability.guard(() => work)
    },
    async connectUnlimited() {
      const client = new pg.Client({ ...shared, application_name: 'x-gateway migrations' })
      await client.connect()
      return client
    },
    transaction: (run) => runTransaction(run, { pool, reachability, sqlOf }),
    async close() {
      reachability.close()
      await Promise.all([pool.end(), slow.end(), watcher.close()])
    },
  }
}

async function runTransaction<T>(
  run: (tx: Sql) => Promise<T>,
  {
    pool,
    reachability,
    sqlOf,
  }: {
    readonly pool: pg.Pool
    readonly reachability: Reachability
    readonly sqlOf: (client: pg.PoolClient) => Sql
  },
): Promise<T> {
  const client = await checkedOut(pool, reachability)
  client.on('error', ignored)
  const tx = sqlOf(client)
  let failure: Error | undefined
  try {
    await tx.query('begin')
    const result = await run(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    // A server that did not answer is asked nothing more: the end of the connection ends the
    // transaction.
    if (isUnavailability(error)) failure = error as Error
    else await tx.query('rollback').catch((cause: Error) => (failure = cause))
    throw error
  } finally {
    client.off('error', ignored)
    // A connection that could not roll back is thrown away instead of going back to the pool.
    client.release(failure)
  }
}

/**
 * Between two statements of a transaction nobody else listens to its connection; the next statement
 * fails.
 */
function ignored(): void {}

/** A connection that arrives when nobody waits for it any more goes back to the pool. */
async function checkedOut(pool: pg.Pool, { guard }: Reachability): Promise<pg.PoolClient> {
  let arriving: Promise<pg.PoolClient> | undefined
  try {
    return await guard(() => (arriving = pool.connect()))
  } catch (error) {
    void arriving?.then(
      (late) => late.release(),
      () => {},
    )
    throw error
  }
}

interface Watcher {
  readonly probe: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * One connection of its own that shows whether the server answers: those of the pool may all be
 * busy.
 */
function createWatcher(config: pg.ClientConfig, onBroken: () => void): Watcher {
  let client: pg.Client | undefined
  const drop = (which: pg.Client | undefined): void => {
    if (client === which) client = undefined
    void which?.end().catch(() => {})
  }
  const open = async (): Promise<pg.Client> => {
    const opened = new pg.Client(config)
    opened.on('error', () => {})
    opened.once('end', () => {
      if (client !== opened) return
      client = undefined
      onBroken()
    })
    await opened.connect()
    client = opened
    return opened
  }
  return {
    async probe() {
      const asked = client ?? (await open())
      try {
        await asked.query('select 1')
      } catch (error) {
        drop(asked)
        throw error
      }
    },
    async close() {
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
