import type { DisplayedTrade, Side } from '../market/ports.ts'
import { isOpen, leftLots, type Order } from '../spot/exchange/order.ts'
import { queueStep } from './fillModel.ts'

interface Entry {
  readonly order: Order
  ahead: number
}

/** Where every resting paper order of a pair stands behind the displayed book. */
export interface Queue {
  add(order: Order, ahead: number): void
  /** A trade in the market; calls `fill` for each order it reaches, best price and oldest first within each trader. */
  trade(trade: DisplayedTrade, fill: (order: Order, lots: number) => void): void
  /** A displayed level shrank: nobody stands behind more than is displayed. */
  shrink(side: Side, ticks: number, lots: number): void
  /** Orders of `side` whose price a displayed level of the other side has reached, best first. */
  reachedBy(side: Side, ticks: number): readonly Order[]
  /** Every price at which something rests, once. */
  prices(): readonly { readonly side: Side; readonly ticks: number }[]
}

export function createQueue(): Queue {
  const entries = new Map<number, Entry>()

  /** Cancelled and filled orders leave when they are met. */
  function* waiting(side: Side): Generator<Entry> {
    for (const [id, entry] of entries) {
      if (!isOpen(entry.order)) entries.delete(id)
      else if (entry.order.side === side) yield entry
    }
  }

  const byPriority = (side: Side) => (a: Order, b: Order) => (side === 'buy' ? b.ticks - a.ticks : a.ticks - b.ticks) || a.id - b.id

  return {
    add: (order, ahead) => void entries.set(order.id, { order, ahead }),
    trade(trade, fill) {
      const side: Side = trade.takerSide === 'sell' ? 'buy' : 'sell'
      const volumes = new Map<string, number>()
      const inReach = [...waiting(side)].sort((a, b) => byPriority(side)(a.order, b.order))
      for (const entry of inReach) {
        const { order } = entry
        const volume = volumes.get(order.userId) ?? trade.lots
        const step = queueStep({ id: order.id, side, ticks: order.ticks, left: leftLots(order), ahead: entry.ahead }, { ...trade, volume })
        entry.ahead = step.ahead
        volumes.set(order.userId, volume - step.lots)
        if (step.lots > 0) fill(order, step.lots)
      }
    },
    shrink(side, ticks, lots) {
      for (const entry of waiting(side)) if (entry.order.ticks === ticks) entry.ahead = Math.min(entry.ahead, lots)
    },
    reachedBy(side, ticks) {
      return [...waiting(side)]
        .map(({ order }) => order)
        .filter((order) => (side === 'buy' ? order.ticks >= ticks : order.ticks <= ticks))
        .sort(byPriority(side))
    },
    prices() {
      const found = new Map<string, { side: Side; ticks: number }>()
      for (const side of ['buy', 'sell'] as const) for (const { order } of waiting(side)) found.set(`${side}${order.ticks}`, { side, ticks: order.ticks })
      return [...found.values()]
    },
  }
}
