import type { Database } from '../db/Database.ts'

export interface FoundEntry {
  readonly at: number
  /** The entry's text, as it was hashed. */
  readonly entry: string
}

export interface AuditSearch {
  readonly user?: string | undefined
  readonly order?: string | undefined
  readonly limit: number
}

/**
 * Entries of a user, of an order, or of a user about an order, the oldest first. An order's are
 * those that answered with it, their requests, and those of its owner that name it.
 */
export async function findAuditEntries(
  db: Pick<Database, 'query'>,
  { user, order, limit }: AuditSearch,
): Promise<FoundEntry[]> {
  const rows =
    order === undefined
      ? await ofUser(db, { user, limit })
      : await ofOrder(db, { user, order, limit })
  return rows.map(({ at, entry }) => ({ at: Number(at), entry }))
}

type Row = { at: bigint; entry: string }

function ofUser(
  db: Pick<Database, 'query'>,
  { user, limit }: { user: string | undefined; limit: number },
): Promise<Row[]> {
  return db.query<Row>(
    'select at, entry from audit_entry where user_id = $1 order by at, chain, seq limit $2',
    [user, limit],
  )
}

function ofOrder(
  db: Pick<Database, 'query'>,
  { user, order, limit }: { user: string | undefined; order: string; limit: number },
): Promise<Row[]> {
  return db.query<Row>(
    `with answered as (select * from audit_entry where ref = $1),
     named as (
       select e.* from audit_entry e
       where e.user_id in (select user_id from answered) and e.kind in ('request', 'result')
         and e.entry ~ ('[^0-9]' || $1 || '[^0-9]')
     )
     select e.at, e.entry from (
       select * from answered
       union select q.* from answered r join audit_entry q on q.chain = r.chain
         and q.seq = r.request_seq
       union select * from named
     ) e
     where e.user_id = coalesce($2, e.user_id) order by e.at, e.chain, e.seq limit $3`,
    [order, user ?? null, limit],
  )
}
