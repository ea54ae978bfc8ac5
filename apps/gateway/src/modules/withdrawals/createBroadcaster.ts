import type { Clock } from '@x/kit'
import type { WithdrawalEventCommand } from '../../exchange/state/withdrawalCommand.ts'
import type { Withdrawal } from '../../exchange/state/withdrawals.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { Chain } from '../wallet/ports/Chain.ts'
import { atomsPerUnit, type Network } from '../wallet/ports/networks.ts'
import { receiptOf, sendAgain } from '../wallet/ports/payments.ts'
import type { Signer } from '../wallet/ports/Signer.ts'
import { judge } from './createWithdrawalRequests.ts'
import { isHotEnough, requestOf } from './payments/requestOf.ts'
import type { PaymentRound } from './payments/PaymentRound.ts'
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
  /** Deposit addresses, whose coins pay withdrawals on UTXO networks. */
  readonly addresses?: PaymentRound['addresses']
  readonly reserved?: PaymentRound['reserved']
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
/** What the signer says of a withdrawal only that it has not signed. */
const UNSIGNED: ReadonlySet<string> = new Set(['hourly', 'inputs'])
/** After such a refusal. */
const ASK_AGAIN_MS = 60_000

type Step = Pick<WithdrawalEventCommand, 'event'> & Partial<WithdrawalEventCommand>

interface Round extends Omit<BroadcasterOptions, 'networks'> {
  readonly network: Network
  readonly chain: Chain
  /** Height of the head at the first look at a broadcast transaction, by its hash. */
  readonly seenAt: Map<string, number>
  /** When the signer refused a withdrawal that it may sign later. */
  readonly refusedAt: Map<number, number>
}

export function createBroadcaster(options: BroadcasterOptions): Broadcaster {
  const { trading, networks, clock, log } = options
  const seenAt = new Map<string, number>()
  const refusedAt = new Map<number, number>()
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
          await advance({ ...options, network: on.network, chain, seenAt, refusedAt }, withdrawal)
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
      if (withdrawal.asked) return signed(round, { withdrawal, bump: 0 })
      return (await mayAsk(round, withdrawal)) ? { event: 'ask' } : undefined
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

async function mayAsk(round: Round, withdrawal: Readonly<Withdrawal>): Promise<boolean> {
  const { clock, refusedAt, trading } = round
  // It was asked for before the deposit left its block, and can still be cancelled.
  if (trading.core.state.deposits.isStopped(withdrawal.userId)) return false
  const since = clock.now() - (refusedAt.get(withdrawal.id) ?? -Infinity)
  return since >= ASK_AGAIN_MS && (await isHotEnough(round, withdrawal))
}

/**
 * Asks the signer. A refusal is for an operator to look at: the withdrawal waits. After one for the
 * cap of the hour or for its inputs, which the signer says of what it has not signed, it can be
 * cancelled again.
 */
async function signed(
  round: Round,
  { withdrawal, bump }: { readonly withdrawal: Readonly<Withdrawal>; readonly bump: number },
): Promise<Step | undefined> {
  const { signer, log, clock, refusedAt } = round
  const { id } = withdrawal
  const request = await requestOf(round, { withdrawal, bump })
  if (!request) return undefined
  const answer = await signer.sign(request)
  if ('refused' in answer) {
    log.error('The signer refuses a withdrawal', { withdrawal: id, reason: answer.refused })
    if (!UNSIGNED.has(answer.refused) || bump > 0) return undefined
    refusedAt.set(id, clock.now())
    return { event: 'unask' }
  }
  refusedAt.delete(id)
  return {
    event: bump === 0 ? 'hotEnough' : 'unmined',
    payment: { ...answer.signed, bump },
  }
}

async function accepted(
  { chain }: Round,
  { payments }: Readonly<Withdrawal>,
): Promise<Step | undefined> {
  const last = payments.at(-1)
  if (!last) return undefined
  // After a crash it may be in a block already, and its node refuses it a second time.
  await sendAgain(chain, last)
  return { event: 'accepted' }
}

async function broadcastStep(
  round: Round,
  withdrawal: Readonly<Withdrawal>,
): Promise<Step | undefined> {
  const { chain, seenAt } = round
  const receipt = await receiptOf(chain, withdrawal.payments)
  if (receipt) {
    // Should its block be lost, it has waited for none since.
    for (const { txHash } of withdrawal.payments) seenAt.delete(txHash)
    return { event: 'mined', height: receipt.height }
  }
  const last = withdrawal.payments.at(-1)
  if (!last) return undefined
  await sendAgain(chain, last)
  const { height } = await chain.head()
  const since = seenAt.get(last.txHash) ?? height
  seenAt.set(last.txHash, since)
  const isLate = height - since >= BUMP_AFTER_BLOCKS && last.bump < MOST_BUMPS
  return isLate ? signed(round, { withdrawal, bump: last.bump + 1 }) : undefined
}

async function confirmingStep(
  { network, chain }: Round,
  withdrawal: Readonly<Withdrawal>,
): Promise<Step | undefined> {
  const receipt = await receiptOf(chain, withdrawal.payments)
  if (!receipt) return { event: 'orphaned' }
  const { height } = await chain.head()
  if (height - receipt.height + 1 < network.unlockAt) return undefined
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
