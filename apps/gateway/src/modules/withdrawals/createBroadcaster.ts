import type { Clock } from '@x/kit'
import type { WithdrawalEventCommand } from '../../exchange/state/withdrawalCommand.ts'
import type { Payment, Withdrawal } from '../../exchange/state/withdrawals.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { Chain, ChainReceipt } from '../wallet/ports/Chain.ts'
import { assetOn, atomsPerUnit, type Network } from '../wallet/ports/networks.ts'
import type { Signer } from '../wallet/ports/Signer.ts'
import { judge } from './createWithdrawalRequests.ts'
import { BUMP_AFTER_BLOCKS, MOST_BUMPS, REVIEW_EXPIRES_MS } from './rules.ts'

/** A network as the broadcaster needs it; the wallet module runs it. */
export interface PaidNetwork {
  readonly network: Network
  /** `undefined` while no node answers. */
  chain(): Chain | undefined
  /** Why nothing is paid over it at the moment. */
  pause(): object | undefined
}

export interface BroadcasterOptions {
  readonly trading: Pick<TradingService, 'core' | 'runWithEffects' | 'confirm'>
  readonly networks: readonly PaidNetwork[]
  readonly signer: Signer
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Log
}

/** Brings withdrawals from their approval to the chain, and sees what becomes of them there. */
export interface Broadcaster {
  /** One round over every open withdrawal. */
  step(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const STEP_MS = 1_000
/** A payment of the network's own coin, and of a token, more than it takes. */
const COIN_GAS = 21_000n
const TOKEN_GAS = 100_000n

type Step = Pick<WithdrawalEventCommand, 'event'> & Partial<WithdrawalEventCommand>

interface Round extends Omit<BroadcasterOptions, 'networks'> {
  readonly network: Network
  readonly chain: Chain
  /** Height of the head at the first look at a broadcast transaction, by its hash. */
  readonly seenAt: Map<string, number>
}

export function createBroadcaster(options: BroadcasterOptions): Broadcaster {
  const { trading, networks, clock, log } = options
  const seenAt = new Map<string, number>()
  const failing = new Set<string>()
  let isStopped = false
  let timer = { cancel() {} }
  let turn: Promise<void> = Promise.resolve()

  async function step(): Promise<void> {
    if (trading.core.paused()) return
    for (const withdrawal of trading.core.state.withdrawals.open.values()) {
      const on = networks.find(({ network }) => network.id === withdrawal.network)
      const chain = on?.pause() ? undefined : on?.chain()
      try {
        const next = ofRules(options, withdrawal)
        if (next) await apply(options, { withdrawal, step: next })
        else if (on && chain)
          await advance({ ...options, network: on.network, chain, seenAt }, withdrawal)
        failing.delete(String(withdrawal.id))
      } catch (error) {
        // A node or a signer that does not answer is asked again; the state says how far it came.
        if (!failing.has(String(withdrawal.id)))
          log.warn('A withdrawal could not be brought further', {
            withdrawal: withdrawal.id,
            state: withdrawal.state,
            error: String(error),
          })
        failing.add(String(withdrawal.id))
      }
    }
  }

  function next(afterMs: number): void {
    if (isStopped) return
    timer = clock.after(afterMs, () => {
      turn = step().finally(() => next(STEP_MS))
    })
  }

  return {
    step,
    start: () => next(0),
    async stop() {
      isStopped = true
      timer.cancel()
      await turn
    },
  }
}

/** What happens without a chain: rules that a crash left undone, a review that nobody decided. */
function ofRules(
  { trading, clock }: BroadcasterOptions,
  withdrawal: Readonly<Withdrawal>,
): Step | undefined {
  const now = clock.now()
  if (withdrawal.state === 'pending') judge(trading, { withdrawal, now })
  const isOver = now - withdrawal.createdAt >= REVIEW_EXPIRES_MS
  return withdrawal.state === 'review' && isOver
    ? { event: 'expire', reason: 'expired' }
    : undefined
}

/** Answers once the event is on disk: what follows from it may leave this machine. */
async function apply(
  { trading, clock }: Pick<BroadcasterOptions, 'trading' | 'clock'>,
  { withdrawal, step }: { readonly withdrawal: Readonly<Withdrawal>; readonly step: Step },
): Promise<void> {
  trading.runWithEffects({
    kind: 'withdrawalEvent',
    at: clock.now(),
    id: withdrawal.id,
    ...step,
  })
  await trading.confirm(undefined)
}

async function advance(round: Round, withdrawal: Readonly<Withdrawal>): Promise<void> {
  const step = await stepOf(round, withdrawal)
  if (step) await apply(round, { withdrawal, step })
}

async function stepOf(round: Round, withdrawal: Readonly<Withdrawal>): Promise<Step | undefined> {
  switch (withdrawal.state) {
    case 'approved':
      return (await isHotEnough(round, withdrawal))
        ? signed(round, { withdrawal, bump: 0 })
        : undefined
    case 'signed':
      return accepted(round, withdrawal)
    case 'broadcast':
      return broadcastStep(round, withdrawal)
    case 'confirming':
      return confirmingStep(round, withdrawal)
    default:
      return undefined
  }
}

/** The hot address has what leaves, and what the network charges for it. */
async function isHotEnough(
  { network, chain, signer }: Round,
  { asset, amount, fee }: Readonly<Withdrawal>,
): Promise<boolean> {
  const coin = assetOn(network, asset)
  if (!coin) return false
  const hot = await signer.hotAddress()
  const quote = await chain.feeQuote()
  if (quote.family !== 'evm') return false
  const units = (amount - fee) / atomsPerUnit(coin)
  const gas = quote.maxFeePerGas * (coin.contract === undefined ? COIN_GAS : TOKEN_GAS)
  const own = await chain.balance(hot)
  if (coin.contract === undefined) return own >= units + gas
  return own >= gas && (await chain.balance(hot, { contract: coin.contract })) >= units
}

/** Asks the signer. A refusal is for an operator to look at: the withdrawal waits. */
async function signed(
  { network, chain, signer, log }: Round,
  { withdrawal, bump }: { readonly withdrawal: Readonly<Withdrawal>; readonly bump: number },
): Promise<Step | undefined> {
  const { id, asset, address, amount, fee, approvals, payments } = withdrawal
  const coin = assetOn(network, asset)
  const quote = await chain.feeQuote()
  if (!coin || quote.family !== 'evm') return undefined
  const least = await leastFee(payments.at(-1))
  const maxFeePerGas = quote.maxFeePerGas > least ? quote.maxFeePerGas : least
  const answer = await signer.sign({
    kind: 'withdrawal',
    id: String(id),
    bump,
    network: network.id,
    asset,
    address,
    receive: String(amount - fee),
    fee: String(fee),
    approvals,
    gas: {
      limit: String(coin.contract === undefined ? COIN_GAS : TOKEN_GAS),
      maxFeePerGas: String(maxFeePerGas),
      maxPriorityFeePerGas: String(bump === 0 ? quote.maxPriorityFeePerGas : maxFeePerGas),
    },
    mined: await chain.nonce(await signer.hotAddress()),
  })
  if ('refused' in answer) {
    log.error('The signer refuses a withdrawal', { withdrawal: id, reason: answer.refused })
    return undefined
  }
  return {
    event: bump === 0 ? 'hotEnough' : 'unmined',
    payment: { ...answer.signed, bump },
  }
}

/** A quarter above what the transaction that is replaced pays. */
async function leastFee(payment: Payment | undefined): Promise<bigint> {
  if (!payment) return 0n
  // viem takes a quarter of a second to load: not before it is needed.
  const { parseTransaction } = await import('viem')
  const { maxFeePerGas = 0n } = parseTransaction(payment.raw as `0x02${string}`)
  return (maxFeePerGas * 5n + 3n) / 4n
}

async function accepted(
  { chain }: Round,
  { payments }: Readonly<Withdrawal>,
): Promise<Step | undefined> {
  const last = payments.at(-1)
  if (!last) return undefined
  // After a crash it may be in a block already, and its node refuses it a second time.
  if (!(await chain.isKnown(last.txHash))) await chain.broadcast(last.raw)
  return { event: 'accepted' }
}

/** Of a transaction and its replacements at most one is mined (W4). */
async function receiptOf(
  chain: Chain,
  { payments }: Readonly<Withdrawal>,
): Promise<ChainReceipt | undefined> {
  for (const { txHash } of payments.toReversed()) {
    const receipt = await chain.receipt(txHash)
    if (receipt) return receipt
  }
  return undefined
}

async function broadcastStep(
  round: Round,
  withdrawal: Readonly<Withdrawal>,
): Promise<Step | undefined> {
  const { chain, seenAt } = round
  const receipt = await receiptOf(chain, withdrawal)
  if (receipt) return { event: 'mined', height: receipt.height }
  const last = withdrawal.payments.at(-1)
  if (!last) return undefined
  if (!(await chain.isKnown(last.txHash))) await chain.broadcast(last.raw)
  const { height } = await chain.head()
  const since = seenAt.get(last.txHash) ?? height
  seenAt.set(last.txHash, since)
  const isLate = height - since >= BUMP_AFTER_BLOCKS && last.bump < MOST_BUMPS
  return isLate ? signed(round, { withdrawal, bump: last.bump + 1 }) : undefined
}

async function confirmingStep(
  { network, chain, seenAt }: Round,
  withdrawal: Readonly<Withdrawal>,
): Promise<Step | undefined> {
  const receipt = await receiptOf(chain, withdrawal)
  if (!receipt) return { event: 'orphaned' }
  const { height } = await chain.head()
  if (height - receipt.height + 1 < network.unlockAt) return undefined
  for (const { txHash } of withdrawal.payments) seenAt.delete(txHash)
  const coin = network.assets.find(({ contract }) => contract === undefined)
  const gas = coin && {
    asset: coin.asset,
    atoms: String(receipt.gas * atomsPerUnit(coin)),
  }
  return {
    ...(receipt.succeeded
      ? { event: 'final' as const }
      : { event: 'revertedFinal' as const, reason: 'reverted' }),
    ...(gas ? { gas } : {}),
  }
}
