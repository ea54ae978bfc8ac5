import type { Payment } from '../../../exchange/state/withdrawals.ts'
import { ChainError, type Chain, type ChainReceipt } from './Chain.ts'

/** What a payment of the network's own coin takes, and of a token, more than it takes. */
export const COIN_GAS = 21_000n
export const TOKEN_GAS = 100_000n

/** Of a transaction's data, of which no byte is zero (EIP-7623). */
const DATA_BYTE_GAS = 40n

/** What a transaction with so many bytes of data takes that calls nothing. */
export const dataGas = (bytes: number): bigint => COIN_GAS + DATA_BYTE_GAS * BigInt(bytes)

export const gasOf = ({ contract }: { readonly contract?: string | undefined }): bigint =>
  contract === undefined ? COIN_GAS : TOKEN_GAS

/** A quarter above what the transaction that is replaced pays; 0: nothing is replaced. */
export async function replacementFee(payment: Payment | undefined): Promise<bigint> {
  if (!payment) return 0n
  // viem takes a quarter of a second to load: not before it is needed.
  const { parseTransaction } = await import('viem')
  const { maxFeePerGas = 0n } = parseTransaction(payment.raw as `0x02${string}`)
  return (maxFeePerGas * 5n + 3n) / 4n
}

/** Of a transaction and its replacements at most one is mined (W4). */
export async function receiptOf(
  chain: Pick<Chain, 'receipt'>,
  payments: readonly Payment[],
): Promise<ChainReceipt | undefined> {
  for (const { txHash } of payments.toReversed()) {
    const receipt = await chain.receipt(txHash)
    if (receipt) return receipt
  }
  return undefined
}

/**
 * Gives the node a transaction that it does not have: it never had it, or has dropped it. One that
 * it refuses at the fees of today gets a replacement, as any other that is not mined.
 * @throws ChainError while the node does not answer
 */
export async function sendAgain(
  chain: Pick<Chain, 'isKnown' | 'broadcast'>,
  { txHash, raw }: Payment,
): Promise<void> {
  if (await chain.isKnown(txHash)) return
  try {
    await chain.broadcast(raw)
  } catch (error) {
    if (!(error instanceof ChainError) || error.code !== 'REFUSED') throw error
  }
}

/** What of a signed transaction of a UTXO network can be read without the node. */
export interface PaidOutputs {
  readonly spent: readonly { readonly txHash: string; readonly ordinal: number }[]
  /** Of all its outputs, in units of the chain. */
  readonly paid: bigint
  readonly bytes: number
}

/** @throws Error for what is no such transaction */
export async function readOutputs({ raw }: Pick<Payment, 'raw'>): Promise<PaidOutputs> {
  const [{ Transaction }, { hex }] = await Promise.all([
    import('@scure/btc-signer'),
    import('@scure/base'),
  ])
  const tx = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true })
  const inputs = Array.from({ length: tx.inputsLength }, (_, at) => tx.getInput(at))
  const outputs = Array.from({ length: tx.outputsLength }, (_, at) => tx.getOutput(at))
  return {
    spent: inputs.map(({ txid, index }) => ({
      txHash: hex.encode(txid ?? new Uint8Array()),
      ordinal: index ?? 0,
    })),
    paid: outputs.reduce((sum, { amount = 0n }) => sum + amount, 0n),
    bytes: tx.vsize,
  }
}
