import { spendableBy } from '../funds/orderAccounts.ts'
import { heldBy, placeHold, refuseFunds } from '../funds/holds.ts'
import type { AmendCommand, OrderChanges, PaperAmendCommand } from '../state/command.ts'
import { refuse, type EffectLog, type OrderAnswer, type Refusal } from '../state/effects.ts'
import { larger } from '../instruments/rounding.ts'
import { crosses, enterBook } from './enterBook.ts'
import { spentAsset, leftLots, type SpotOrder } from '../state/order.ts'
import { holdFor } from './settleTrade.ts'
import { type ExchangeState, type Pair, pairOf } from '../state/state.ts'

export type Answered = { readonly refused: Refusal } | { readonly answer: OrderAnswer }

/**
 * Another price, size or trigger for a live order, or for one that only waits. Nothing is changed
 * before the last check has passed.
 */
export function amendOrder(state: ExchangeState, log: EffectLog, command: AmendCommand): Answered {
  const found = amendable(state, command)
  if ('refused' in found) return found
  const { order, pair } = found
  const isInBook = order.status !== 'waiting'
  const timeInForce = order.timeInForce === 'post_only' ? 'post_only' : 'gtc'
  const moves = command.ticks !== order.ticks || command.lots > order.lots
  if (
    isInBook &&
    moves &&
    timeInForce === 'post_only' &&
    crosses(pair, { side: order.side === 'buy' ? 0 : 1, ticks: command.ticks })
  )
    return refuse('would-trade')
  change(state, log, { ...found, changes: command })
  if (isInBook)
    enterBook(state, log, {
      pair,
      order,
      entry: {
        kind: 'amend',
        orderId: order.id,
        ticks: order.ticks,
        lots: leftLots(order),
        timeInForce,
        prevention: order.prevention,
      },
    })
  return answerOf(order)
}

interface Amendable {
  readonly order: SpotOrder
  readonly pair: Pair
  /** What the order holds more, or less, than before. */
  readonly extra: bigint
}

export function amendable(
  state: ExchangeState,
  command: AmendCommand | PaperAmendCommand,
): Amendable | { readonly refused: Refusal } {
  const order = state.orders.get(command.orderId)
  if (!order || order.phase !== undefined) return refuse('order-not-open')
  const pair = pairOf(state, order.symbol)
  const { ticks, lots, budget, triggers, credit, at } = command
  const extra =
    holdFor({ ...order, ticks, lots, budget, ...(triggers ? { triggers } : {}) }, pair) -
    heldBy(order)
  if (credit && order.account !== undefined) {
    const needed = larger(extra, 0n)
    const refused = refuseFunds(state, { order, pair, needed, limit: credit.limit, at })
    return refused ?? { order, pair, extra }
  }
  const asset = spentAsset(order, pair.instrument)
  if (extra > spendableBy(state.accounts, order, asset)) return refuse('balance', { asset })
  return { order, pair, extra }
}

export function change(
  state: ExchangeState,
  log: EffectLog,
  { order, pair, extra, changes }: Amendable & { readonly changes: OrderChanges },
): void {
  const { ticks, lots, budget, triggers, exits } = changes
  placeHold(state, log, { order, pair, amount: extra })
  Object.assign(order, {
    ticks,
    lots,
    budget,
    updatedAt: log.at,
    ...(triggers ? { triggers } : {}),
    ...(exits ? { exits } : {}),
  })
  state.arm(order)
  log.touchOrder(order)
}

export function answerOf(order: SpotOrder): Answered {
  return { answer: { orderId: String(order.id), clientOid: order.clientOid, status: order.status } }
}
