import path from 'node:path'
import { ChainError, type UtxoChain } from '../ports/Chain.ts'
import { assetOn } from '../ports/networks.ts'
import { createUtxoChain } from '../utxo/createUtxoChain.ts'
import type { UtxoCall } from '../utxo/createUtxoRpc.ts'
import { openBlockLog, type BlockLog } from './blockLog.ts'
import type { DevChain, DevChainOptions } from './createDevChain.ts'
import { startLitecoind, type LitecoindProcess } from './startLitecoind.ts'
import { faucetAddress, faucetPayment } from './utxoFaucet.ts'

/** A development chain of Litecoin on this machine that outlives a kill -9 (wallet 1). */
export type UtxoDevChain = DevChain & UtxoChain

/** In the log of blocks, where an EVM chain has its number. */
const CHAIN_ID = 2
/** Before anybody is paid: the coins of a block may be spent a hundred blocks later. */
const FIRST_BLOCKS = 120
/** Blocks that a re-organisation may take away at most. */
const MOST_DEPTH = 12
const MATURE_AT = 100
/** Many blocks at once. */
const GENERATE_MS = 60_000

/** A node that is started again whenever its blocks are to be others. */
interface Node {
  /** The chain as it is on disk. @throws ChainError after the end */
  chain(): UtxoChain
  url(): string
  call: UtxoCall
  /** A node that was killed comes back with every block of the log. */
  ensure(): Promise<void>
  /** Blocks, the first of what waits. @returns how many transactions they have */
  mine(count: number): Promise<number>
  rollback(toHeight: number): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs litecoind and brings back its blocks: after a kill -9 it comes back without them, so that
 * each raw block is on disk before it is shown to anyone, and is submitted again at the next start.
 */
export async function createUtxoDevChain(options: DevChainOptions): Promise<UtxoDevChain> {
  const { network, clock, log } = options
  const { id } = network
  const blocks = await openBlockLog(path.join(options.dir, `${id}.jsonl`), {
    chainId: CHAIN_ID,
    now: clock.now,
  })
  const node = await openNode(options, blocks).catch(async (error: unknown) => {
    await blocks.close()
    throw error
  })
  /** How many blocks without a transaction come before the chain rests. */
  let untilRest = 0
  const restAfter = 2 * network.unlockAt + 2
  let isStopped = false
  let queue: Promise<unknown> = Promise.resolve()
  let timer = { cancel() {} }

  /** One thing at a time: blocks, faucet and re-organisations. */
  function inOrder<T>(run: () => Promise<T>): Promise<T> {
    const next = queue.then(async () => {
      if (isStopped) throw new ChainError('UNREACHABLE', `${id} has stopped.`)
      await node.ensure()
      return run()
    })
    queue = next.catch(() => {})
    return next
  }

  async function mine(count: number): Promise<void> {
    if (count < 1) return
    untilRest = (await node.mine(count)) > 0 ? restAfter : Math.max(untilRest - count, 0)
  }

  const isWaiting = async (): Promise<boolean> =>
    (await node.call<{ readonly size: number }>('getmempoolinfo', [])).size > 0

  function tick(): void {
    timer = clock.after(network.blockSeconds * 1000, () => {
      inOrder(async () => {
        if (untilRest > 0 || (await isWaiting())) await mine(1)
      })
        .catch((error: unknown) => {
          if (!isStopped)
            log.warn('A development chain made no block', { network: id, error: String(error) })
        })
        .finally(() => {
          if (!isStopped) tick()
        })
    })
  }

  await mine(FIRST_BLOCKS - blocks.blocks.length)
  untilRest = restAfter
  if (options.mines ?? true) tick()
  return {
    ...chainOf(id, node.chain),
    url: node.url,
    faucet: ({ to, asset, units }) =>
      inOrder(async () => {
        if (!assetOn(network, asset)) throw new RangeError(`${asset} is not on ${id}.`)
        const matureBelow = blocks.blocks.length - MATURE_AT - MOST_DEPTH + 2
        const chain = node.chain()
        return chain.broadcast(await faucetPayment(chain, { network, to, units, matureBelow }))
      }),
    mine: (count = 1) =>
      inOrder(async () => {
        await mine(count)
        return node.chain().head()
      }),
    reorganise: (wanted) =>
      inOrder(async () => {
        await reorganise({ node, blocks, id, mine }, wanted)
        untilRest = restAfter
        return node.chain().head()
      }),
    killNode: node.kill,
    async stop() {
      isStopped = true
      timer.cancel()
      await queue
      await node.stop()
      await blocks.close()
    },
  }
}

/** The same chain whatever node answers at the moment. */
const chainOf = (id: string, current: () => UtxoChain): UtxoChain => ({
  network: id,
  head: async () => current().head(),
  block: async (height) => current().block(height),
  moves: async (ref, isWanted) => current().moves(ref, isWanted),
  receipt: async (txHash) => current().receipt(txHash),
  isKnown: async (txHash) => current().isKnown(txHash),
  balance: async (address, at) => current().balance(address, at),
  nonce: async (address) => current().nonce(address),
  feeQuote: async () => current().feeQuote(),
  broadcast: async (raw) => current().broadcast(raw),
  unspent: async (addresses) => current().unspent(addresses),
  isSpendable: async (output) => current().isSpendable(output),
})

async function reorganise(
  {
    node,
    blocks,
    id,
    mine,
  }: {
    readonly node: Node
    readonly blocks: Pick<BlockLog, 'blocks'>
    readonly id: string
    readonly mine: (count: number) => Promise<void>
  },
  { depth, keep }: { readonly depth: number; readonly keep: boolean },
): Promise<void> {
  const height = blocks.blocks.length
  if (!Number.isInteger(depth) || depth < 1 || depth > Math.min(height - FIRST_BLOCKS, MOST_DEPTH))
    throw new RangeError(`${id} cannot be set back by ${depth} blocks.`)
  const raws: string[] = []
  for (let at = height - depth + 1; keep && at <= height; at++)
    raws.push(...(await paymentsIn(node.call, at)))
  await node.rollback(height - depth)
  for (const raw of raws) await node.call('sendrawtransaction', [raw])
  await mine(depth + 1)
}

/** The raw transactions of a block without its first, which makes its coins. */
async function paymentsIn(call: UtxoCall, height: number): Promise<readonly string[]> {
  const block = await call<{ readonly tx: readonly { readonly hex: string }[] }>('getblock', [
    await call<string>('getblockhash', [height]),
    2,
  ])
  return block.tx.slice(1).map((tx) => tx.hex)
}

async function openNode(
  { binary, network, dir, clock, log }: DevChainOptions,
  blocks: BlockLog,
): Promise<Node> {
  const { id } = network
  const miner = faucetAddress(network)
  let running: LitecoindProcess | undefined
  let chain: UtxoChain | undefined
  let isStopped = false
  let durable = 0
  /** When the last block was made that a re-organisation took away: no other may equal it. */
  let undoneAt = 0

  async function start(): Promise<void> {
    const started = await startLitecoind(binary, { network: id, dir })
    running = started
    void started.ended.then(() => {
      if (!isStopped && running === started)
        log.warn('The node of a development chain ended', { network: id })
    })
    // Nobody else reaches it before: a payment that is in a later block would come into another.
    await replay(started, blocks)
    durable = blocks.blocks.length
    chain = createUtxoChain({ network: id, url: started.url, durableHeight: () => durable })
  }

  const call: UtxoCall = (method, params, options) => {
    if (!running) throw new ChainError('UNREACHABLE', `${id} has no node.`)
    return running.call(method, params, options)
  }

  async function restart(): Promise<void> {
    const before = running
    running = undefined
    chain = undefined
    await before?.stop()
    await start()
  }

  await start()
  return {
    call,
    url: () => running?.url ?? '',
    chain() {
      if (!chain) throw new ChainError('UNREACHABLE', `${id} has no node.`)
      return chain
    },
    async ensure() {
      try {
        const height = await call<number>('getblockcount', [])
        if (height !== durable) throw new ChainError('GONE', 'A block is not on disk.')
      } catch {
        await restart()
      }
    },
    async mine(count) {
      const last = blocks.blocks.at(-1)?.at
      // The first ones are a little apart, and all before the chain's beginning.
      const at =
        last === undefined
          ? blocks.genesisSeconds - FIRST_BLOCKS
          : Math.max(last + 1, undoneAt + 1, Math.floor(clock.now() / 1000))
      if (!running) throw new ChainError('UNREACHABLE', `${id} has no node.`)
      const mined = await mineAt(running, { miner, at, count })
      await blocks.append(...mined.map(({ raw, seconds }) => ({ at: seconds, txs: [raw] })))
      durable = blocks.blocks.length
      return mined.reduce((sum, { payments }) => sum + payments, 0)
    },
    async rollback(toHeight) {
      undoneAt = blocks.blocks.at(-1)?.at ?? 0
      await blocks.rollback(toHeight)
      await restart()
    },
    async kill() {
      if (running) process.kill(-running.pid, 'SIGKILL')
      await running?.ended
    },
    async stop() {
      isStopped = true
      await running?.stop()
    },
  }
}

/** Blocks at a moment of the chain's own clock, or as soon after it as they may be. */
async function mineAt(
  { call, batch }: Pick<LitecoindProcess, 'call' | 'batch'>,
  { miner, at, count }: { readonly miner: string; readonly at: number; readonly count: number },
): Promise<readonly MinedBlock[]> {
  await call('setmocktime', [at])
  const hashes = await call<readonly string[]>('generatetoaddress', [count, miner], {
    timeoutMs: GENERATE_MS,
  })
  const raws = await batch<string>(
    'getblock',
    hashes.map((hash) => [hash, 0]),
  )
  return raws.map(readBlock)
}

interface MinedBlock {
  readonly raw: string
  readonly seconds: number
  /** Transactions but the one that makes its coins. */
  readonly payments: number
}

/** Version, parent and root come before the time in a header; the transactions' number after it. */
const TIME_AT = 68
const COUNT_AT = 80
const TWO_BYTES = 0xfd

function readBlock(raw: string): MinedBlock {
  const bytes = Buffer.from(raw.slice(0, 2 * (COUNT_AT + 3)), 'hex')
  const short = bytes.readUInt8(COUNT_AT)
  const count = short < TWO_BYTES ? short : bytes.readUInt16LE(COUNT_AT + 1)
  return { raw, seconds: bytes.readUInt32LE(TIME_AT), payments: count - 1 }
}

async function replay(
  { call, batch }: Pick<LitecoindProcess, 'call' | 'batch'>,
  { blocks }: Pick<BlockLog, 'blocks'>,
): Promise<void> {
  const last = blocks.at(-1)
  if (!last) return
  await call('setmocktime', [last.at])
  const answers = await batch<string | null>(
    'submitblock',
    blocks.map(({ txs }) => [txs[0] ?? '']),
  )
  const refused = answers.find((answer) => answer !== null)
  if (refused !== undefined) throw new Error(`litecoind refused a block of its log: ${refused}`)
}
