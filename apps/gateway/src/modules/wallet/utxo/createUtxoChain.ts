import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import {
  ChainError,
  type BlockRef,
  type ChainBlock,
  type ChainMove,
  type ChainReceipt,
  type FeeQuote,
  type UnspentAt,
  type UtxoChain,
} from '../ports/Chain.ts'
import { createUtxoRpc, rpcCodeOf, unitsOf, type UtxoCall } from './createUtxoRpc.ts'

export interface UtxoChainOptions {
  readonly network: string
  /** JSON-RPC address of the node, with user and password. They are in no message. */
  readonly url: string
  /**
   * The highest block that is for good on the node's disk; what is above it does not exist yet.
   * Absent: the node looks after that itself.
   */
  readonly durableHeight?: () => number
}

interface RpcHeader {
  readonly hash: string
  readonly height: number
  readonly previousblockhash?: string
  readonly time: number
}

interface RpcOutput {
  readonly value?: string | number
  readonly n: number
  readonly scriptPubKey?: { readonly address?: string; readonly addresses?: readonly string[] }
}

interface RpcInput {
  /** Absent: of a block's first transaction, or one that leaves a private extension. */
  readonly txid?: string
  readonly vout?: number
}

interface RpcTransaction {
  readonly txid: string
  readonly vin: readonly RpcInput[]
  readonly vout: readonly RpcOutput[]
  readonly blockhash?: string
  readonly confirmations?: number
}

interface RpcScan {
  readonly height: number
  readonly bestblock: string
  readonly unspents: readonly {
    readonly txid: string
    readonly vout: number
    readonly desc: string
    readonly amount: string | number
    readonly height: number
  }[]
}

/** Unknown transaction or block; a height that is none. */
const NOT_FOUND = -5
const OUT_OF_RANGE = -8
/** A scan reads every unspent output there is. */
const SCAN_MS = 300_000
/** Blocks after which the first output of a block may be spent. */
const MATURE_AT = 100
/** Blocks within which a transaction should be mined. */
const FEE_TARGET = 2
/** Where a node has seen too few transactions to say what they cost. */
const USUAL_PER_BYTE = 10n

/**
 * A network of Bitcoin's kind through its node, which must index transactions (`-txindex`): who
 * paid is not in a transaction, but in those that it spends.
 */
export function createUtxoChain({ network, url, durableHeight }: UtxoChainOptions): UtxoChain {
  const call = createUtxoRpc({ network, url })
  const most = (): number => durableHeight?.() ?? Infinity
  const unspent = createScanner(call)

  async function block(height: number): Promise<ChainBlock | undefined> {
    if (height > most()) return undefined
    const hash = await orNothing(call<string>('getblockhash', [height]), OUT_OF_RANGE)
    return hash === undefined ? undefined : blockOf(await call<RpcHeader>('getblockheader', [hash]))
  }

  async function head(): Promise<ChainBlock> {
    const found = await block(Math.min(await call<number>('getblockcount', []), most()))
    if (!found) throw new ChainError('UNREACHABLE', `${network} has no head.`)
    return found
  }

  const isKnown = async (txHash: string): Promise<boolean> => {
    const found = await transaction(call, txHash)
    return found !== undefined && (found.blockhash === undefined || isInChain(found))
  }

  return {
    network,
    head,
    block,
    moves: (ref, isWanted = () => true) => readMoves(call, { network, ref, isWanted }),
    async receipt(txHash) {
      const found = await readReceipt(call, txHash)
      return found && found.height <= most() ? found : undefined
    },
    isKnown,
    async balance(address, { height } = {}) {
      const found = await unspent([address])
      if (height !== undefined && height !== found.height)
        throw new ChainError('UNSUPPORTED', `${network} knows balances at its head only.`)
      return found.outputs.reduce((sum, { units }) => sum + units, 0n)
    },
    nonce: async () => {
      throw new ChainError('UNSUPPORTED', `${network} has no accounts.`)
    },
    feeQuote: () => readFees(call),
    broadcast: (raw) => send(call, { raw, isKnown }),
    unspent,
    isSpendable: ({ txHash, ordinal }) => readSpendable(call, [txHash, ordinal, true]),
  }
}

async function readSpendable(
  call: UtxoCall,
  place: readonly [txHash: string, ordinal: number, withWaiting: boolean],
): Promise<boolean> {
  const found = await call<{ readonly confirmations: number; readonly coinbase: boolean } | null>(
    'gettxout',
    place,
  )
  return found !== null && (!found.coinbase || found.confirmations >= MATURE_AT)
}

/** One scan at a time: a node takes no second one. The last is kept until the next block. */
function createScanner(call: UtxoCall): UtxoChain['unspent'] {
  let kept: { readonly of: string; readonly found: UnspentAt } | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function scan(addresses: readonly string[]): Promise<UnspentAt> {
    const of = addresses.join(' ')
    if (kept?.of === of && kept.found.hash === (await call<string>('getbestblockhash', [])))
      return kept.found
    const found = await call<RpcScan>(
      'scantxoutset',
      ['start', addresses.map((address) => `addr(${address})`)],
      { timeoutMs: SCAN_MS },
    )
    kept = { of, found: unspentOf(found) }
    return kept.found
  }

  return (addresses) => {
    const next = queue.then(() => scan(addresses))
    queue = next.catch(() => {})
    return next
  }
}

