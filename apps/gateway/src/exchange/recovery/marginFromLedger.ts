import type { Sql } from '../ports/Sql.ts'
import type { Realm } from '../accounts/accounts.ts'
import type { KeyDump } from '../state/keys.ts'
import { loanKey, type MarginAccountDump, type MarginRow } from '../state/marginState.ts'

/** Margin accounts as the ledger has them, without prices and rates: those come anew. */
export async function marginFromLedger(db: Sql): Promise<readonly MarginRow[]> {
  const rows = await db.query<{ document: MarginAccountDump }>(
    'select document from margin_account order by opened',
  )
  return rows.map(({ document }): MarginRow => ['account', document])
}

/** The largest numbers that margin accounts have used; `null` where there is none. */
export async function lastMarginNumbers(
  db: Sql,
): Promise<Record<'loan' | 'marginStep', bigint | null>> {
  const [last] = await db.query<Record<'loan' | 'marginStep', bigint | null>>(
    `select (select max(idempotency_key::bigint) from ledger_transaction where scope = 'margin')
        as loan,
      (select max(step_id) from margin_liquidation) as "marginStep"`,
  )
  return last ?? { loan: null, marginStep: null }
}

/** The keys of a day's loans and repayments. */
export async function marginKeys(db: Sql, { since }: { readonly since: number }): Promise<KeyDump> {
  const rows = await db.query<{
    loan_id: bigint
    realm: Realm
    user_id: string
    client_oid: string
    digest: string
    at: bigint
  }>(
    `select loan_id, realm, user_id, client_oid, digest, at from margin_loan
      where client_oid is not null and at > $1 order by loan_id`,
    [since],
  )
  return rows.map(
    ({ loan_id: id, realm, user_id: userId, client_oid: clientOid, digest, at }) =>
      [
        loanKey({ realm, userId, clientOid }),
        digest,
        { transferId: String(id) },
        Number(at),
      ] as const,
  )
}
