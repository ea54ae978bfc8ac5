import type { Instrument } from './instruments/Instrument.ts'
import { settleFuturesEvents } from './futures/enterContract.ts'
import { resetFutures } from './futures/resetFutures.ts'
import { executeFutures } from './futures/executeFutures.ts'
import {
  activatePaperTrigger,
  amendPaper,
  fillPaper,
  placePaper,
  releasePaper,
} from './paper/paperOrders.ts'
import type { Realm } from './accounts/accounts.ts'
import { openPaper, resetPaper, topUpPaper } from './paper/paperFunds.ts'
import { amendOrder } from './spot/amendOrders.ts'
import type { ExchangeCommand } from './state/command.ts'
import {
  createEffectLog,
  refuse,
  type EffectLog,
  type OrderAnswer,
  type Outcome,
  type Refusal,
} from './state/effects.ts'
import { leaveBook } from './spot/enterBook.ts'
import { endOrder } from './spot/attachedOrders.ts'
import { grant, openAccounts } from './funds/grants.ts'
import { bindHolders } from './state/holders.ts'
import { applyHouseAccountFlow } from './spot/houseAccountOrders.ts'
import { placeLive } from './spot/liveOrders.ts'
import { firstOfList } from './spot/orderLists.ts'
import type { Order, PendingTerms } from './state/order.ts'
import { runDeposit } from './funds/deposits.ts'
import { transfer } from './funds/transfer.ts'
import { runPayment } from './funds/payments.ts'
import { executeP2p, isP2pCommand } from './products/p2p.ts'
import { executeCopy, isCopyCommand } from './products/copy/executeCopy.ts'
import { resetCopy } from './products/copy/resetCopy.ts'
import { executeProducts, isProductCommand } from './products/executeProducts.ts'
import { countAlgoFills, executeAlgo, linkOrder, mayPlace, resetAlgos } from './spot/algoOrders.ts'
import type { CopyCommand } from './state/copyCommand.ts'
import type { FuturesCommand } from './state/futuresCommand.ts'
import type { P2pCommand } from './state/p2pCommand.ts'
import { isPaymentCommand, type PaymentCommand } from './state/paymentCommand.ts'
import { executeMargin, isMarginCommand } from './margin/executeMargin.ts'
import { resetMargin } from './margin/resetMargin.ts'
import type { MarginCommand } from './state/marginCommand.ts'
import type { ProductCommand } from './state/productCommand.ts'
import type { WithdrawalCommand } from './state/withdrawalCommand.ts'
import { isWithdrawalCommand, runWithdrawal } from './funds/withdrawals.ts'
import { upgradeRules } from './state/rules.ts'
import { createState, orderKey, type ExchangeState, pairOf } from './state/state.ts'
import {
  activateLiveTrigger,
  placeConditional,
  releaseLive,
  trail,
} from './spot/conditionalOrders.ts'

export interface Exchange {
  readonly state: ExchangeState
  /**
   * Runs one command. A refusal changes nothing; everything else must be journalled.
   * `isJournalled`: it was taken before, by a version that may have forgotten sooner which keys
   * were used.
   */
  execute(command: ExchangeCommand, options?: { readonly isJournalled?: boolean }): Outcome
}

type Done = { readonly refused: Refusal } | { readonly answer: OrderAnswer } | void

/** The trading state machine: pure, synchronous, deterministic. The journal holds its commands. */
export function createExchange(
  instruments: readonly Instrument[],
  state: ExchangeState = createState(instruments),
): Exchange {
  function run(log: EffectLog, command: ExchangeCommand, isJournalled: boolean): Done {
    switch (command.kind) {
      case 'open':
        return openAccounts(state, log, command)
      case 'grant':
        return grant(state, log, command)
      case 'place':
      case 'paperPlace':
      case 'wait':
        return placeOnce(state, log, { command, isJournalled })
      case 'fire':
        return activateLiveTrigger(state, log, command)
      case 'paperFire':
        return activatePaperTrigger(state, log, command)
      case 'release':
        return releaseLive(state, log, command)
      case 'paperRelease':
        return releasePaper(state, log, command)
      case 'trail':
        return trail(state, log, command)
      case 'amend':
        return amendOrder(state, log, command)
      case 'paperAmend':
        return amendPaper(state, log, command)
      case 'cancel': {
        const order = state.orders.get(command.orderId)
        return order ? { answer: cancelOrder(state, log, order) } : refuse('order-not-open')
      }
      case 'cancelAll':
        for (const order of command.orderIds.map((orderId) => state.orders.get(orderId)))
          if (order) cancelOrder(state, log, order)
        return undefined
      case 'holders':
        return bindHolders(state, log, command)
      case 'house':
        return applyHouseAccountFlow(state, log, command, { settleContract: settleFuturesEvents })
      case 'paperOpen':
        return openPaper(state, log, command)
      case 'paperFill':
        return fillPaper(state, log, command)
      case 'paperReset':
        resetAlgos(state, log, command)
        return resetPaper(state, log, command, {
          takenBefore: [
            ...resetFutures(state, log, command),
            ...resetCopy(state, log, command),
            ...resetMargin(state, log, command),
          ],
        })
      case 'paperTopUp':
        return topUpPaper(state, log, command)
      case 'transfer':
        return transfer(state, log, command, { isJournalled })
      case 'deposit':
      case 'depositEvent':
      case 'depositClaim':
      case 'depositsStale':
      case 'treasury':
        return runDeposit(state, log, command)
      case 'upgrade':
        return upgradeRules(state, command)
      case 'algoOpen':
      case 'algoStop':
        return executeAlgo(state, log, {
          command,
          isJournalled,
          cancel: (order) => void cancelOrder(state, log, order),
        })
      default:
        return executeProduct(state, log, { command, isJournalled })
    }
  }

  const isOpen = (orderId: number) => state.orders.has(orderId) || state.futures.orders.has(orderId)

  return {
    state,
    execute(command, { isJournalled = false } = {}) {
      const log = createEffectLog(command.at)
      const done = run(log, command, isJournalled)
      if (done && 'refused' in done) return done
      countAlgoFills(state, log, (order) => void cancelOrder(state, log, order))
      state.keys.forget({ at: command.at, isOpen })
      return done ? { effects: log.seal(), answer: done.answer } : { effects: log.seal() }
    },
  }
}

