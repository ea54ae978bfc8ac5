import { pairOf, openOrderOf } from '../../exchange/state/ExchangeView.ts'
import type { Clock } from '@x/kit'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import type { Reached } from '../../exchange/matching/createTriggerBook.ts'
import { takeTurns } from '../../exchange/matching/takeTurns.ts'
import { priceKinds, triggerStep, type PriceKind } from '../../exchange/matching/trigger.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { createSlices, type SliceOptions } from '../../platform/event-loop/createSlices.ts'
import { isArmed, type SpotOrder, triggerOf } from '../../exchange/state/order.ts'
import { firedTerms, withinHold } from '../../exchange/spot/conditionalOrders.ts'
import { markTicks } from './markPrice.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { NO_FILLS, protectionTicks } from './protectionTicks.ts'

export interface TriggerWatchOptions {
  readonly core: TradingCore
  readonly market: DisplayedMarket
  readonly broker: PaperBroker
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** A trigger failed while no caller could catch it. */
  readonly onError: (error: unknown) => void
  readonly slices?: SliceOptions | undefined
}

export interface TriggerWatch {
  stop(): void
}

interface Seen {
  readonly symbol: string
  readonly by: PriceKind
  readonly price: number
}

/**
 * One price at work: what it moves, then what it reaches, in rounds until a round lets nothing go.
 */
interface Round {
  readonly trailing: Reached[]
  readonly reached: readonly Reached[]
  next: number
  hasFired: boolean
}

/** The prices of a pair that a realm has yet to see, in order. */
interface Lane {
  readonly realm: Realm
  readonly symbol: string
  pending: Seen[]
  round: Round | undefined
}

/**
 * Prices that a lane keeps while its orders are let go; beyond that the lowest, the highest and the
 * latest replace all.
 */
const MOST_PENDING = 1_000
/** Trailing triggers moved by one command. */
const TRAILED_AT_ONCE = 200

/**
 * Shows every price of the displayed market to the trigger books and lets go what it reaches. What
 * it decides becomes a command: a replay needs no market. Thousands of orders may wait for one
 * price: they are let go in slices, pairs in turn, and at one price accounts in turn. What a stop
 * of the process leaves undone is reached again by the first price after it.
 */
