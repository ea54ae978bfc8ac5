import type { ReservesStatement } from '@x/api'
import type { Network } from './networks.ts'

interface SignBase {
  readonly id: string
  /** 0 at first; each higher one replaces the one before with a higher fee. */
  readonly bump: number
  readonly network: string
  readonly gas: {
    readonly limit: string
    readonly maxFeePerGas: string
    readonly maxPriorityFeePerGas: string
  }
  /** Transactions of the sender that are in blocks. */
  readonly mined: number
}

/** What the signer is asked for, as its protocol has it (apps/signer). */
export interface SignWithdrawal extends SignBase {
  readonly kind: 'withdrawal'
  readonly asset: string
  readonly address: string
  /** In atoms. */
  readonly receive: string
  readonly fee: string
  readonly approvals: readonly { readonly approver: string; readonly signature: string }[]
}

/** An output of ours that a payment spends. */
export interface SpentOutput {
  readonly txHash: string
  readonly ordinal: number
  /** In units of the chain. */
  readonly units: string
  /** Of the deposit address that it is on; `null`: the hot address. */
  readonly index: number | null
}

/** A withdrawal on a UTXO network: what is left over goes to the hot address. */
export interface SignSpend
  extends
    Omit<SignBase, 'gas' | 'mined'>,
    Pick<SignWithdrawal, 'asset' | 'address' | 'receive' | 'fee' | 'approvals'> {
  readonly kind: 'spend'
  /** Units of the chain for each byte of the transaction. */
  readonly perByte: string
  readonly inputs: readonly SpentOutput[]
}

/** Coins between addresses of the exchange. `units` are those of the chain. */
export type SignSweep = SignBase & { readonly units: string } & (
    | { readonly kind: 'gas'; readonly index: number }
    | { readonly kind: 'sweep'; readonly index: number; readonly asset: string }
    | { readonly kind: 'cold'; readonly asset: string }
  )

/** A statement as the data of a transaction that moves nothing; its id is that of the snapshot. */
export interface SignStatement extends SignBase {
  readonly kind: 'statement'
  readonly statement: ReservesStatement
}

/**
 * Outputs of ours on a UTXO network for the hot address, and `cold` units of them for the cold one
 * of the policy.
 */
export interface SignConsolidation extends Pick<
  SignSpend,
  'id' | 'bump' | 'network' | 'asset' | 'perByte' | 'inputs'
> {
  readonly kind: 'consolidate'
  readonly cold: string
}

export interface SignedTransaction {
  readonly raw: string
  readonly txHash: string
  readonly nonce: number
}

/** An address that is to show that it is ours; `null`: the hot address. */
export interface Attestation {
  readonly snapshotId: string
  readonly root: string
  readonly index: number | null
  readonly family: Network['family']
}

/** The process that holds the keys. Every method rejects while it does not answer. */
export interface Signer {
  /**
   * The address that withdrawals are paid from, of UTXO networks the one that receives what is left
   * over. Default: of EVM networks.
   */
  hotAddress(family?: Network['family']): Promise<string>
  /** The signature of one of its addresses over a proof of reserves (EIP-191, BIP-137). */
  attest(request: Attestation): Promise<string>
  /** A refusal names its reason. */
  sign(
    request: SignWithdrawal | SignSweep | SignStatement | SignSpend | SignConsolidation,
  ): Promise<{ readonly signed: SignedTransaction } | { readonly refused: string }>
}
