import { placeHold, refuseFunds } from '../funds/holds.ts'
import type {
  PaperAmendCommand,
  PaperFillCommand,
  PaperFireCommand,
  PaperPlaceCommand,
  PaperReleaseCommand,
} from '../state/command.ts'
import type { PaperDecision } from '../state/paperDecision.ts'
import { amendable, answerOf, change, type Answered } from '../spot/amendOrders.ts'
import { armed, disarm } from '../spot/conditionalOrders.ts'
import { type EffectLog, type OrderAnswer, type Refusal } from '../state/effects.ts'
import { coverPart, endOrder } from '../spot/attachedOrders.ts'
import { newOrder } from '../spot/newOrder.ts'
import { isOpen, leftLots, worstTicks, type SpotOrder } from '../state/order.ts'
import { addPending, release } from '../spot/orderLists.ts'
import { settleTrade } from '../spot/settleTrade.ts'
import { type ExchangeState, type Pair, pairOf } from '../state/state.ts'
import { executionCostsOf } from './executionCosts.ts'

/**
 * Books a paper order that the fill model has decided: its fills trade with the house account at
 * the prices seen, the rest waits or is cancelled.
 */
export function placePaper(
  state: ExchangeState,
  log: EffectLog,
  command: PaperPlaceCommand,
): { readonly refused: Refusal } | { readonly answer: OrderAnswer } {
  const pair = pairOf(state, command.symbol)
  const needed = fundsNeeded(pair, command)
  const order = newOrder(state, { command, realm: 'paper', queueAhead: command.queueAhead })
  const { loanLimit: limit, at } = command
  const lacking = refuseFunds(state, { order, pair, needed, limit, at })
  if (lacking) return lacking

  state.next.order++
  state.addOrder(order)
  log.touchOrder(order)
  placeHold(state, log, { order, pair, amount: needed })
  if (command.pending) addPending(state, log, { order, command, pending: command.pending })
  takePaperFills(state, log, { order, pair, decision: command })
  return { answer: { orderId: String(order.id), clientOid: order.clientOid, status: order.status } }
}

/** Books what an order takes on its arrival; its hold covers all of it. */
export function takePaperFills(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, decision }: { order: SpotOrder; pair: Pair; decision: PaperDecision },
): void {
  const { bid, ask, latency } = decision
  for (const [ticks, lots] of decision.fills) {
    const frictions = executionCostsOf({
      side: order.side,
      bid,
      ask,
      units: pair.units,
      fill: { ticks, lots },
      ...(latency ? { latency } : {}),
    })
    settleTrade(state, log, {
      realm: 'paper',
      pair,
      ticks,
      lots,
      maker: undefined,
      taker: order,
      takerSide: order.side,
      ...(frictions ? { frictions } : {}),
    })
  }
  order.queueAhead = decision.queueAhead
  if (decision.rests) coverPart(state, log, { order, pair })
  else
    endOrder(state, log, {
      order,
      pair,
      status: isComplete(order, decision) ? 'filled' : 'cancelled',
    })
}

/** The market reached a resting paper order. */
export function fillPaper(
  state: ExchangeState,
  log: EffectLog,
  { orderId, lots }: PaperFillCommand,
): void {
  const order = state.orders.get(orderId)
  if (!order || !isOpen(order) || order.status === 'waiting' || lots > leftLots(order))
    throw new RangeError('A paper fill must fit its order.')
  const pair = pairOf(state, order.symbol)
  settleTrade(state, log, {
    realm: 'paper',
    pair,
    ticks: order.ticks,
    lots,
    maker: order,
    taker: undefined,
    takerSide: order.side === 'buy' ? 'sell' : 'buy',
  })
  if (leftLots(order) > 0) coverPart(state, log, { order, pair })
  else endOrder(state, log, { order, pair, status: 'filled' })
}

/** The trigger of a paper order was reached, and the fill model has decided. */
export function activatePaperTrigger(
  state: ExchangeState,
  log: EffectLog,
  command: PaperFireCommand,
): void {
  const { order, pair } = armed(state, command.orderId)
  if (!disarm(state, log, { order, pair, which: command.which })) return
  takePaperFills(state, log, { order, pair, decision: command })
}

/** The second order of a list goes to the market, and the fill model has decided. */
export function releasePaper(
  state: ExchangeState,
  log: EffectLog,
  command: PaperReleaseCommand,
): void {
  const { order, pair } = release(state, log, command.orderId)
  takePaperFills(state, log, { order, pair, decision: command })
}

/** Changes a resting paper order, where the fill model has decided. */
export function amendPaper(
  state: ExchangeState,
  log: EffectLog,
  command: PaperAmendCommand,
): Answered {
  const found = amendable(state, command)
  if ('refused' in found) return found
  change(state, log, { ...found, changes: command })
  takePaperFills(state, log, { order: found.order, pair: found.pair, decision: command })
  return answerOf(found.order)
}

/**
 * A limit order holds for its whole size at its limit or its dearer leg, a market order for what it
 * trades.
 */
function fundsNeeded({ units }: Pair, command: PaperPlaceCommand): bigint {
  const filled =
    command.orderType === 'market' ? command.fills : [[worstTicks(command), command.lots] as const]
  return filled.reduce(
    (sum, [price, size]) =>
      sum +
      BigInt(size) *
        (command.side === 'sell' ? units.basePerLot : BigInt(price) * units.quotePerTickLot),
    0n,
  )
}

/** A budget order is filled when no further lot could be paid; any other when no lot is left. */
const isComplete = (
  order: SpotOrder,
  { complete = order.filledLots > 0 }: PaperDecision,
): boolean => (order.budget > 0 ? complete : leftLots(order) === 0)
