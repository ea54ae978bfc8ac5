import type { Clock } from '@x/kit'
import type { Sql } from '../db/Database.ts'
import type { Log } from '../log/Log.ts'
import { claimDigest, type ClosableReplayStore } from './ClosableReplayStore.ts'

const PURGE_EVERY_MS = 60_000
/** The server's clock, the one that all nodes share. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/**
 * The replay set of all nodes on one Postgres server. A claim is one statement: of several nodes
 * the first to write the row has it. A server that cannot be asked fails the claim, and with it the
 * request.
 */
export function createPostgresReplayStore({
  db,
  clock,
  log,
}: {
  db: Sql
  clock: Pick<Clock, 'after'>
  log: Log
}): ClosableReplayStore {
  const purge = async () => {
    await db
      .query(`delete from replay_claim where expires_at <= ${NOW}`)
      .catch((error: unknown) =>
        log.warn('Old replay claims could not be removed', { error: String(error) }),
      )
    if (!isClosed) timer = clock.after(PURGE_EVERY_MS, () => void purge())
  }
  let isClosed = false
  let timer = clock.after(PURGE_EVERY_MS, () => void purge())

  return {
    async claim(key, ttlMs) {
      const rows = await db.query(
        `insert into replay_claim (digest, expires_at) values ($1, ${NOW} + $2::bigint)
         on conflict (digest) do update set expires_at = excluded.expires_at
           where replay_claim.expires_at <= ${NOW}
         returning digest`,
        [claimDigest(key), ttlMs],
      )
      return rows.length > 0
    },
    close() {
      isClosed = true
      timer.cancel()
    },
  }
}
