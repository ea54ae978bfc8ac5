/** A block by its place and its name. */
export interface BlockRef {
  readonly height: number
  readonly hash: string
}

export interface ChainBlock extends BlockRef {
  readonly parentHash: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * Coins that one block moved. Amounts are in units of the chain: wei, satoshi, the smallest unit of
 * a token.
 */
export interface ChainMove {
  readonly txHash: string
  /**
   * Place inside the transaction: the same after a re-organisation, which moves the transaction to
   * another block (W2).
   */
  readonly ordinal: number
  /** `value`: the network's own coin. `gas`: what the sender paid for the transaction. */
  readonly kind: 'value' | 'token' | 'gas'
  /** Of a token its contract, lower case. */
  readonly contract?: string
  /** Lower case; `null`: made or destroyed. */
  readonly from: string | null
  readonly to: string | null
  readonly units: bigint
}

/** A transaction that is in a block. */
export interface ChainReceipt extends BlockRef {
  readonly txHash: string
  /** False: it took its gas and did nothing else. */
  readonly succeeded: boolean
  /** What the sender paid for it, in units of the network's own coin. */
  readonly gas: bigint
}

/** What a transaction of today costs. EVM: wei per unit of gas; UTXO: satoshi per virtual byte. */
export type FeeQuote =
  | {
      readonly family: 'evm'
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
    }
  | { readonly family: 'utxo'; readonly perByte: bigint }

/** Where an amount is asked for; without a contract of the network's own coin. */
export interface BalanceAt {
  readonly contract?: string | undefined
  /** Default: the head. */
  readonly height?: number | undefined
}

/**
 * One network, through one node. Every method rejects with a `ChainError` when the node cannot be
 * reached or answers nonsense; nothing is retried here.
 */
export interface Chain {
  /** The id of the network in the configuration: `evm-a`. */
  readonly network: string
  head(): Promise<ChainBlock>
  /** The block of the main chain at a height; `undefined` above the head. */
  block(height: number): Promise<ChainBlock | undefined>
  /**
   * All coins that the block moved, in order: values, payments of contracts (traces), transfers of
   * any token (receipts), gas. A chain may leave out transactions that pay to no address that
   * `isWanted`, and of UTXO chains the fee is no move.
   * @throws ChainError GONE when the block left the main chain
   */
  moves(block: BlockRef, isWanted?: (address: string) => boolean): Promise<readonly ChainMove[]>
  /** `undefined` while it is in no block of the main chain. */
  receipt(txHash: string): Promise<ChainReceipt | undefined>
  /** Whether the node knows the transaction, in a block or waiting for one. */
  isKnown(txHash: string): Promise<boolean>
  balance(address: string, at?: BalanceAt): Promise<bigint>
  /** How many transactions of the address are in blocks: the next nonce. EVM only. */
  nonce(address: string): Promise<number>
  feeQuote(): Promise<FeeQuote>
  /**
   * Sends a signed transaction to the node; the same one again is no error.
   * @returns its hash
   */
  broadcast(raw: string): Promise<string>
}

/** An output of a transaction that no block has spent. */
export interface Unspent {
  readonly txHash: string
  /** Its place among the outputs of the transaction. */
  readonly ordinal: number
  readonly address: string
  readonly units: bigint
  /** Of the block that it is in. */
  readonly height: number
}

/** The outputs of some addresses at the head. */
export interface UnspentAt extends BlockRef {
  readonly outputs: readonly Unspent[]
}

/** A network whose coins are outputs of transactions (UTXO): there are no accounts. */
export interface UtxoChain extends Chain {
  /** All unspent outputs of the addresses, at the head; what waits to be mined does not count. */
  unspent(addresses: readonly string[]): Promise<UnspentAt>
  /** Whether a transaction may spend the output now, waiting ones counted. */
  isSpendable(output: Pick<Unspent, 'txHash' | 'ordinal'>): Promise<boolean>
}

export const isUtxoChain = (chain: Pick<Chain, 'balance'>): chain is UtxoChain => 'unspent' in chain

export type ChainErrorCode = 'UNREACHABLE' | 'GONE' | 'REFUSED' | 'UNSUPPORTED'

/**
 * `UNREACHABLE`: no answer; the call may have been carried out. `REFUSED`: the node answered with
 * an error.
 */
export class ChainError extends Error {
  readonly code: ChainErrorCode

  constructor(code: ChainErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'ChainError'
    this.code = code
  }
}
