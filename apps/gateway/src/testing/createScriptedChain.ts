import {
  ChainError,
  type Chain,
  type ChainBlock,
  type ChainMove,
  type ChainReceipt,
  type FeeQuote,
} from '../modules/wallet/ports/Chain.ts'

interface ScriptedBlock extends ChainBlock {
  readonly moves: readonly ChainMove[]
  readonly receipts: ReadonlyMap<string, ChainReceipt>
  /** What addresses got beside the moves, by `balanceKey`. */
  readonly unsaid: ReadonlyMap<string, bigint>
}

/** What the next block has. */
export interface BlockScript {
  readonly moves?: readonly ChainMove[]
  /** Transactions that it mines. Default: they succeed and cost no gas. */
  readonly mined?: readonly (Pick<ChainReceipt, 'txHash'> & Partial<ChainReceipt>)[]
  /** How much an address got beside what the moves say. */
  readonly unsaid?: readonly {
    readonly address: string
    readonly contract?: string
    readonly units: bigint
  }[]
  /** How many empty blocks follow it. */
  readonly more?: number
}

/** A network in memory whose blocks come when a test says so. */
export interface ScriptedChain extends Chain {
  mine(script?: BlockScript): void
  /** Takes so many blocks away; what they mined waits again, or is lost. */
  reorganise(depth: number, options?: { readonly keepsTransactions?: boolean }): void
  /** Every method fails with this code until it is `undefined`. */
  fail(code: ChainError['code'] | undefined): void
  /** The node refuses to take transactions, as one that finds their fee too low. */
  refuseBroadcasts(isSo: boolean): void
  /** Forgets what waits, as a node with a full memory. */
  forgetWaiting(): void
  setFees(fees: FeeQuote): void
  setNonce(address: string, nonce: number): void
  /** What `broadcast` got, in order. */
  readonly sent: readonly string[]
}

export interface ScriptedChainOptions {
  readonly network?: string
  /** Blocks beside the first one. */
  readonly head?: number
  /** The hash of a signed transaction. */
  readonly hashOf?: (raw: string) => string
}

const balanceKey = (address: string, contract?: string): string => `${address} ${contract ?? ''}`

export function createScriptedChain({
  network = 'evm-a',
  head = 0,
  hashOf = (raw) => raw,
}: ScriptedChainOptions = {}): ScriptedChain {
  const blocks: ScriptedBlock[] = []
  const waiting = new Set<string>()
  const sent: string[] = []
  const nonces = new Map<string, number>()
  let branch = 0
  let failure: ChainError['code'] | undefined
  let refuses = false
  let fees: FeeQuote = { family: 'evm', maxFeePerGas: 20n, maxPriorityFeePerGas: 1n }

  function add({ moves = [], mined = [], unsaid = [] }: BlockScript = {}): void {
    const height = blocks.length
    const hash = `0xb${branch}h${height}`
    for (const { txHash } of mined) waiting.delete(txHash)
    const receipts = mined.map((each) => {
      const receipt: ChainReceipt = { succeeded: true, gas: 0n, ...each, height, hash }
      return [each.txHash, receipt] as const
    })
    blocks.push({
      height,
      hash,
      parentHash: blocks.at(-1)?.hash ?? '0x',
      at: height * 1_000,
      moves,
      receipts: new Map(receipts),
      unsaid: new Map(unsaid.map((each) => [balanceKey(each.address, each.contract), each.units])),
    })
  }
  for (let height = 0; height <= head; height++) add()

  const asked = <T>(answer: () => T): Promise<T> =>
    failure === undefined
      ? Promise.resolve().then(answer)
      : Promise.reject(new ChainError(failure, 'The node does not answer.'))
  const last = (): ScriptedBlock => {
    const block = blocks.at(-1)
    if (!block) throw new ChainError('GONE', 'There is no block.')
    return block
  }
  const receiptOf = (txHash: string): ChainReceipt | undefined =>
    blocks.map(({ receipts }) => receipts.get(txHash)).find((receipt) => receipt !== undefined)

  function balanceAt(address: string, contract: string | undefined, height: number): bigint {
    let sum = 0n
    for (const block of blocks.slice(0, height + 1)) {
      sum += block.unsaid.get(balanceKey(address, contract)) ?? 0n
      for (const move of block.moves) {
        if (move.contract !== contract) continue
        if (move.to === address) sum += move.units
        if (move.from === address) sum -= move.units
      }
    }
    return sum
  }

  return {
    network,
    sent,
    mine(script = {}) {
      add(script)
      for (let left = script.more ?? 0; left > 0; left--) add()
    },
    reorganise(depth, { keepsTransactions = true } = {}) {
      branch += 1
      for (const { receipts } of blocks.splice(blocks.length - depth))
        for (const txHash of receipts.keys()) if (keepsTransactions) waiting.add(txHash)
    },
    fail: (code) => void (failure = code),
    refuseBroadcasts: (isSo) => void (refuses = isSo),
    forgetWaiting: () => waiting.clear(),
    setFees: (quote) => void (fees = quote),
    setNonce: (address, nonce) => void nonces.set(address, nonce),
    head: () => asked(last),
    block: (height) => asked(() => blocks[height]),
    moves: ({ height, hash }) =>
      asked(() => {
        const block = blocks[height]
        if (block?.hash !== hash) throw new ChainError('GONE', 'The block left the main chain.')
        return block.moves
      }),
    receipt: (txHash) => asked(() => receiptOf(txHash)),
    isKnown: (txHash) => asked(() => waiting.has(txHash) || receiptOf(txHash) !== undefined),
    balance: (address, { contract, height } = {}) =>
      asked(() => balanceAt(address, contract, height ?? blocks.length - 1)),
    nonce: (address) => asked(() => nonces.get(address) ?? 0),
    feeQuote: () => asked(() => fees),
    broadcast: (raw) =>
      asked(() => {
        if (refuses) throw new ChainError('REFUSED', 'The fee is too low.')
        sent.push(raw)
        waiting.add(hashOf(raw))
        return hashOf(raw)
      }),
  }
}
