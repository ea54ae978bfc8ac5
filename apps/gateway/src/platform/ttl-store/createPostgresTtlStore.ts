import { createHash } from 'node:crypto'
import type { Clock } from '@x/kit'
import type { Sql } from '../db/Database.ts'
import type { Log } from '../log/Log.ts'
import type { Count, TtlStore } from './TtlStore.ts'

const PURGE_EVERY_MS = 60_000
/** The server's clock, the one that all nodes share. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const SET = `insert into expiring (digest, value, expires_at)
    values ($1, $2::jsonb, ${NOW} + $3::bigint)
  on conflict (digest) do update set value = excluded.value, expires_at = excluded.expires_at`
const INCREMENT = `insert into expiring as e (digest, value, expires_at)
    values ($1, jsonb_build_object('value', $3::bigint), ${NOW} + $2::bigint)
  on conflict (digest) do update set
    value = case when e.expires_at > ${NOW} then jsonb_build_object('value',
      (e.value->>'value')::bigint + $3::bigint) else excluded.value end,
    expires_at = case when e.expires_at > ${NOW} then e.expires_at else excluded.expires_at end
  returning (value->>'value')::bigint as count, expires_at - ${NOW} as left`
const COUNT = `select (value->>'value')::bigint as count, expires_at - ${NOW} as left from expiring
  where digest = $1 and expires_at > ${NOW} and jsonb_typeof(value->'value') = 'number'`

/** Keys hold addresses and names of people; the table has their digests. */
const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/**
 * The store of all nodes on one Postgres server. Each verb is one statement, and a row is the unit
 * of each: of two nodes that take a value one gets it, and no increment is lost. Counts are values
 * that are numbers, as in the store of one process.
 */
export function createPostgresTtlStore({
  db,
  clock,
  log,
}: {
  db: Sql
  clock: Pick<Clock, 'after'>
  log: Log
}): TtlStore & { close(): void } {
  const purge = async () => {
    await db.query(`delete from expiring where expires_at <= ${NOW}`).catch((error: unknown) =>
      log.warn('Expired facts could not be removed', {
        error: error instanceof Error ? error.name : 'Error',
      }),
    )
    if (!isClosed) timer = clock.after(PURGE_EVERY_MS, () => void purge())
  }
  let isClosed = false
  let timer = clock.after(PURGE_EVERY_MS, () => void purge())

  return {
    async set(key, value, { ttlMs }) {
      await db.query(SET, [digestOf(key), JSON.stringify({ value }), ttlMs])
    },
    async get<T>(key: string) {
      const [row] = await db.query<{ value: { value: T } }>(
        `select value from expiring where digest = $1 and expires_at > ${NOW}`,
        [digestOf(key)],
      )
      return row?.value.value
    },
    async take<T>(key: string) {
      const [row] = await db.query<{ value: { value: T }; live: boolean }>(
        `delete from expiring where digest = $1 returning value, expires_at > ${NOW} as live`,
        [digestOf(key)],
      )
      return row?.live ? row.value.value : undefined
    },
    async increment(key, { ttlMs, by = 1 }) {
      return countOf(await db.query(INCREMENT, [digestOf(key), ttlMs, by]))
    },
    async count(key) {
      return countOf(await db.query(COUNT, [digestOf(key)]))
    },
    async remove(key) {
      await db.query('delete from expiring where digest = $1', [digestOf(key)])
    },
    close() {
      isClosed = true
      timer.cancel()
    },
  }
}

const countOf = ([row]: readonly { count: number; left: bigint }[]): Count => ({
  count: Number(row?.count ?? 0),
  expiresInMs: Math.max(0, Number(row?.left ?? 0)),
})
