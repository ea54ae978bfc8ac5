import type { Effects } from '../state/effects.ts'
import { dumpWithdrawal, isEnded } from '../state/withdrawals.ts'

/** What a batch did to withdrawals: names as in the record list of `ledger_settle_withdrawals`. */
export interface WithdrawalBatchBuilder {
  add(effects: Effects, where: { readonly seq: number }): void
  /** Nothing where no record concerned withdrawals. */
  finish(): { readonly withdrawals?: readonly object[] }
}

/** Of a withdrawal that several records touched, the last state counts. */
export function createWithdrawalBatch(): WithdrawalBatchBuilder {
  const rows = new Map<number, object>()
  return {
    add({ withdrawals = [] }, { seq }) {
      for (const withdrawal of withdrawals) {
        const document = dumpWithdrawal(withdrawal)
        rows.set(withdrawal.id, {
          withdrawal_id: withdrawal.id,
          user_id: withdrawal.userId,
          client_oid: withdrawal.clientOid,
          network: withdrawal.network,
          asset: withdrawal.asset,
          amount: document.amount,
          fee: document.fee,
          value: document.value,
          state: withdrawal.state,
          created_at: withdrawal.createdAt,
          updated_at: withdrawal.updatedAt,
          closed_seq: isEnded(withdrawal.state) ? seq : null,
          document,
        })
      }
    },
    finish: () => (rows.size === 0 ? {} : { withdrawals: [...rows.values()] }),
  }
}
