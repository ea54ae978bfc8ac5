import type { Effects, LoanRecord, MarginLiquidation } from '../state/effects.ts'

/** What a batch did to margin accounts: names as in `ledger_settle_margin`. */
export interface MarginBatch {
  readonly accounts: readonly object[]
  readonly loans: readonly object[]
  readonly liquidations: readonly object[]
}

export interface MarginBatchBuilder {
  add(
    effects: Effects,
    where: { readonly seq: number; readonly partOf: ReadonlyMap<string, number> },
  ): void
  /** Nothing where no record concerned margin accounts. */
  finish(): { readonly margin?: MarginBatch }
}

/** Of an account that several records touched, the last state counts. */
export function createMarginBatch(): MarginBatchBuilder {
  const accounts = new Map<string, object>()
  const loans: object[] = []
  const liquidations: object[] = []
  return {
    add({ margin }, { seq, partOf }) {
      if (!margin) return
      for (const document of margin.accounts) {
        const { realm, userId, symbol = '' } = document
        accounts.set(`${realm} ${userId} ${symbol}`, { realm, user_id: userId, symbol, document })
      }
      for (const loan of margin.loans)
        loans.push(loanRow(loan, { seq, part: partOf.get(`margin ${loan.id}`) }))
      for (const step of margin.liquidations) liquidations.push(stepRow(step, seq))
    },
    finish: () =>
      accounts.size + loans.length + liquidations.length === 0
        ? {}
        : { margin: { accounts: [...accounts.values()], loans, liquidations } },
  }
}

const loanRow = (
  { id, userId, symbol = '', principalAfter, interestAfter, ...loan }: LoanRecord,
  where: { readonly seq: number; readonly part: number | undefined },
): object => ({
  loan_id: id,
  ...where,
  realm: loan.realm,
  user_id: userId,
  symbol,
  asset: loan.asset,
  kind: loan.kind,
  amount: String(loan.amount),
  interest: String(loan.interest),
  fee: String(loan.fee),
  principal_after: String(principalAfter),
  interest_after: String(interestAfter),
  order_id: loan.orderId ?? null,
  client_oid: loan.clientOid ?? null,
  digest: loan.digest ?? null,
  at: loan.at,
})

const stepRow = (
  { id, userId, symbol = '', assets, debts, orderId, ...step }: MarginLiquidation,
  seq: number,
): object => ({
  step_id: id,
  seq,
  user_id: userId,
  symbol,
  assets: String(assets),
  debts: String(debts),
  order_id: orderId ?? null,
  ...step,
})
