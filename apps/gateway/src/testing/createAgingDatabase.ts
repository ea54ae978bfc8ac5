import type { Database } from '../platform/db/Database.ts'

export interface AgingDatabase extends Database {
  /** What expires is that much older for every statement from now on. */
  age(ms: number): void
}

/**
 * On a server, what expires goes by the server's clock, which no test can turn: its rows are made
 * older instead. The embedded database goes by the gateway's clock.
 */
export function createAgingDatabase(db: Database): AgingDatabase {
  if (db.kind === 'embedded') return { ...db, age() {} }
  let aged: Promise<unknown> = Promise.resolve()
  return {
    ...db,
    async query(...statement) {
      await aged
      return db.query(...statement)
    },
    age(ms) {
      for (const table of ['expiring', 'replay_claim'])
        aged = aged.then(() =>
          db.query(`update ${table} set expires_at = expires_at - $1::bigint`, [ms]),
        )
    },
  }
}
