import type { DisplayedTrade } from '../market-data/ports/DisplayedMarket.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import { isOpen, leftLots } from '../../exchange/state/order.ts'
import type { RestingOrder } from './ports/PaperBroker.ts'
import { queueStep } from './fillModel.ts'

interface Entry {
  readonly order: RestingOrder
  readonly side: Side
  /** Where it stands: an amendment moves the order before it moves here. */
  readonly ticks: number
  ahead: number
  /** Lots that the market gave it and that are not booked yet. */
  due: number
}

/** The orders of one price: of each trader, oldest first. */
interface Level {
  readonly traders: Map<string, Entry[]>
  /** No entry stands behind more than this. */
  mostAhead: number
}

/** A fill that the market gave to a resting order. */
export interface DueFill {
  readonly order: RestingOrder
  readonly lots: number
}

/**
 * Where every resting paper order of a pair stands behind the displayed book, by side and price: an
 * event touches the prices that it reaches.
 */
export interface Queue {
  add(order: RestingOrder, ahead: number): void
  /** The order rests no longer. */
  drop(orderId: number): void
  /**
   * A trade in the market fills what it reaches, best price and oldest first within each trader.
   */
  trade(trade: DisplayedTrade): void
  /** A displayed level shrank: nobody stands behind more than is displayed. */
  shrink(side: Side, ticks: number, lots: number): void
  /**
   * A displayed level of the other side has reached orders of `side`: fills them, best price and
   * oldest first within each trader. `take` answers how many of the open lots the level still has
   * for the trader, and takes them down.
   */
  reach(side: Side, ticks: number, take: (order: RestingOrder, open: number) => number): void
  /** The next fill to be booked; what was cancelled or moved meanwhile has none. */
  takeDue(): DueFill | undefined
  /** Every price at which something rests, once. */
  prices(): readonly { readonly side: Side; readonly ticks: number }[]
  /** Orders looked at since the start: what events cost. */
  touched(): number
  size(): number
}

export function createQueue(): Queue {
  const entries = new Map<number, Entry>()
  const sides: Readonly<Record<Side, PriceList>> = {
    buy: createPriceList('buy'),
    sell: createPriceList('sell'),
  }
  const owing = new Set<Entry>()
  let touched = 0

  function give(entry: Entry, lots: number): void {
    entry.due += lots
    owing.add(entry)
  }

  function remove(entry: Entry): void {
    const { order, side, ticks } = entry
    if (entries.get(order.id) === entry) entries.delete(order.id)
    const level = sides[side].get(ticks)
    const own = level?.traders.get(order.userId)
    if (!level || !own) return
    own.splice(own.indexOf(entry), 1)
    if (own.length === 0) level.traders.delete(order.userId)
    if (level.traders.size === 0) sides[side].delete(ticks)
  }

  /** What the trader still has open here; ended orders leave. */
  function openOf(own: readonly Entry[]): Entry[] {
    touched += own.length
    const ended = own.filter(({ order }) => !isOpen(order))
    for (const entry of ended) remove(entry)
    return ended.length === 0 ? [...own] : own.filter(({ order }) => isOpen(order))
  }

  return {
    add(order, ahead) {
      const before = entries.get(order.id)
      if (before) remove(before)
      const { id, side, ticks, userId } = order
      const entry: Entry = { order, side, ticks, ahead, due: 0 }
      entries.set(id, entry)
      const level = sides[side].open(ticks)
      const own = level.traders.get(userId) ?? []
      level.traders.set(userId, own)
      own.splice(own.findLastIndex((other) => other.order.id < id) + 1, 0, entry)
      level.mostAhead = Math.max(level.mostAhead, ahead)
    },
    drop(orderId) {
      const entry = entries.get(orderId)
      if (entry) remove(entry)
    },
    trade(trade) {
      const side: Side = trade.takerSide === 'sell' ? 'buy' : 'sell'
      const volumes = new Map<string, number>()
      for (const [ticks, level] of sides[side].reachedBy(trade.ticks)) {
        for (const [userId, own] of level.traders) {
          let volume = volumes.get(userId) ?? trade.lots
          for (const entry of openOf(own)) {
            const { order, due, ahead } = entry
            const step = queueStep(
              { id: order.id, side, ticks, left: leftLots(order) - due, ahead },
              { ...trade, volume },
            )
            entry.ahead = step.ahead
            volume -= step.lots
            if (step.lots > 0) give(entry, step.lots)
          }
          volumes.set(userId, volume)
        }
      }
    },
    shrink(side, ticks, lots) {
      const level = sides[side].get(ticks)
      if (!level || level.mostAhead <= lots) return
      level.mostAhead = lots
      for (const own of level.traders.values())
        for (const entry of openOf(own)) entry.ahead = Math.min(entry.ahead, lots)
    },
    reach(side, ticks, take) {
      /** Traders for whom the level has nothing left. */
      const sated = new Set<string>()
      for (const [, level] of sides[side].reachedBy(ticks)) {
        for (const [userId, own] of level.traders) {
          if (sated.has(userId)) continue
          for (const entry of openOf(own)) {
            const open = leftLots(entry.order) - entry.due
            const lots = open > 0 ? take(entry.order, open) : 0
            if (lots > 0) give(entry, lots)
            if (lots === open) continue
            sated.add(userId)
            break
          }
        }
      }
    },
    takeDue() {
      for (const entry of owing) {
        owing.delete(entry)
        const { order } = entry
        const lots = Math.min(entry.due, leftLots(order))
        entry.due = 0
        if (lots > 0 && isOpen(order) && entries.get(order.id) === entry) return { order, lots }
      }
      return undefined
    },
    prices: () =>
      (['buy', 'sell'] as const).flatMap((side) =>
        sides[side].prices().map((ticks) => ({ side, ticks })),
      ),
    touched: () => touched,
    size: () => entries.size,
  }
}

/** The levels of one side, best price first. */
interface PriceList {
  get(ticks: number): Level | undefined
  open(ticks: number): Level
  delete(ticks: number): void
  /** The levels whose price a price of the other side has reached, best first. */
  reachedBy(ticks: number): readonly (readonly [ticks: number, level: Level])[]
  prices(): readonly number[]
}

function createPriceList(side: Side): PriceList {
  const levels = new Map<number, Level>()
  /** Best last, where most of the changes are. */
  const order: number[] = []
  const isWorse = (a: number, b: number): boolean => (side === 'buy' ? a < b : a > b)

  /** How many prices are worse. */
  function placeOf(ticks: number): number {
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isWorse(order[middle]!, ticks)) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    get: (ticks) => levels.get(ticks),
    open(ticks) {
      const known = levels.get(ticks)
      if (known) return known
      const level: Level = { traders: new Map(), mostAhead: 0 }
      levels.set(ticks, level)
      order.splice(placeOf(ticks), 0, ticks)
      return level
    },
    delete(ticks) {
      if (levels.delete(ticks)) order.splice(placeOf(ticks), 1)
    },
    reachedBy: (ticks) =>
      order
        .slice(placeOf(ticks))
        .toReversed()
        .map((own) => [own, levels.get(own)!] as const),
    prices: () => order.toReversed(),
  }
}
