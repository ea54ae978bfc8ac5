import type { Deposit } from '@x/api'

/** Deposits of one user with a new state or depth. */
export interface DepositChange {
  readonly userId: string
  readonly rows: readonly Deposit[]
}

/** Where the private socket has deposits from. */
export interface DepositSource {
  /** Those of the user that may still change. */
  open(userId: string): readonly Deposit[]
  /** Calls after each block with what it changed, once it is on disk. */
  onChange(listener: (change: DepositChange) => void): () => void
}
