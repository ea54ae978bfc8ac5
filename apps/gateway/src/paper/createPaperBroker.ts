import type { DisplayedMarket, DisplayedTrade, Level, Side } from '../market/ports.ts'
import type { PaperDecision } from '../spot/exchange/command.ts'
import { refuse, type Refusal } from '../spot/exchange/effects.ts'
import { isOpen, leftLots, type Order, type OrderTerms } from '../spot/exchange/order.ts'
import { createConsumption } from './createConsumption.ts'
import { createQueue, type Queue } from './createQueue.ts'
import { takerFills } from './fillModel.ts'

export interface PaperBrokerOptions {
  readonly market: DisplayedMarket
  /** Milliseconds of the market's own time, which may stand still. */
  readonly marketTime: () => number
  /** Open paper orders after a restart. */
  readonly resting: readonly Order[]
  /** Books a fill of a resting order. */
  readonly fill: (order: Order, lots: number) => void
  readonly refillMs?: number
}

export type PaperTerms = Pick<OrderTerms, 'symbol' | 'side' | 'ticks' | 'lots' | 'budget' | 'timeInForce'>

export interface PaperBroker {
  /** Best prices the trader can still take, in ticks. */
  best(userId: string, symbol: string): { readonly bid: number | undefined; readonly ask: number | undefined }
  decide(userId: string, terms: PaperTerms): PaperDecision | { readonly refused: Refusal }
  /** The decided order was accepted: what it took is gone for this trader, what rests waits in the queue. */
  accept(userId: string, order: Order | undefined, options: { terms: Pick<PaperTerms, 'symbol' | 'side'>; decision: PaperDecision }): void
  stop(): void
}

/** How far the displayed book is walked. */
const DEPTH = 1_000

/** The fill model over the displayed book (design: trading section 5): what the market would have given. It decides; the exchange books. */
export function createPaperBroker({ market, marketTime, resting, fill, refillMs }: PaperBrokerOptions): PaperBroker {
  const consumption = createConsumption({ marketTime, ...(refillMs === undefined ? {} : { refillMs }) })
  const queues = new Map<string, Queue>()
  const queueOf = (symbol: string): Queue => {
    const queue = queues.get(symbol) ?? createQueue()
    queues.set(symbol, queue)
    return queue
  }
  for (const order of resting) if (order.status !== 'waiting') queueOf(order.symbol).add(order, order.queueAhead)

  function takeable(userId: string, symbol: string, side: Side): Level[] {
    const { bids, asks } = market.book(symbol, DEPTH)
    return (side === 'buy' ? bids : asks)
      .map(([ticks, displayed]) => [ticks, consumption.left(userId, { symbol, side, ticks, displayed })] as const)
      .filter(([, lots]) => lots > 0)
  }

  /** The book now crosses resting orders: it trades with them at their price, as it would have on arrival. */
  function meet(symbol: string, side: Side, ticks: number, displayed: number): void {
    if (displayed === 0 || market.status(symbol) === 'paused') return
    for (const order of queueOf(symbol).reachedBy(oppositeOf(side), ticks)) {
      const level = { symbol, side, ticks, displayed }
      const lots = Math.min(leftLots(order), consumption.left(order.userId, level))
      if (lots === 0) continue
      consumption.take(order.userId, level, lots)
      fill(order, lots)
    }
  }

  const unsubscribe = market.subscribe({
    level(symbol, side, ticks, lots) {
      if (lots === 0) consumption.vanished({ symbol, side, ticks })
      queues.get(symbol)?.shrink(side, ticks, lots)
      if (queues.has(symbol)) meet(symbol, side, ticks, lots)
    },
    trade: (trade: DisplayedTrade) => queues.get(trade.symbol)?.trade(trade, fill),
    rebuilt(symbol) {
      consumption.rebuilt(symbol)
      const queue = queues.get(symbol)
      for (const { side, ticks } of queue?.prices() ?? []) queue?.shrink(side, ticks, market.lotsAt(symbol, side, ticks))
    },
  })

  return {
    best: (userId, symbol) => ({ bid: takeable(userId, symbol, 'buy')[0]?.[0], ask: takeable(userId, symbol, 'sell')[0]?.[0] }),
    decide(userId, terms) {
      const { symbol, side, ticks, timeInForce } = terms
      const { bids, asks } = market.book(symbol, 1)
      const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0]
      const facing = side === 'buy' ? ask : bid
      const crosses = facing > 0 && (side === 'buy' ? facing <= ticks : facing >= ticks)
      if (timeInForce === 'post_only' && crosses) return refuse('40206', 'The order would trade at once; it was asked to rest only.')
      const { fills, complete, left } = takerFills(terms, takeable(userId, symbol, oppositeOf(side)))
      if (timeInForce === 'fok' && !complete) return refuse('40207', 'The order cannot be filled in full.')
      const rests = left > 0 && (timeInForce === 'gtc' || timeInForce === 'post_only')
      return { fills, bid, ask, complete, rests, queueAhead: rests ? market.lotsAt(symbol, side, ticks) : 0 }
    },
    accept(userId, order, { terms, decision }) {
      const { symbol } = terms
      const side = oppositeOf(terms.side)
      for (const [ticks, lots] of decision.fills) consumption.take(userId, { symbol, side, ticks, displayed: market.lotsAt(symbol, side, ticks) }, lots)
      if (order && isOpen(order)) queueOf(symbol).add(order, decision.queueAhead)
    },
    stop: unsubscribe,
  }
}

const oppositeOf = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
