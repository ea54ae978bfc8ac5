import type { Withdrawal as WireWithdrawal } from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import type { Withdrawal } from '../../../exchange/state/withdrawals.ts'

export const amountText = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })

/** A withdrawal as its user sees it. */
export function withdrawalView(withdrawal: Readonly<Withdrawal>): WireWithdrawal {
  const { id, asset, amount, fee, payments, tag, reason } = withdrawal
  return {
    withdrawalId: String(id),
    clientOid: withdrawal.clientOid,
    asset,
    network: withdrawal.network,
    address: withdrawal.address,
    tag: tag ?? null,
    amount: amountText(amount, asset),
    fee: amountText(fee, asset),
    receive: amountText(amount - fee, asset),
    state: withdrawal.state,
    reason: reason ?? null,
    txHash: payments.at(-1)?.txHash ?? null,
    createdAt: withdrawal.createdAt,
    updatedAt: withdrawal.updatedAt,
  }
}
