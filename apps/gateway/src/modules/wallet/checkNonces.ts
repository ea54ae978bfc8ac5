import type { Payment, Withdrawal } from '../../exchange/state/withdrawals.ts'
import type { Chain } from './ports/Chain.ts'

export interface NoncesOptions {
  readonly chain: Pick<Chain, 'nonce' | 'receipt'>
  /** The address that withdrawals are paid from. */
  readonly hot: string
  /** Open ones of the network. */
  readonly withdrawals: readonly Readonly<Withdrawal>[]
  /** Other open payments of the hot address; an empty list: the signer is being asked. */
  readonly others: readonly (readonly Payment[])[]
}

/**
 * W4 on the chain: of a withdrawal at most one transaction is in a block, and after the mined ones
 * the hot address has signed each nonce, with none left out: what is above a gap waits for ever.
 * While the signer is asked it may have given a nonce that nobody else knows yet.
 * @throws ChainError
 */
export async function checkNonces({
  chain,
  hot,
  withdrawals,
  others,
}: NoncesOptions): Promise<string | undefined> {
  const mined = await chain.nonce(hot)
  for (const { id, payments } of withdrawals) {
    const receipts = await Promise.all(payments.map(({ txHash }) => chain.receipt(txHash)))
    if (receipts.filter((receipt) => receipt !== undefined).length > 1)
      return `W4: withdrawal ${id} has two transactions in blocks`
  }
  const isAsked =
    withdrawals.some(({ asked, payments }) => asked === true && payments.length === 0) ||
    others.some((payments) => payments.length === 0)
  if (isAsked) return undefined
  const signed = [...withdrawals.flatMap(({ payments }) => payments), ...others.flat()]
  const waiting = [...new Set(signed.map(({ nonce }) => nonce))]
    .filter((nonce) => nonce >= mined)
    .toSorted((a, b) => a - b)
  const gap = waiting.findIndex((nonce, at) => nonce !== mined + at)
  return gap < 0 ? undefined : `W4: nobody has signed nonce ${mined + gap} of ${hot}`
}
