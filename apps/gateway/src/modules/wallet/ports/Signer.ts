/** What the signer is asked for, as its protocol has it (apps/signer). */
export interface SignWithdrawal {
  readonly kind: 'withdrawal'
  readonly id: string
  /** 0 at first; each higher one replaces the one before with a higher fee. */
  readonly bump: number
  readonly network: string
  readonly asset: string
  readonly address: string
  /** In atoms. */
  readonly receive: string
  readonly fee: string
  readonly approvals: readonly { readonly approver: string; readonly signature: string }[]
  readonly gas: {
    readonly limit: string
    readonly maxFeePerGas: string
    readonly maxPriorityFeePerGas: string
  }
  /** Transactions of the hot address that are in blocks. */
  readonly mined: number
}

export interface SignedTransaction {
  readonly raw: string
  readonly txHash: string
  readonly nonce: number
}

/** The process that holds the keys. Every method rejects while it does not answer. */
export interface Signer {
  /** The address that withdrawals are paid from. */
  hotAddress(): Promise<string>
  /** A refusal names its reason. */
  sign(
    request: SignWithdrawal,
  ): Promise<{ readonly signed: SignedTransaction } | { readonly refused: string }>
}
