/** An asset as the chain has it; amounts of requests are in units of the chain, as text. */
export interface Gas {
  readonly limit: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
}

export interface Approval {
  readonly approver: string
  /** Ed25519 over `approvalText`, base64. */
  readonly signature: string
}

interface SignBase {
  readonly id: string
  /** 0 at first; each higher one replaces the one before with a higher fee. */
  readonly bump: number
  readonly network: string
  readonly gas: Gas
  /** Transactions of the sender that are in blocks. */
  readonly mined: number
}

/** Pays a withdrawal. Amounts are atoms of the ledger, which the approvers signed. */
export interface WithdrawalRequest extends SignBase {
  readonly kind: 'withdrawal'
  readonly asset: string
  readonly address: string
  readonly receive: string
  readonly fee: string
  readonly approvals: readonly Approval[]
}

/** Sends a deposit address what a sweep of its tokens costs, from the hot address. */
export interface GasRequest extends SignBase {
  readonly kind: 'gas'
  /** Of the deposit address that receives. */
  readonly index: number
  /** In units of the chain. */
  readonly units: string
}

/** Brings what a deposit address has to the hot address. */
export interface SweepRequest extends SignBase {
  readonly kind: 'sweep'
  readonly index: number
  readonly asset: string
  readonly units: string
}

/** Brings what the hot address has too much to the cold address of the policy, and nowhere else. */
export interface ColdRequest extends SignBase {
  readonly kind: 'cold'
  readonly asset: string
  /** In units of the chain. */
  readonly units: string
}

/** What a proof of reserves says about one moment, as `@x/reserves` has it. */
export interface Statement {
  /** The moment in UTC to the second. */
  readonly snapshotId: string
  readonly assets: readonly string[]
  readonly scales: readonly number[]
  readonly root: string
  readonly sums: readonly string[]
  readonly leaves: number
  readonly journal: number
  readonly heights: readonly {
    readonly network: string
    readonly height: number
    readonly hash: string
  }[]
  readonly previousRoot: string | null
}

/**
 * Puts a statement on the chain as the data of a transaction from the hot address to itself, which
 * moves nothing (wallet 7). Its id is that of the snapshot.
 */
export interface StatementRequest extends SignBase {
  readonly kind: 'statement'
  readonly statement: Statement
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

/**
 * Pays a withdrawal on a UTXO network. What the inputs have more than the amount and the fee goes
 * to the hot address; a request cannot name another one.
 */
export interface SpendRequest
  extends
    Omit<SignBase, 'gas' | 'mined'>,
    Pick<WithdrawalRequest, 'asset' | 'address' | 'receive' | 'fee' | 'approvals'> {
  readonly kind: 'spend'
  /** Units of the chain for each byte. */
  readonly perByte: string
  readonly inputs: readonly SpentOutput[]
}

/**
 * Brings outputs of ours to the hot address, and of them `cold` units to the cold address of the
 * policy: a request cannot name another one.
 */
export interface ConsolidationRequest extends Omit<SignBase, 'gas' | 'mined'> {
  readonly kind: 'consolidate'
  readonly asset: string
  /** In units of the chain; `0`: everything is for the hot address. */
  readonly cold: string
  /** Units of the chain for each byte. */
  readonly perByte: string
  readonly inputs: readonly SpentOutput[]
}

/** Networks whose coins are outputs of transactions. */
export type UtxoFamily = 'ltc' | 'btc'

export type EvmRequest =
  | WithdrawalRequest
  | GasRequest
  | SweepRequest
  | ColdRequest
  | StatementRequest

export type UtxoRequest = SpendRequest | ConsolidationRequest

export type SignRequest = EvmRequest | UtxoRequest

export type Request =
  | SignRequest
  /** The address of a user, by number. */
  | {
      readonly kind: 'address'
      readonly index: number
      readonly family?: 'evm' | UtxoFamily
    }
  /**
   * Shows that an address is ours (wallet 7): its signature over `reserveText`, EIP-191, and of a
   * UTXO network BIP-137. `null`: the hot address. Default: of EVM networks.
   */
  | {
      readonly kind: 'attest'
      readonly snapshotId: string
      readonly root: string
      readonly index: number | null
      readonly family?: 'evm' | UtxoFamily
    }
  /**
   * The account's public key that deposit addresses derive from, and the hot address. Default: of
   * EVM networks.
   */
  | { readonly kind: 'accounts'; readonly family?: 'evm' | UtxoFamily }

export interface Signed {
  readonly raw: string
  readonly txHash: string
  readonly nonce: number
}

export type Refusal =
  | 'malformed'
  | 'network'
  | 'asset'
  | 'address'
  | 'amount'
  | 'gas'
  | 'approvals'
  | 'hourly'
  | 'changed'
  | 'nonce'
  | 'bump'
  /** They are spent by another payment, or are not those of the payment that is replaced. */
  | 'inputs'

export type Answer =
  | { readonly signed: Signed }
  | { readonly address: string }
  | { readonly signature: string }
  | { readonly xpub: string; readonly hot: string }
  | { readonly refused: Refusal }

/** What two approvers sign: everything of a withdrawal that decides where coins go. */
export const approvalText = ({
  id,
  network,
  address,
  asset,
  receive,
  fee,
}: Pick<WithdrawalRequest, 'id' | 'network' | 'address' | 'asset' | 'receive' | 'fee'>): string =>
  [id, network, address, asset, receive, fee].join('|')

/** What is written to the chain: the same text that the identity of the gateway signs. */
export const statementText = (statement: Statement): string =>
  JSON.stringify({
    snapshotId: statement.snapshotId,
    assets: statement.assets,
    scales: statement.scales,
    root: statement.root,
    sums: statement.sums,
    leaves: statement.leaves,
    journal: statement.journal,
    heights: statement.heights.map(({ network, height, hash }) => ({ network, height, hash })),
    previousRoot: statement.previousRoot,
  })

/** What an address signs for a proof of reserves; never a transaction, nor anything that pays. */
export const reserveText = ({
  snapshotId,
  root,
}: {
  readonly snapshotId: string
  readonly root: string
}): string => `X reserves ${snapshotId} ${root}`
