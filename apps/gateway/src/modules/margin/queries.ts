import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { LoanKind } from '../../exchange/state/effects.ts'
import type { MarginStep } from '../../exchange/state/marginCommand.ts'
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

/** What of a list is wanted; what is `undefined` narrows nothing. */
export interface MarginLines {
  readonly realm: Realm
  readonly userId: string
  readonly cursor: string | undefined
  readonly limit: number
  /** Pair of an isolated account; empty: the cross account. */
  readonly symbol: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
}

/** Lines of a user's loans, the latest first; a cursor names a line. */
export const loansOf = (
  db: Sql,
  {
    realm,
    userId,
    cursor,
    limit,
    symbol,
    from,
    to,
    asset,
    kind,
  }: MarginLines & {
    readonly asset: string | undefined
    readonly kind: LoanKind | undefined
  },
): Promise<readonly StoredLoan[]> =>
  db.query<StoredLoan>(
    `select loan_id, symbol, asset, kind, amount::text as amount, interest::text as interest,
        fee::text as fee, principal_after::text as principal_after,
        interest_after::text as interest_after, at
      from margin_loan
      where realm = $1 and user_id = $2 and ($3::bigint is null or loan_id < $3::bigint)
        and ($4::text is null or symbol = $4::text) and ($5::text is null or asset = $5::text)
        and ($6::text is null or kind = $6::text) and ($7::bigint is null or at >= $7::bigint)
        and ($8::bigint is null or at <= $8::bigint)
      order by loan_id desc limit $9`,
    [
      realm,
      userId,
      cursor ?? null,
      symbol ?? null,
      asset ?? null,
      kind ?? null,
      from ?? null,
      to ?? null,
      limit,
    ],
  )

/** A row of the table `margin_liquidation`. */
export interface StoredStep {
  readonly step_id: bigint
  readonly symbol: string
  readonly step: MarginStep
  readonly assets: string
  readonly debts: string
  readonly order_id: bigint | null
  readonly prices: readonly (readonly [asset: string, price: string])[]
  readonly at: bigint
}

/** Steps of a user's liquidations, the latest first; a cursor names a step. */
export const stepsOf = (
  db: Sql,
  { realm, userId, cursor, limit, symbol, from, to }: MarginLines,
): Promise<readonly StoredStep[]> =>
  db.query<StoredStep>(
    `select step_id, symbol, step, assets::text as assets, debts::text as debts, order_id,
        prices, at
      from margin_liquidation
      where realm = $1 and user_id = $2 and ($3::bigint is null or step_id < $3::bigint)
        and ($4::text is null or symbol = $4::text) and ($5::bigint is null or at >= $5::bigint)
        and ($6::bigint is null or at <= $6::bigint)
      order by step_id desc limit $7`,
    [realm, userId, cursor ?? null, symbol ?? null, from ?? null, to ?? null, limit],
  )
