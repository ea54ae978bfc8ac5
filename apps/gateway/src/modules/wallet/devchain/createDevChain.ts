import path from 'node:path'
import type { Clock } from '@x/kit'
import type { Hex } from 'viem'
import type { Log } from '../../../platform/log/Log.ts'
import { createEvmChain } from '../evm/createEvmChain.ts'
import { ChainError, type BlockRef, type Chain } from '../ports/Chain.ts'
import { assetOn, type Network } from '../ports/networks.ts'
import { openBlockLog, type BlockLog } from './blockLog.ts'
import { startAnvil, type AnvilProcess } from './startAnvil.ts'
import { faucetAccount, mintData, tokenBytecode, tokensOf } from './tokens.ts'

export interface DevChainOptions {
  readonly binary: string
  readonly network: Network
  /** Its log of blocks is kept there. */
  readonly dir: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
  /** Of the node's JSON-RPC; default: any that is free. */
  readonly port?: number
  /** False: blocks come by `mine` alone. Default true. */
  readonly mines?: boolean
}

/** A development chain on this machine that outlives a kill -9 (wallet 1). */
export interface DevChain extends Chain {
  /** The node's JSON-RPC, for wallets and tests. */
  url(): string
  /** Pays to an address with the next block. @returns the hash of the transaction */
  faucet(payment: {
    readonly to: string
    readonly asset: string
    readonly units: bigint
  }): Promise<string>
  /** @returns the head afterwards */
  mine(blocks?: number): Promise<BlockRef>
  /**
   * Replaces the last blocks by as many others and one more. `keep`: their transactions come again;
   * otherwise they are gone.
   */
  reorganise(options: { readonly depth: number; readonly keep: boolean }): Promise<BlockRef>
  /** For tests: what a power cut does to the node. */
  killNode(): Promise<void>
  stop(): Promise<void>
}

const GAS_TRANSFER = 21_000n
const GAS_DEPLOY = 3_000_000n
const GAS_TOKEN = 200_000n
/** Far above what a development chain asks. */
const FEES = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

/**
 * Runs anvil and brings back its blocks: it keeps nothing itself, so that each block's raw
 * transactions and time are on disk before the block is shown to anyone, and are mined again at the
 * next start. The hashes are the same.
 */
export async function createDevChain(options: DevChainOptions): Promise<DevChain> {
  const { binary, network, dir, clock, log } = options
  const { id, chainId = 0 } = network
  const blocks = await openBlockLog(path.join(dir, `${id}.jsonl`), { chainId, now: clock.now })
  const account = faucetAccount()
  let node: AnvilProcess | undefined
  let url = ''
  let durable = 0
  let isStopped = false
  /** When the last block was made that a re-organisation took away: no other may equal it. */
  let undoneAt = 0
  /** How many blocks without a transaction come before the chain rests. */
  let untilRest = 0
  const restAfter = 2 * network.unlockAt + 2
  let queue: Promise<unknown> = Promise.resolve()
  let timer = { cancel() {} }

  const rpc = createRpc(() => url)

  /** One thing at a time: blocks, faucet and re-organisations. */
  function inOrder<T>(run: () => Promise<T>): Promise<T> {
    const next = queue.then(run)
    queue = next.catch(() => {})
    return next
  }

  async function startNode(): Promise<void> {
    const started = await startAnvil(binary, {
      chainId,
      genesisSeconds: blocks.genesisSeconds,
      ...(options.port === undefined ? {} : { port: options.port }),
    })
    node = started
    void started.ended.then(() => {
      if (!isStopped) log.warn('The node of a development chain ended', { network: id })
    })
    // Nobody else reaches it before: a payment that is in a later block would come into another.
    await replay(
      createRpc(() => started.url),
      blocks,
    )
    url = started.url
    durable = blocks.blocks.length
  }

  /** A node that was killed comes back with every block. */
  async function ensureNode(): Promise<void> {
    if (isStopped) throw new ChainError('UNREACHABLE', `${id} has stopped.`)
    try {
      await rpc.one('eth_blockNumber', [])
    } catch {
      await node?.stop()
      await startNode()
    }
  }

  async function mineOne(txs?: readonly string[]): Promise<void> {
    for (const raw of txs ?? []) await rpc.one('eth_sendRawTransaction', [raw])
    const last = blocks.blocks.at(-1)?.at ?? blocks.genesisSeconds
    const at = Math.max(last + 1, undoneAt + 1, Math.floor(clock.now() / 1000))
    await rpc.one('evm_mine', [{ timestamp: at }])
    const height = blocks.blocks.length + 1
    const mined = await rpc.one<{ readonly transactions: readonly string[] }>(
      'eth_getBlockByNumber',
      [`0x${height.toString(16)}`, false],
    )
    const raws = await rpc.many(
      mined.transactions.map((hash) => ['debug_getRawTransaction', [hash]] as const),
    )
    await blocks.append({ at, txs: raws as string[] })
    durable = height
    untilRest = raws.length > 0 ? restAfter : Math.max(untilRest - 1, 0)
  }

  async function send(
    fields: { readonly to?: string; readonly data?: Hex; readonly value?: bigint },
    gas: bigint,
  ): Promise<string> {
    const nonce = Number(
      await rpc.one<string>('eth_getTransactionCount', [account.address, 'pending']),
    )
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      gas,
      ...FEES,
      ...(fields as object),
    })
    return rpc.one<string>('eth_sendRawTransaction', [raw])
  }

  async function deployTokens(): Promise<void> {
    if (blocks.blocks.length > 0 || tokensOf(network).length === 0) return
    for (const _ of tokensOf(network)) await send({ data: tokenBytecode() }, GAS_DEPLOY)
    await mineOne()
  }

  async function isWaiting(): Promise<boolean> {
    const { pending } = await rpc.one<{ readonly pending: string }>('txpool_status', [])
    return Number(pending) > 0
  }

  function tick(): void {
    timer = clock.after(network.blockSeconds * 1000, () => {
      inOrder(async () => {
        if (isStopped) return
        await ensureNode()
        if (untilRest > 0 || (await isWaiting())) await mineOne()
      })
        .catch((error: unknown) =>
          log.warn('A development chain made no block', { network: id, error: String(error) }),
        )
        .finally(() => {
          if (!isStopped) tick()
        })
    })
  }

  await startNode()
  await deployTokens()
  untilRest = restAfter
  if (options.mines ?? true) tick()

  const evm = () =>
    createEvmChain({ network: id, url, hasTraces: true, durableHeight: () => durable })
  let chain = evm()
  let chainUrl = url
  const current = (): Chain => {
    if (chainUrl !== url) [chain, chainUrl] = [evm(), url]
    return chain
  }
  const head = (): Promise<BlockRef> => current().head()

  return {
    network: id,
    head: () => current().head(),
    block: (height) => current().block(height),
    moves: (ref) => current().moves(ref),
    receipt: (txHash) => current().receipt(txHash),
    isKnown: (txHash) => current().isKnown(txHash),
    balance: (address, at) => current().balance(address, at),
    nonce: (address) => current().nonce(address),
    feeQuote: () => current().feeQuote(),
    broadcast: (raw) => current().broadcast(raw),
    url: () => url,
    faucet: ({ to, asset, units }) =>
      inOrder(async () => {
        await ensureNode()
        const listed = assetOn(network, asset)
        if (!listed) throw new RangeError(`${asset} is not on ${id}.`)
        return listed.contract === undefined
          ? send({ to, value: units }, GAS_TRANSFER)
          : send({ to: listed.contract, data: mintData(to, units) }, GAS_TOKEN)
      }),
    mine: (count = 1) =>
      inOrder(async () => {
        await ensureNode()
        for (let mined = 0; mined < count; mined++) await mineOne()
        return head()
      }),
    reorganise: ({ depth, keep }) =>
      inOrder(async () => {
        await ensureNode()
        const height = blocks.blocks.length
        // The first block has the contracts of the tokens.
        if (!Number.isInteger(depth) || depth < 1 || depth > height - 1)
          throw new RangeError(`${id} cannot be set back by ${depth} blocks.`)
        const undone = blocks.blocks.slice(height - depth)
        await rpc.one('anvil_rollback', [depth])
        await setNextBaseFee(rpc, height - depth)
        await blocks.rollback(height - depth)
        durable = height - depth
        undoneAt = undone.at(-1)?.at ?? 0
        await mineOne(keep ? undone.flatMap(({ txs }) => txs) : [])
        for (let mined = 0; mined < depth; mined++) await mineOne()
        untilRest = restAfter
        return head()
      }),
    async killNode() {
      if (node) process.kill(-node.pid, 'SIGKILL')
      await node?.ended
    },
    async stop() {
      isStopped = true
      timer.cancel()
      await queue
      await node?.stop()
      await blocks.close()
    },
  }
}

