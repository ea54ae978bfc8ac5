import type { Level, Side } from '../../exchange/instruments/Instrument.ts'
import { wholeLots } from '../../exchange/matching/preview.ts'
import type { OrderTerms } from '../../exchange/state/order.ts'

export interface TakerFills {
  readonly fills: Level[]
  /** The whole size traded, or of the budget no further lot could be paid. */
  readonly complete: boolean
  /** Lots that found nothing; 0 for a budget order. */
  readonly left: number
}

/**
 * Traverses what a trader can still take of the other side, best price first, never beyond the
 * order's limit or protection.
 */
export function takerFills(
  terms: Pick<OrderTerms, 'side' | 'ticks' | 'lots' | 'budget'>,
  levels: readonly Level[],
): TakerFills {
  const fills: Level[] = []
  const byBudget = terms.budget > 0
  let left = terms.lots
  let budget = terms.budget
  for (const [ticks, lots] of levels) {
    if (terms.side === 'buy' ? ticks > terms.ticks : ticks < terms.ticks) break
    if (!byBudget && left === 0) break
    const affordable = byBudget ? wholeLots(budget, ticks) : left
    const taken = Math.min(affordable, lots)
    if (taken > 0) fills.push([ticks, taken])
    left -= byBudget ? 0 : taken
    budget -= byBudget ? taken * ticks : 0
    if (byBudget && affordable <= lots) return { fills, complete: fills.length > 0, left: 0 }
  }
  return { fills, complete: !byBudget && left === 0, left }
}

export interface QueuedOrder {
  readonly id: number
  readonly side: Side
  readonly ticks: number
  /** Lots still open. */
  readonly left: number
  /** Displayed lots that must trade or go before it does. */
  readonly ahead: number
}

/** What a trade in the market does to one resting paper order. */
export interface QueueStep {
  readonly ahead: number
  readonly lots: number
}

/**
 * A trade at the order's price first eats the queue before it; a trade beyond its price would have
 * met the order first. `volume` is what of the trade the trader's better orders left over: only
 * that comes to the queue.
 */
export function queueStep(
  order: QueuedOrder,
  trade: { readonly ticks: number; readonly takerSide: Side; readonly volume: number },
): QueueStep {
  const isHit = order.side !== trade.takerSide
  const beyond = order.side === 'buy' ? order.ticks - trade.ticks : trade.ticks - order.ticks
  if (!isHit || beyond < 0) return { ahead: order.ahead, lots: 0 }
  const ahead = beyond > 0 ? 0 : order.ahead
  return {
    ahead: Math.max(0, ahead - trade.volume),
    lots: Math.min(order.left, Math.max(0, trade.volume - ahead)),
  }
}
