import type { Clock } from '@x/kit'
import { protectionPrice } from '@x/trading'
import { formatUnits, parseUnits } from '@x/decimal'
import type { DisplayedMarket } from '../market/ports.ts'
import type { Reached } from '../matching/createTriggerBook.ts'
import { triggerStep, type PriceKind } from '../matching/trigger.ts'
import type { PaperBroker } from '../paper/createPaperBroker.ts'
import type { Realm } from '../server/route.ts'
import { isArmed, type Order } from './exchange/order.ts'
import { firedTerms, withinHold } from './exchange/waitingOrders.ts'
import { markTicks } from './markPrice.ts'
import type { TradingCore } from './openTradingCore.ts'
import { symbolSpec } from './symbols.ts'

export interface TriggerWatchOptions {
  readonly core: TradingCore
  readonly market: DisplayedMarket
  readonly broker: PaperBroker
  readonly clock: Pick<Clock, 'now'>
}

export interface TriggerWatch {
  stop(): void
}

interface Seen {
  readonly symbol: string
  readonly by: PriceKind
  readonly price: number
}

/** Shows every price of the displayed market to the trigger books and lets go what it reaches. What it decides becomes a command: a replay needs no market. */
export function createTriggerWatch({ core, market, broker, clock }: TriggerWatchOptions): TriggerWatch {
  const waiting: Seen[] = []
  let isRunning = false

  /** Letting an order go may move the price: what that shows comes after what is being worked through. */
  function see(seen: Seen): void {
    waiting.push(seen)
    if (isRunning) return
    isRunning = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) for (const realm of ['live', 'paper'] as const) work(realm, next)
    } finally {
      isRunning = false
      waiting.length = 0
    }
  }

  function work(realm: Realm, { symbol, by, price }: Seen): void {
    const book = core.state.triggers(realm, symbol)
    if (!book?.waitsFor(by) || core.paused() || market.status(symbol) === 'paused' || (realm === 'live' && !market.liveTrading())) return
    const trailing = book.trailing(by, price)
    if (trailing.length > 0) core.execute({ kind: 'trail', at: clock.now(), rows: trailing.map(({ orderId, which }) => [orderId, which, price] as const) })
    const alone = new Set<string>()
    // A round that lets nothing go is the last: what one order brings into the book another may have been waiting for.
    while (book.reached(by, price).filter((reached) => isStill(reached, price) && fire(reached, alone)).length > 0);
  }

  /** What went before it in the round may have ended it. */
  function isStill({ orderId, which }: Reached, price: number): boolean {
    const order = core.state.orders.get(orderId)
    return order !== undefined && isArmed(order) && triggerStep(order.triggers![which]!, price) === 'fires'
  }

  /** `false`: nobody stands opposite; it waits instead of being cancelled, and holds up nobody behind it. */
  function fire({ orderId, which }: Reached, alone: Set<string>): boolean {
    const order = core.state.orders.get(orderId)!
    const terms = firedTerms(order, which)
    const best = terms.atMarket ? bestOpposite(order, alone) : undefined
    if (terms.atMarket && best === undefined) return false
    const ticks = terms.atMarket ? protectionTicks(order, best!) : terms.ticks
    const at = clock.now()
    if (order.realm === 'live') {
      core.execute({ kind: 'fire', at, orderId, which, ticks })
      return true
    }
    const asked = { ...order, ...terms, lots: terms.lots - order.filledLots, ticks: terms.atMarket ? withinHold(order, { which, protection: ticks }) : ticks }
    const decided = broker.decide(order.userId, asked)
    // What must not trade, or not in part, ends instead.
    const decision = 'refused' in decided ? { fills: [], bid: 0, ask: 0, complete: false, rests: false, queueAhead: 0 } : decided
    core.execute({ kind: 'paperFire', at, orderId, which, ...decision })
    broker.accept(order.userId, core.state.orders.get(orderId), { terms: asked, decision })
    return true
  }

  /** Nothing that is let go gives a paper trader more to take, so that its book is looked at once for all it has waiting. */
  function bestOpposite({ realm, userId, symbol, side }: Order, alone: Set<string>): number | undefined {
    if (realm === 'live') return core.state.pairs.get(symbol)!.engine.book.best(side === 'buy' ? 1 : 0) || undefined
    const trader = `${side}:${userId}`
    if (alone.has(trader)) return undefined
    const best = broker.best(userId, symbol)[side === 'buy' ? 'ask' : 'bid']
    if (best === undefined) alone.add(trader)
    return best
  }

  function seeMark(symbol: string): void {
    const isWanted = core.state.triggers('live', symbol)?.waitsFor('mark') || core.state.triggers('paper', symbol)?.waitsFor('mark')
    if (!isWanted) return
    const { bids, asks } = market.book(symbol, 1)
    const price = markTicks({ last: market.lastTicks(symbol), bid: bids[0]?.[0], ask: asks[0]?.[0] })
    if (price !== undefined) see({ symbol, by: 'mark', price })
  }

  function seeAll(symbol: string): void {
    const last = market.lastTicks(symbol)
    if (last !== undefined) see({ symbol, by: 'last', price: last })
    seeMark(symbol)
  }

  return {
    stop: market.subscribe({
      trade({ symbol, ticks }) {
        see({ symbol, by: 'last', price: ticks })
        seeMark(symbol)
      },
      level: seeMark,
      rebuilt: seeMark,
      status: (symbol, status) => (status === 'trading' ? seeAll(symbol) : undefined),
    }),
  }
}

function protectionTicks({ symbol, side }: Order, best: number): number {
  const { pricePlace, tickSize } = symbolSpec(symbol)!
  return Number(parseUnits(protectionPrice({ side, bestPrice: formatUnits(BigInt(best), pricePlace), tickSize }), pricePlace))
}