type Call = readonly [method: string, params: readonly unknown[]]

interface Rpc {
  one<T>(method: string, params: readonly unknown[]): Promise<T>
  many(calls: readonly Call[]): Promise<readonly unknown[]>
}

/** JSON-RPC with the methods of a development node; a batch is for reads only. */
function createRpc(url: () => string): Rpc {
  async function many(calls: readonly Call[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return []
    const answer = await fetch(url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(
        calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })),
      ),
    })
    const rows = (await answer.json()) as readonly {
      readonly id: number
      readonly result?: unknown
      readonly error?: { readonly message: string }
    }[]
    return calls.map((call, id) => {
      const row = rows.find((each) => each.id === id)
      if (!row || row.error)
        throw new ChainError('REFUSED', `${call[0]}: ${row?.error?.message ?? 'no answer'}`)
      return row.result
    })
  }
  return {
    many,
    one: async <T>(method: string, params: readonly unknown[]) =>
      (await many([[method, params]]))[0] as T,
  }
}

/**
 * After a rollback anvil goes on with the fee of the block that is gone; a replay goes on with that
 * of the parent, as EIP-1559 has it.
 */
async function setNextBaseFee(rpc: Rpc, parentHeight: number): Promise<void> {
  const parent = await rpc.one<Record<'baseFeePerGas' | 'gasUsed' | 'gasLimit', string>>(
    'eth_getBlockByNumber',
    [`0x${parentHeight.toString(16)}`, false],
  )
  const fee = BigInt(parent.baseFeePerGas)
  const target = BigInt(parent.gasLimit) / 2n
  const over = BigInt(parent.gasUsed) - target
  const step = (fee * (over < 0n ? -over : over)) / target / 8n
  const next = over > 0n ? fee + (step > 0n ? step : 1n) : fee - step
  await rpc.one('anvil_setNextBlockBaseFeePerGas', [`0x${next.toString(16)}`])
}

/** One call after the other: a node runs those of a batch side by side. */
async function replay(rpc: Rpc, { blocks }: Pick<BlockLog, 'blocks'>): Promise<void> {
  for (const { at, txs } of blocks) {
    for (const raw of txs) await rpc.one('eth_sendRawTransaction', [raw])
    await rpc.one('evm_mine', [{ timestamp: at }])
  }
}
