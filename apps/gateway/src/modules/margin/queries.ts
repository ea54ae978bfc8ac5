import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { LoanKind } from '../../exchange/state/effects.ts'
import type { Sql } from '../../platform/db/Database.ts'

/** A row of the table `margin_loan`. */
export interface StoredLoan {
  readonly loan_id: bigint
  readonly symbol: string
  readonly asset: string
  readonly kind: LoanKind
  readonly amount: string
  readonly interest: string
  readonly fee: string
  readonly principal_after: string
  readonly interest_after: string
  readonly at: bigint
}

/** Lines of a user's loans, the latest first; a cursor names a line. */
export const loansOf = (
  db: Sql,
  {
    realm,
    userId,
    cursor,
    limit,
  }: {
    readonly realm: Realm
    readonly userId: string
    readonly cursor: string | undefined
    readonly limit: number
  },
): Promise<readonly StoredLoan[]> =>
  db.query<StoredLoan>(
    `select loan_id, symbol, asset, kind, amount::text as amount, interest::text as interest,
        fee::text as fee, principal_after::text as principal_after,
        interest_after::text as interest_after, at
      from margin_loan
      where realm = $1 and user_id = $2 and ($3::bigint is null or loan_id < $3::bigint)
      order by loan_id desc limit $4`,
    [realm, userId, cursor ?? null, limit],
  )
