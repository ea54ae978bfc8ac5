import type { PaperBroker, PaperTerms, RestingOrder } from './ports/PaperBroker.ts'
import type { Clock } from '@x/kit'
import type { DisplayedMarket, DisplayedTrade } from '../market-data/ports/DisplayedMarket.ts'
import type { Level, Side } from '../../exchange/instruments/Instrument.ts'
import { createSlices, type SliceOptions } from '../../platform/event-loop/createSlices.ts'
import { refuse } from '../../exchange/state/effects.ts'
import { isOpen } from '../../exchange/state/order.ts'
import { createConsumption, type ConsumedLevel } from './createConsumption.ts'
import { createQueue, type Queue } from './createQueue.ts'
import { takerFills, type TakerFills } from './fillModel.ts'

export interface PaperBrokerOptions {
  readonly market: DisplayedMarket
  /** Milliseconds of the market's own time, which may stand still. */
  readonly marketTime: () => number
  /** Open paper orders after a restart. */
  readonly resting: readonly (RestingOrder & { readonly queueAhead: number })[]
  /** Books a fill of a resting order. */
  readonly fill: (order: RestingOrder, lots: number) => void
  readonly clock: Pick<Clock, 'monotonic'>
  /** A fill failed while no caller could catch it. */
  readonly onError: (error: unknown) => void
  /** How fills that came at once are booked. */
  readonly slices?: SliceOptions | undefined
  readonly refillMs?: number
}

/** How far the displayed book is traversed. */
const DEPTH = 1_000
const FIRST_LEVELS = 16

/**
 * The fill model over the displayed book (trading 5): what the market would have
 * given. It decides; the exchange books.
 */
export function createPaperBroker({
  market,
  marketTime,
  resting,
  fill,
  clock,
  onError,
  slices,
  refillMs,
}: PaperBrokerOptions): PaperBroker {
  const consumption = createConsumption({
    marketTime,
    ...(refillMs === undefined ? {} : { refillMs }),
  })
  const queues = new Map<string, Queue>()
  const queueOf = (symbol: string): Queue => {
    const queue = queues.get(symbol) ?? createQueue()
    queues.set(symbol, queue)
    return queue
  }
  const booking = createSlices({ ...slices, clock, onError, step: bookNext })
  for (const order of resting)
    if (order.status !== 'waiting') queueOf(order.symbol).add(order, order.queueAhead)

  function takeable(
    userId: string,
    {
      symbol,
      side,
      depth,
    }: { readonly symbol: string; readonly side: Side; readonly depth: number },
  ): Level[] {
    const { bids, asks } = market.book(symbol, depth)
    return (side === 'buy' ? bids : asks)
      .map(
        ([ticks, displayed]) =>
          [ticks, consumption.left(userId, { symbol, side, ticks, displayed })] as const,
      )
      .filter(([, lots]) => lots > 0)
  }

  /**
   * Most orders are filled by the first levels, or reach no further: the whole book is read for the
   * others.
   */
  function fillsOf(userId: string, terms: PaperTerms): TakerFills {
    const { symbol } = terms
    const side = oppositeOf(terms.side)
    const first = takerFills(terms, takeable(userId, { symbol, side, depth: FIRST_LEVELS }))
    const furthest = market.book(symbol, FIRST_LEVELS)[side === 'buy' ? 'bids' : 'asks'][
      FIRST_LEVELS - 1
    ]?.[0]
    const isBeyond =
      furthest !== undefined &&
      (terms.side === 'buy' ? furthest > terms.ticks : furthest < terms.ticks)
    return first.complete || furthest === undefined || isBeyond
      ? first
      : takerFills(terms, takeable(userId, { symbol, side, depth: DEPTH }))
  }

  /** Few traders have taken the best levels: more of the book is read where one has. */
  function bestOf(userId: string, symbol: string, side: Side): number | undefined {
    for (const depth of [1, FIRST_LEVELS, DEPTH]) {
      const { bids, asks } = market.book(symbol, depth)
      const levels = side === 'buy' ? bids : asks
      const found = levels.find(
        ([ticks, displayed]) => consumption.left(userId, { symbol, side, ticks, displayed }) > 0,
      )
      if (found || levels.length < depth) return found?.[0]
    }
    return undefined
  }

  /** Fills of one event may be many: they are booked in slices. */
  function bookNext(): boolean {
    for (const queue of queues.values()) {
      const due = queue.takeDue()
      if (!due) continue
      fill(due.order, due.lots)
      return true
    }
    return false
  }

  /**
   * The book now crosses resting orders: it trades with them at their price, as it would have on
   * arrival.
   */
  function meet(queue: Queue, level: ConsumedLevel): void {
    if (level.displayed === 0 || market.status(level.symbol) === 'paused') return
    queue.reach(oppositeOf(level.side), level.ticks, (order, open) => {
      const lots = Math.min(open, consumption.left(order.userId, level))
      if (lots > 0) consumption.take(order.userId, level, lots)
      return lots
    })
    booking.wake()
  }

  const unsubscribe = market.subscribe({
    level(symbol, side, ticks, lots) {
      if (lots === 0) consumption.vanished({ symbol, side, ticks })
      const queue = queues.get(symbol)
      queue?.shrink(side, ticks, lots)
      if (queue) meet(queue, { symbol, side, ticks, displayed: lots })
    },
    trade(trade: DisplayedTrade) {
      queues.get(trade.symbol)?.trade(trade)
      booking.wake()
    },
    rebuilt(symbol) {
      consumption.rebuilt(symbol)
      const queue = queues.get(symbol)
      for (const { side, ticks } of queue?.prices() ?? [])
        queue?.shrink(side, ticks, market.lotsAt(symbol, side, ticks))
    },
  })

  return {
    best: (userId, symbol) => ({
      bid: bestOf(userId, symbol, 'buy'),
      ask: bestOf(userId, symbol, 'sell'),
    }),
    decide(userId, terms) {
      const { symbol, side, ticks, timeInForce } = terms
      const { bids, asks } = market.book(symbol, 1)
      const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0]
      const facing = side === 'buy' ? ask : bid
      const crosses = facing > 0 && (side === 'buy' ? facing <= ticks : facing >= ticks)
      if (timeInForce === 'post_only' && crosses) return refuse('would-trade')
      const { fills, complete, left } = fillsOf(userId, terms)
      if (timeInForce === 'fok' && !complete) return refuse('not-fillable')
      const rests = left > 0 && (timeInForce === 'gtc' || timeInForce === 'post_only')
      return {
        fills,
        bid,
        ask,
        complete,
        rests,
        queueAhead: rests ? market.lotsAt(symbol, side, ticks) : 0,
      }
    },
    accept(userId, order, { terms, decision }) {
      const { symbol } = terms
      const side = oppositeOf(terms.side)
      for (const [ticks, lots] of decision.fills)
        consumption.take(
          userId,
          { symbol, side, ticks, displayed: market.lotsAt(symbol, side, ticks) },
          lots,
        )
      if (order && isOpen(order)) queueOf(symbol).add(order, decision.queueAhead)
    },
    drop: ({ id, symbol }) => queues.get(symbol)?.drop(id),
    stop() {
      unsubscribe()
      booking.stop()
    },
  }
}

const oppositeOf = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
