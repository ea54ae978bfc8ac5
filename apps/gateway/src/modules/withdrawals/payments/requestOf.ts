import type { Withdrawal } from '../../../exchange/state/withdrawals.ts'
import { isUtxoChain } from '../../wallet/ports/Chain.ts'
import type { SignSpend, SignWithdrawal } from '../../wallet/ports/Signer.ts'
import * as evm from './evmPayments.ts'
import type { PaymentRound } from './PaymentRound.ts'
import * as utxo from './utxoPayments.ts'

/**
 * Whether the exchange has what leaves, and what the network charges for it, beside the withdrawals
 * that are on their way.
 */
export const isHotEnough = (
  round: PaymentRound,
  withdrawal: Readonly<Withdrawal>,
): Promise<boolean> => {
  const { chain } = round
  return isUtxoChain(chain)
    ? utxo.isHotEnough({ ...round, chain }, withdrawal)
    : evm.isHotEnough(round, withdrawal)
}

/** What the signer is asked; `undefined`: nothing at the moment. */
export const requestOf = (
  round: PaymentRound,
  asked: { readonly withdrawal: Readonly<Withdrawal>; readonly bump: number },
): Promise<SignWithdrawal | SignSpend | undefined> => {
  const { chain } = round
  return isUtxoChain(chain)
    ? utxo.requestOf({ ...round, chain }, asked)
    : evm.requestOf(round, asked)
}
