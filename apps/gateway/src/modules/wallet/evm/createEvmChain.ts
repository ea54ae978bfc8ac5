import {
  createClient,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  toEventSelector,
  type Hex,
} from 'viem'
import {
  ChainError,
  type BlockRef,
  type Chain,
  type ChainBlock,
  type ChainMove,
  type ChainReceipt,
  type FeeQuote,
} from '../ports/Chain.ts'

export interface EvmChainOptions {
  readonly network: string
  /** JSON-RPC address of the node. It may hold a password: it is in no message. */
  readonly url: string
  /** Whether the node answers `trace_block`. */
  readonly hasTraces: boolean
  /** Milliseconds after which a call has failed. Default 5000. */
  readonly timeoutMs?: number
  /**
   * The highest block that is for good on the node's disk; what is above it does not exist yet.
   * Absent: the node looks after that itself.
   */
  readonly durableHeight?: () => number
}

interface RpcBlock {
  readonly number: Hex
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: Hex
  readonly baseFeePerGas?: Hex
  readonly transactions: readonly {
    readonly hash: Hex
    readonly from: Hex
    readonly to: Hex | null
    readonly value: Hex
  }[]
}

interface RpcReceipt {
  readonly transactionHash: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly from: Hex
  readonly status: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  /** Of a rollup: what the data costs on the network below. */
  readonly l1Fee?: Hex
  readonly logs: readonly {
    readonly address: Hex
    readonly topics: readonly Hex[]
    readonly data: Hex
  }[]
}

interface RpcTrace {
  readonly type: string
  readonly action: {
    readonly callType?: string
    readonly from?: Hex
    readonly to?: Hex
    readonly value?: Hex
    /** Of a contract that ended itself. */
    readonly address?: Hex
    readonly refundAddress?: Hex
    readonly balance?: Hex
  }
  readonly result?: { readonly address?: Hex } | null
  readonly error?: string
  readonly traceAddress: readonly number[]
  readonly transactionHash?: Hex | null
}

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const ADDRESS_DIGITS = 40
/** A tip of one gwei, the usual one of wallets. */
const PRIORITY_FEE = 1_000_000_000n

/** A network that speaks Ethereum's JSON-RPC. */
export function createEvmChain({
  network,
  url,
  hasTraces,
  timeoutMs = 5_000,
  durableHeight,
}: EvmChainOptions): Chain {
  const client = createClient({ transport: http(url, { retryCount: 0, timeout: timeoutMs }) })

  async function call<T>(method: string, params: readonly unknown[]): Promise<T> {
    try {
      return (await client.request({ method, params } as never)) as T
    } catch (error) {
      throw asChainError(network, { method, error })
    }
  }

  async function rpcBlock(at: 'latest' | Hex): Promise<RpcBlock | undefined> {
    return (await call<RpcBlock | null>('eth_getBlockByNumber', [at, true])) ?? undefined
  }

  async function headHeight(): Promise<number> {
    const height = Number(await call<Hex>('eth_blockNumber', []))
    return durableHeight ? Math.min(height, durableHeight()) : height
  }

  async function block(height: number): Promise<ChainBlock | undefined> {
    if (height > (durableHeight?.() ?? Infinity)) return undefined
    const found = await rpcBlock(hex(height))
    return found && blockOf(found)
  }

  async function mainBlock({ height, hash }: BlockRef): Promise<RpcBlock> {
    const found = await rpcBlock(hex(height))
    if (found?.hash !== hash)
      throw new ChainError('GONE', `Block ${height} of ${network} left the main chain.`)
    return found
  }

  return {
    network,
    head: async () => requireHead(network, await block(await headHeight())),
    block,
    moves: (ref) => readMoves(call, { ref, network, hasTraces, mainBlock }),
    async receipt(txHash) {
      const found = await readReceipt(call, txHash)
      return found && found.height <= (durableHeight?.() ?? Infinity) ? found : undefined
    },
    isKnown: async (txHash) => (await call('eth_getTransactionByHash', [txHash])) !== null,
    balance: async (address, { contract, height } = {}) =>
      readBalance(call, { network, address, contract, at: hex(height ?? (await headHeight())) }),
    nonce: async (address) =>
      Number(await call<Hex>('eth_getTransactionCount', [address, hex(await headHeight())])),
    feeQuote: async () => feesAfter(await rpcBlock('latest')),
    broadcast: (raw) => sendRaw(call, raw),
  }
}

