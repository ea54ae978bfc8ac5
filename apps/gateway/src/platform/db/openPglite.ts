import { PGlite, types } from '@electric-sql/pglite'
import type { Database, Sql } from './Database.ts'

export interface EmbeddedDatabase extends Database {
  readonly client: PGlite
}

/**
 * Opens, and on the first start creates (3 to 7 s), the embedded Postgres in `dir`; `memory://`
 * keeps it in memory. `template` is a copy of another database's folder to begin with.
 *
 * Durability: PGlite runs with fsync off but writes the log of each commit to the operating system
 * before it answers, so an acknowledged transaction survives the death of this process, not the
 * loss of power.
 */
export async function openPglite(
  dir: string,
  { template }: { template?: Blob } = {},
): Promise<EmbeddedDatabase> {
  const client = await PGlite.create({
    dataDir: dir,
    parsers: { [types.INT8]: (value) => BigInt(value) },
    ...(template ? { loadDataDir: template } : {}),
  })
  const sqlOf = (target: Pick<PGlite, 'query'>): Sql => ({
    query: async <Row extends object>(text: string, params: readonly unknown[] = []) =>
      (await target.query<Row>(text, [...params])).rows,
  })
  return {
    kind: 'embedded',
    client,
    ...sqlOf(client),
    // PGlite answers undefined only for a closed transaction, which `run` never leaves behind.
    transaction: async <T>(run: (tx: Sql) => Promise<T>) =>
      (await client.transaction((tx) => run(sqlOf(tx)))) as T,
    close: () => client.close(),
  }
}
