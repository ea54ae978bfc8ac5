import pg from 'pg'
import type { Database, Sql } from './Database.ts'

export interface ServerDatabase extends Database {
  readonly pool: pg.Pool
}

const INT8 = 20

/** A pool on the Postgres server behind `url`. */
export function openPostgres(url: string): ServerDatabase {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, (value) => BigInt(value))
  const pool = new pg.Pool({ connectionString: url, types, max: 10, application_name: 'x-gateway' })
  // An idle connection that the server drops is replaced by the pool at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  const sqlOf = (target: pg.Pool | pg.PoolClient): Sql => ({
    query: async <Row extends object>(text: string, params: readonly unknown[] = []) => (await target.query(text, [...params])).rows as Row[],
  })
  return {
    kind: 'server',
    pool,
    ...sqlOf(pool),
    async transaction(run) {
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        await client.query('begin')
        const result = await run(sqlOf(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((cause: Error) => (failure = cause))
        throw error
      } finally {
        // A connection that could not roll back is thrown away instead of going back to the pool.
        client.release(failure)
      }
    },
    close: () => pool.end(),
  }
}