type Call = <T>(method: string, params: readonly unknown[]) => Promise<T>

async function readMoves(
  call: Call,
  {
    ref,
    network,
    hasTraces,
    mainBlock,
  }: {
    readonly ref: BlockRef
    readonly network: string
    readonly hasTraces: boolean
    readonly mainBlock: (ref: BlockRef) => Promise<RpcBlock>
  },
): Promise<readonly ChainMove[]> {
  const receipts = await call<readonly RpcReceipt[] | null>('eth_getBlockReceipts', [
    hex(ref.height),
  ])
  const traces = hasTraces ? await call<readonly RpcTrace[]>('trace_block', [hex(ref.height)]) : []
  // Last: what was read before belongs to this block if it is on the main chain still.
  const found = await mainBlock(ref)
  if (!receipts || receipts.some(({ blockHash }) => blockHash !== ref.hash))
    throw new ChainError('GONE', `Block ${ref.height} of ${network} left the main chain.`)
  const values = hasTraces ? valuesOfTraces(traces) : valuesOfTransactions(found, receipts)
  return [...values, ...receipts.flatMap(movesOfReceipt)]
}

function requireHead(network: string, found: ChainBlock | undefined): ChainBlock {
  if (!found) throw new ChainError('UNREACHABLE', `${network} has no head.`)
  return found
}

async function readReceipt(call: Call, txHash: string): Promise<ChainReceipt | undefined> {
  const found = await call<RpcReceipt | null>('eth_getTransactionReceipt', [txHash])
  return found ? receiptOf(found) : undefined
}

async function readBalance(
  call: Call,
  {
    network,
    address,
    contract,
    at,
  }: {
    readonly network: string
    readonly address: string
    readonly contract: string | undefined
    readonly at: Hex
  },
): Promise<bigint> {
  if (contract === undefined) return BigInt(await call<Hex>('eth_getBalance', [address, at]))
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address as Hex],
  })
  const answer = await call<Hex>('eth_call', [{ to: contract, data }, at])
  if (answer === '0x')
    throw new ChainError('REFUSED', `${contract} on ${network} is no token contract.`)
  return BigInt(answer.slice(0, 66))
}

/** What a transaction should offer to be in one of the next blocks. */
function feesAfter(block: RpcBlock | undefined): FeeQuote {
  return {
    family: 'evm',
    maxFeePerGas: BigInt(block?.baseFeePerGas ?? '0x0') * 2n + PRIORITY_FEE,
    maxPriorityFeePerGas: PRIORITY_FEE,
  }
}

async function sendRaw(call: Call, raw: string): Promise<string> {
  const txHash = keccak256(raw as Hex)
  try {
    await call('eth_sendRawTransaction', [raw])
  } catch (error) {
    // Of a transaction that it has, a node says so with an error of its own spelling.
    if (!(error instanceof ChainError) || error.code !== 'REFUSED') throw error
    if ((await call('eth_getTransactionByHash', [txHash])) === null) throw error
  }
  return txHash
}

const hex = (height: number): Hex => `0x${height.toString(16)}`

function asChainError(
  network: string,
  { method, error }: { readonly method: string; readonly error: unknown },
): ChainError {
  const { name, code, shortMessage, details } = error as {
    name?: string
    code?: number
    shortMessage?: string
    details?: string
  }
  const isAnswer = typeof code === 'number' && name !== 'HttpRequestError'
  return new ChainError(
    isAnswer ? 'REFUSED' : 'UNREACHABLE',
    isAnswer
      ? `${network} refused ${method}: ${details ?? shortMessage ?? code}`
      : `${network} did not answer ${method}.`,
    { cause: error },
  )
}