/** Commands of products other than spot orders, each with an executor of its own. */
function executeProduct(
  state: ExchangeState,
  log: EffectLog,
  {
    command,
    isJournalled,
  }: {
    readonly command:
      | FuturesCommand
      | WithdrawalCommand
      | ProductCommand
      | P2pCommand
      | CopyCommand
      | PaymentCommand
      | MarginCommand
    readonly isJournalled: boolean
  },
): Done {
  if (isWithdrawalCommand(command)) return runWithdrawal(state, log, { command, isJournalled })
  if (isProductCommand(command)) return executeProducts(state, log, { command, isJournalled })
  if (isP2pCommand(command)) return executeP2p(state, log, { command, isJournalled })
  if (isCopyCommand(command)) return executeCopy(state, log, { command, isJournalled })
  if (isMarginCommand(command)) return executeMargin(state, log, { command, isJournalled })
  if (isPaymentCommand(command)) return runPayment(state, log, { command, isJournalled })
  return executeFutures(state, log, { command, isJournalled })
}

function cancelOrder(state: ExchangeState, log: EffectLog, order: Order): OrderAnswer {
  const pair = pairOf(state, order.symbol)
  // A list is cancelled as a whole: its first order takes the second one with it.
  const ended = firstOfList(state, order) ?? order
  if (ended.realm === 'live') leaveBook(log, { pair, order: ended })
  endOrder(state, log, { order: ended, pair, status: 'cancelled' })
  return { orderId: String(order.id), clientOid: order.clientOid, status: order.status }
}

/**
 * Remembers the first answer under the client's order id. The caller has looked for an earlier use
 * before it built the command.
 */
function placeOnce(
  state: ExchangeState,
  log: EffectLog,
  { command, isJournalled }: { command: PlacingCommand; isJournalled: boolean },
): Done {
  const { userId, clientOid, digest, at } = command
  const realm = realmOf(command)
  const key = orderKey({ realm, userId, clientOid })
  if (!isJournalled && state.keys.has(key)) return refuse('key-used')
  const pendingKey = pendingKeyOf(command)
  if (
    !isJournalled &&
    pendingKey !== undefined &&
    (pendingKey === key || state.keys.has(pendingKey))
  )
    return refuse('key-used')
  const { algo } = command
  if (!isJournalled && algo !== undefined && !mayPlace(state, algo)) return refuse('algo-early')
  const done = place(state, log, command)
  if ('answer' in done) {
    const { answer } = done
    state.keys.add(key, { digest, answer, at })
    log.addKey({ key, digest, answer })
    if (command.pending && pendingKey !== undefined)
      takePendingKey(state, log, { command, pending: command.pending, key: pendingKey, done })
    if (algo !== undefined)
      linkOrder(state, log, { algoId: algo, orderId: Number(done.answer.orderId) })
  }
  return done
}

const pendingKeyOf = (command: PlacingCommand): string | undefined =>
  command.pending &&
  orderKey({ ...command, realm: realmOf(command), clientOid: command.pending.clientOid })

/** The name of a second order is used with the first one's, whatever becomes of it. */
function takePendingKey(
  state: ExchangeState,
  log: EffectLog,
  {
    command: { digest, at },
    pending: { clientOid },
    key,
    done,
  }: {
    readonly command: PlacingCommand
    readonly pending: PendingTerms
    readonly key: string
    readonly done: { readonly answer: OrderAnswer }
  },
): void {
  const orderId = String(Number(done.answer.orderId) + 1)
  const answer: OrderAnswer = { orderId, clientOid, status: 'waiting' }
  state.keys.add(key, { digest, answer, at })
  log.addKey({ key, digest, answer })
}

type PlacingCommand = Extract<ExchangeCommand, { kind: 'place' | 'paperPlace' | 'wait' }>

function realmOf(command: PlacingCommand): Realm {
  if (command.kind === 'wait') return command.realm
  return command.kind === 'place' ? 'live' : 'paper'
}

function place(state: ExchangeState, log: EffectLog, command: PlacingCommand) {
  switch (command.kind) {
    case 'place':
      return placeLive(state, log, command)
    case 'paperPlace':
      return placePaper(state, log, command)
    case 'wait':
      return placeConditional(state, log, command)
  }
}
