import type { ProtectionMovement } from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Sql } from '../../platform/db/Database.ts'

const amountOf = (atoms: string, asset: string): string =>
  formatUnits(BigInt(atoms), scaleOf(asset), { trim: true })

/** What the fund has, as the ledger says. */
export async function fundBalances(
  db: Sql,
): Promise<{ readonly asset: string; readonly balance: string }[]> {
  const rows = await db.query<{ asset: string; balance: string }>(
    `select asset, balance::text as balance from ledger_account
      where realm = 'live' and owner = 'protection' order by asset`,
  )
  return rows.map(({ asset, balance }) => ({ asset, balance: amountOf(balance, asset) }))
}

/** Fees taken and fees set aside until now, in atoms. */
export async function feesTaken(
  db: Sql,
): Promise<{ readonly asset: string; readonly fees: bigint; readonly setAside: bigint }[]> {
  const rows = await db.query<{ asset: string; fees: string; set_aside: string }>(
    `select a.asset,
        (coalesce((select sum(amount) from ledger_entry
            where credit_account = a.id and kind = 'fee'), 0)
          - coalesce((select sum(amount) from ledger_entry
            where debit_account = a.id and kind = 'fee'), 0))::text as fees,
        coalesce((select sum(e.amount) from ledger_entry e
          join ledger_account f on f.id = e.credit_account and f.owner = 'protection'
          where e.debit_account = a.id), 0)::text as set_aside
      from ledger_account a where a.realm = 'live' and a.owner = 'fees'`,
  )
  return rows.map(({ asset, ...row }) => ({
    asset,
    fees: BigInt(row.fees),
    setAside: BigInt(row.set_aside),
  }))
}

interface Row {
  readonly place: string
  readonly at: number | bigint
  readonly asset: string
  readonly is_in: boolean
  readonly amount: string
}

/** What was paid in and out, the latest first; a cursor names the last one seen. */
export async function movementsBefore(
  db: Sql,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<ProtectionMovement[]> {
  const [seq, part, line] = cursor?.split('.') ?? []
  const rows = await db.query<Row>(
    `select e.seq || '.' || e.part || '.' || e.line as place, t.at, e.asset,
        e.credit_account = a.id as is_in, e.amount::text as amount
      from ledger_account a
      join ledger_entry e on e.credit_account = a.id or e.debit_account = a.id
      join ledger_transaction t using (seq, part)
      where a.realm = 'live' and a.owner = 'protection'
        and ($1::bigint is null or (e.seq, e.part, e.line) < ($1, $2::integer, $3::integer))
      order by e.seq desc, e.part desc, e.line desc limit $4`,
    [seq ?? null, part ?? null, line ?? null, limit],
  )
  return rows.map(({ place, at, asset, is_in, amount }) => ({
    movementId: place,
    at: Number(at),
    asset,
    direction: is_in ? 'in' : 'out',
    amount: amountOf(amount, asset),
  }))
}