export function createTriggerWatch({
  core,
  market,
  broker,
  clock,
  onError,
  slices,
}: TriggerWatchOptions): TriggerWatch {
  const lanes = new Map<string, Lane>()
  /** Those with work, the next first. */
  const busy: Lane[] = []
  /** Paper traders for whom nobody stands opposite, in this slice. */
  const alone = new Set<string>()
  const work = createSlices({ ...slices, clock, onError, step, onSlice: () => alone.clear() })

  function see(seen: Seen): void {
    for (const realm of ['live', 'paper'] as const) queueUp(realm, seen)
    work.wake()
  }

  function queueUp(realm: Realm, seen: Seen): void {
    const key = `${realm}:${seen.symbol}`
    const lane = lanes.get(key) ?? { realm, symbol: seen.symbol, pending: [], round: undefined }
    lanes.set(key, lane)
    const last = lane.pending.at(-1)
    if (
      last
        ? last.by === seen.by && last.price === seen.price && lane.pending.length > 1
        : !core.state.triggers(realm, seen.symbol)?.waitsFor(seen.by)
    )
      return
    lane.pending.push(seen)
    if (lane.pending.length > MOST_PENDING) lane.pending = compacted(lane.pending)
    if (!last) busy.push(lane)
  }

  /** One order, or one step on the way to it. */
  function step(): boolean {
    const lane = busy.shift()
    if (!lane) return false
    if (!goesOn(lane)) {
      lane.round = undefined
      lane.pending.shift()
    }
    if (lane.pending.length > 0) busy.push(lane)
    return true
  }

  /** Whether the lane's price has more to do. */
  function goesOn(lane: Lane): boolean {
    const [seen] = lane.pending
    try {
      return seen !== undefined && mayFire(lane, seen) && advance(lane, seen)
    } catch (error) {
      // What this price left undone waits for the next one, as after a stop of the process.
      lane.round = undefined
      lane.pending = []
      throw error
    }
  }

  function mayFire({ realm, symbol }: Lane, { by }: Seen): boolean {
    if (
      core.paused() ||
      market.status(symbol) === 'paused' ||
      (realm === 'live' && !market.liveTrading())
    )
      return false
    return core.state.triggers(realm, symbol)?.waitsFor(by) === true
  }

  /** `false`: the price has nothing more to do. */
  function advance(lane: Lane, { by, price }: Seen): boolean {
    const book = core.state.triggers(lane.realm, lane.symbol)!
    const round = (lane.round ??= {
      trailing: [...book.trailing(by, price)],
      reached: [],
      next: 0,
      hasFired: true,
    })
    if (round.trailing.length > 0) {
      trail(round.trailing.splice(0, TRAILED_AT_ONCE), price)
      return true
    }
    const reached = round.reached[round.next++]
    if (reached) {
      if (isStill(reached, price) && fire(reached)) round.hasFired = true
      return true
    }
    // A round that lets nothing go is the last: what one order brings into the book another may
    // have been waiting for.
    if (!round.hasFired) return false
    lane.round = {
      trailing: [],
      reached: byTurns(book.reached(by, price)),
      next: 0,
      hasFired: false,
    }
    return true
  }

  function trail(trailing: readonly Reached[], price: number): void {
    const rows = trailing
      .filter(({ orderId, which }) => stepOf(orderId, which, price) === 'trails')
      .map(({ orderId, which }) => [orderId, which, price] as const)
    if (rows.length > 0) core.execute({ kind: 'trail', at: clock.now(), rows })
  }

  /**
   * Price, then time; at one price the accounts take turns, so that many orders of one do not hold
   * up another's.
   */
  function byTurns(reached: readonly Reached[]): readonly Reached[] {
    const trigger = ({ orderId, which }: Reached) =>
      triggerOf(openOrderOf(core.state, orderId), which)
    const groupOf = (entry: Reached) =>
      trigger(entry).callback > 0 ? 'trailing' : `${trigger(entry).rises}:${trigger(entry).ticks}`
    return takeTurns(reached, {
      groupOf,
      accountOf: ({ orderId }) => openOrderOf(core.state, orderId).userId,
    })
  }

  /**
   * What a price makes of the order as it is now; nothing of one that was cancelled, changed or let
   * go meanwhile.
   */
  function stepOf(orderId: number, which: number, price: number): ReturnType<typeof triggerStep> {
    const order = core.state.orders.get(orderId)
    const trigger = order && isArmed(order) ? order.triggers[which] : undefined
    return trigger ? triggerStep(trigger, price) : 'waits'
  }

  const isStill = ({ orderId, which }: Reached, price: number): boolean =>
    stepOf(orderId, which, price) === 'fires'

  /**
   * `false`: nobody stands opposite; it waits instead of being cancelled, and holds up nobody
   * behind it.
   */
  function fire({ orderId, which }: Reached): boolean {
    const order = openOrderOf(core.state, orderId)
    const terms = firedTerms(order, which)
    const best = terms.atMarket ? bestOpposite(order) : undefined
    if (terms.atMarket && best === undefined) return false
    const ticks = terms.atMarket ? protectionTicks(order, best!) : terms.ticks
    const at = clock.now()
    if (order.realm === 'live') {
      core.execute({ kind: 'fire', at, orderId, which, ticks })
      return true
    }
    const asked = {
      ...order,
      ...terms,
      lots: terms.lots - order.filledLots,
      ticks: terms.atMarket ? withinHold(order, { which, protection: ticks }) : ticks,
    }
    const decided = broker.decide(order.userId, asked)
    // What must not trade, or not in part, ends instead.
    const decision = 'refused' in decided ? NO_FILLS : decided
    core.execute({ kind: 'paperFire', at, orderId, which, ...decision })
    broker.accept(order.userId, core.state.orders.get(orderId), { terms: asked, decision })
    return true
  }

  /**
   * Nothing that is let go gives a paper trader more to take, so that its book is looked at once
   * for all it has waiting.
   */
  function bestOpposite({ realm, userId, symbol, side }: SpotOrder): number | undefined {
    if (realm === 'live')
      return pairOf(core.state, symbol).engine.book.best(side === 'buy' ? 1 : 0) || undefined
    const trader = `${side}:${userId}`
    if (alone.has(trader)) return undefined
    const best = broker.best(userId, symbol)[side === 'buy' ? 'ask' : 'bid']
    if (best === undefined) alone.add(trader)
    return best
  }

  function seeMark(symbol: string): void {
    const isWanted =
      core.state.triggers('live', symbol)?.waitsFor('mark') ||
      core.state.triggers('paper', symbol)?.waitsFor('mark')
    if (!isWanted) return
    const { bids, asks } = market.book(symbol, 1)
    const price = markTicks({
      last: market.lastTicks(symbol),
      bid: bids[0]?.[0],
      ask: asks[0]?.[0],
    })
    if (price !== undefined) see({ symbol, by: 'mark', price })
  }

  function seeAll(symbol: string): void {
    const last = market.lastTicks(symbol)
    if (last !== undefined) see({ symbol, by: 'last', price: last })
    seeMark(symbol)
  }

  const unsubscribe = market.subscribe({
    trade({ symbol, ticks }) {
      see({ symbol, by: 'last', price: ticks })
      seeMark(symbol)
    },
    level: seeMark,
    rebuilt: seeMark,
    status: (symbol, status) => (status === 'trading' ? seeAll(symbol) : undefined),
  })
  // What was reached before the process stopped, and not let go.
  for (const symbol of core.state.markets.keys()) seeAll(symbol)

  return {
    stop() {
      unsubscribe()
      work.stop()
    },
  }
}

/**
 * The price at work stays; of the others those replace all that reach the most, and the latest.
 */
function compacted([atWork, ...later]: readonly Seen[]): Seen[] {
  const kept = new Set<Seen>()
  for (const by of priceKinds) {
    const own = later.filter((seen) => seen.by === by).toSorted((a, b) => a.price - b.price)
    for (const seen of [own[0], own.at(-1), later.findLast((each) => each.by === by)])
      if (seen) kept.add(seen)
  }
  return [...(atWork ? [atWork] : []), ...later.filter((seen) => kept.has(seen))]
}