const unspentOf = ({ height, bestblock, unspents }: RpcScan): UnspentAt => ({
  height,
  hash: bestblock,
  outputs: unspents.map(({ txid, vout, desc, amount, height: at }) => ({
    txHash: txid,
    ordinal: vout,
    address: /^addr\(([^)]+)\)/.exec(desc)?.[1] ?? '',
    units: unitsOf(amount),
    height: at,
  })),
})

async function orNothing<T>(answer: Promise<T>, code: number): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (rpcCodeOf(error) === code) return undefined
    throw error
  }
}

const transaction = (call: UtxoCall, txHash: string): Promise<RpcTransaction | undefined> =>
  orNothing(call<RpcTransaction>('getrawtransaction', [txHash, true]), NOT_FOUND)

/** The index of a node keeps blocks that a re-organisation took away. */
const isInChain = ({ confirmations = 0 }: RpcTransaction): boolean => confirmations > 0

async function readMoves(
  call: UtxoCall,
  {
    network,
    ref,
    isWanted,
  }: {
    readonly network: string
    readonly ref: BlockRef
    readonly isWanted: (address: string) => boolean
  },
): Promise<readonly ChainMove[]> {
  const found = await orNothing(
    call<{ readonly confirmations: number; readonly tx: readonly RpcTransaction[] }>('getblock', [
      ref.hash,
      2,
    ]),
    NOT_FOUND,
  )
  if (!found || found.confirmations < 1)
    throw new ChainError('GONE', `Block ${ref.height} of ${network} left the main chain.`)
  const moves: ChainMove[] = []
  for (const tx of found.tx) {
    const outputs = tx.vout.flatMap((output) => {
      const to = addressIn(output)
      return to === undefined || output.value === undefined
        ? []
        : [{ ordinal: output.n, to, units: unitsOf(output.value) }]
    })
    if (!outputs.some(({ to }) => isWanted(to))) continue
    const senders = (await spentBy(call, tx)).flatMap((each) => addressIn(each) ?? [])
    const from = senders.find(isWanted) ?? senders[0] ?? null
    for (const output of outputs) moves.push({ txHash: tx.txid, kind: 'value', from, ...output })
  }
  return moves
}

/** Nodes before version 22 name several addresses of an output; only one is payable. */
const addressIn = ({ scriptPubKey }: RpcOutput): string | undefined => {
  const { address, addresses } = scriptPubKey ?? {}
  const [only, second] = addresses ?? []
  return address ?? (second === undefined ? only : undefined)
}

/** The outputs that a transaction spends; none of what was made by the block. */
async function spentBy(call: UtxoCall, { vin }: RpcTransaction): Promise<RpcOutput[]> {
  const before = new Map<string, RpcTransaction>()
  const outputs: RpcOutput[] = []
  for (const { txid, vout } of vin) {
    if (txid === undefined) continue
    const known =
      before.get(txid) ?? (await call<RpcTransaction>('getrawtransaction', [txid, true]))
    before.set(txid, known)
    const output = known.vout.find(({ n }) => n === vout)
    if (!output) throw new ChainError('UNREACHABLE', `The node lacks the output ${txid}:${vout}.`)
    outputs.push(output)
  }
  return outputs
}

async function readReceipt(call: UtxoCall, txHash: string): Promise<ChainReceipt | undefined> {
  const found = await transaction(call, txHash)
  if (!found || found.blockhash === undefined || !isInChain(found)) return undefined
  const { height, hash } = await call<RpcHeader>('getblockheader', [found.blockhash])
  const paid = sumOf(await spentBy(call, found)) - sumOf(found.vout)
  // A block's first transaction makes coins, and pays nothing.
  return { txHash, height, hash, succeeded: true, gas: paid > 0n ? paid : 0n }
}

const sumOf = (outputs: readonly RpcOutput[]): bigint =>
  outputs.reduce((sum, { value }) => sum + unitsOf(value ?? 0), 0n)

const blockOf = ({ hash, height, previousblockhash = '', time }: RpcHeader): ChainBlock => ({
  height,
  hash,
  parentHash: previousblockhash,
  at: time * 1000,
})

/** Never below what the node itself passes on. */
async function readFees(call: UtxoCall): Promise<FeeQuote> {
  const { feerate } = await call<{ readonly feerate?: string }>('estimatesmartfee', [FEE_TARGET])
  const { mempoolminfee } = await call<{ readonly mempoolminfee: string }>('getmempoolinfo', [])
  const asked = feerate === undefined ? USUAL_PER_BYTE : perByteOf(feerate)
  const least = perByteOf(mempoolminfee)
  return { family: 'utxo', perByte: asked > least ? asked : least }
}

/** From coins for a thousand bytes, rounded up. */
const perByteOf = (perThousand: string): bigint => (unitsOf(perThousand) + 999n) / 1000n

async function send(
  call: UtxoCall,
  {
    raw,
    isKnown,
  }: { readonly raw: string; readonly isKnown: (txHash: string) => Promise<boolean> },
): Promise<string> {
  try {
    return await call<string>('sendrawtransaction', [raw])
  } catch (error) {
    // Of a transaction that it has, a node says so with an error of its own spelling.
    if (!(error instanceof ChainError) || error.code !== 'REFUSED') throw error
    const { id } = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true })
    if (!(await isKnown(id))) throw error
    return id
  }
}