const blockOf = ({ number, hash, parentHash, timestamp }: RpcBlock): ChainBlock => ({
  height: Number(number),
  hash,
  parentHash,
  at: Number(timestamp) * 1000,
})

const gasOf = ({ gasUsed, effectiveGasPrice, l1Fee = '0x0' }: RpcReceipt): bigint =>
  BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)

const receiptOf = (receipt: RpcReceipt): ChainReceipt => ({
  txHash: receipt.transactionHash,
  height: Number(receipt.blockNumber),
  hash: receipt.blockHash,
  succeeded: receipt.status === '0x1',
  gas: gasOf(receipt),
})

/** Traces have even ordinals and logs odd ones, so that both keep their numbers (W2). */
const ordinalOf = (kind: 'trace' | 'log', place: number): number =>
  2 * place + (kind === 'trace' ? 0 : 1)

/** What calls, new contracts and contracts that ended paid; nothing of a call that failed. */
function valuesOfTraces(traces: readonly RpcTrace[]): ChainMove[] {
  const places = new Map<string, number>()
  const failed = new Map<string, (readonly number[])[]>()
  for (const { transactionHash, error, traceAddress } of traces)
    if (transactionHash && error !== undefined)
      failed.set(transactionHash, [...(failed.get(transactionHash) ?? []), traceAddress])
  return traces.flatMap((trace) => {
    const { transactionHash: txHash, traceAddress } = trace
    if (!txHash) return []
    const place = places.get(txHash) ?? 0
    places.set(txHash, place + 1)
    const isUndone = failed
      .get(txHash)
      ?.some((above) => above.every((step, depth) => traceAddress[depth] === step))
    const paid = paymentOf(trace)
    return paid === undefined || isUndone === true || paid.units === 0n
      ? []
      : [{ txHash, ordinal: ordinalOf('trace', place), kind: 'value' as const, ...paid }]
  })
}

function paymentOf({
  type,
  action,
  result,
}: RpcTrace): Pick<ChainMove, 'from' | 'to' | 'units'> | undefined {
  const units = BigInt(action.value ?? action.balance ?? '0x0')
  const from = action.from ?? action.address ?? null
  switch (type) {
    case 'call':
      // A delegated or static call shows the value of its caller and moves nothing.
      return action.callType === 'call' ? { from, to: action.to ?? null, units } : undefined
    case 'create':
      return { from, to: result?.address ?? null, units }
    case 'suicide':
    case 'selfdestruct':
      return { from, to: action.refundAddress ?? null, units }
    default:
      return undefined
  }
}

function valuesOfTransactions(block: RpcBlock, receipts: readonly RpcReceipt[]): ChainMove[] {
  const succeeded = new Set(
    receipts.filter(({ status }) => status === '0x1').map((each) => each.transactionHash),
  )
  return block.transactions.flatMap(({ hash, from, to, value }) =>
    succeeded.has(hash) && BigInt(value) > 0n
      ? [{ txHash: hash, ordinal: 0, kind: 'value' as const, from, to, units: BigInt(value) }]
      : [],
  )
}

function movesOfReceipt(receipt: RpcReceipt): ChainMove[] {
  const { transactionHash: txHash, from, logs } = receipt
  const tokens = logs.flatMap(({ address, topics, data }, place): ChainMove[] => {
    const [selector, sender, receiver, extra] = topics
    // A fourth topic: the transfer of a thing, not of an amount.
    if (selector !== TRANSFER || !sender || !receiver || extra || data.length !== 66) return []
    return [
      {
        txHash,
        ordinal: ordinalOf('log', place),
        kind: 'token',
        contract: address.toLowerCase(),
        from: addressIn(sender),
        to: addressIn(receiver),
        units: BigInt(data),
      },
    ]
  })
  // No place of a payment: gas is nobody's deposit.
  return [...tokens, { txHash, ordinal: -1, kind: 'gas', from, to: null, units: gasOf(receipt) }]
}

const addressIn = (topic: Hex): Hex => `0x${topic.slice(-ADDRESS_DIGITS)}`
