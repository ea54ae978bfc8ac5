import type { Withdrawal } from '../../../exchange/state/withdrawals.ts'
import { assetOn, atomsPerUnit } from '../../wallet/ports/networks.ts'
import { gasOf, replacementFee } from '../../wallet/ports/payments.ts'
import type { SignWithdrawal } from '../../wallet/ports/Signer.ts'
import type { PaymentRound } from './PaymentRound.ts'

/**
 * The hot address has what leaves, and what the network charges for it, beside the withdrawals that
 * are on their way.
 */
export async function isHotEnough(
  round: PaymentRound,
  { id, asset }: Readonly<Withdrawal>,
): Promise<boolean> {
  const { network, chain, signer, trading } = round
  const coin = assetOn(network, asset)
  const quote = await chain.feeQuote()
  if (!coin || quote.family !== 'evm') return false
  const hot = await signer.hotAddress()
  const own = await chain.balance(hot)
  const { contract } = coin
  const ofToken = contract === undefined ? 0n : await chain.balance(hot, { contract })
  // Read after the balances: what was mined meanwhile is counted twice rather than not at all.
  const need = { coin: 0n, token: 0n }
  for (const each of trading.core.state.withdrawals.open.values()) {
    if (each.network !== network.id || !(each.id === id || isUnderWay(each))) continue
    const listed = assetOn(network, each.asset)
    if (!listed) continue
    const units = (each.amount - each.fee) / atomsPerUnit(listed)
    need.coin += quote.maxFeePerGas * gasOf(listed)
    if (listed.contract === undefined) need.coin += units
    else if (listed.contract === contract) need.token += units
  }
  return own >= need.coin && ofToken >= need.token
}

/** Whether the withdrawal may be paid by a transaction that is in no block. */
const isUnderWay = ({ state, asked }: Readonly<Withdrawal>): boolean =>
  state === 'signed' || state === 'broadcast' || (state === 'approved' && asked === true)

/** What the signer is asked; `undefined`: the node has no fees, or the asset is not listed. */
export async function requestOf(
  { network, chain, signer }: PaymentRound,
  { withdrawal, bump }: { readonly withdrawal: Readonly<Withdrawal>; readonly bump: number },
): Promise<SignWithdrawal | undefined> {
  const { id, asset, address, amount, fee, approvals, payments } = withdrawal
  const coin = assetOn(network, asset)
  const quote = await chain.feeQuote()
  if (!coin || quote.family !== 'evm') return undefined
  const least = await replacementFee(payments.at(-1))
  const maxFeePerGas = quote.maxFeePerGas > least ? quote.maxFeePerGas : least
  return {
    kind: 'withdrawal',
    id: String(id),
    bump,
    network: network.id,
    asset,
    address,
    receive: String(amount - fee),
    fee: String(fee),
    approvals,
    gas: {
      limit: String(gasOf(coin)),
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(bump === 0 ? quote.maxPriorityFeePerGas : maxFeePerGas),
    },
    mined: await chain.nonce(await signer.hotAddress('evm')),
  }
}
