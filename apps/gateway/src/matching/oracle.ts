import { BUY, type AmendOrder, type EngineCommand, type PlaceOrder } from './command.ts'
import type { CancelReason, EngineEvent, RejectReason } from './event.ts'

interface Resting {
  readonly id: number
  readonly owner: number
  readonly side: 0 | 1
  readonly ticks: number
  readonly arrival: number
  lots: number
}

/**
 * The matching rules written down a second time, as plainly as possible: one list, sorted anew for every command, no ladder, no
 * queues, no shared code. The engine must agree with it event by event. For tests and benches.
 */
export function createOracle() {
  let resting: Resting[] = []
  let arrivals = 0
  let seq = 0

  function candidates(order: PlaceOrder): Resting[] {
    return resting
      .filter((other) => other.side !== order.side)
      .filter((other) => (order.side === BUY ? other.ticks <= order.ticks : other.ticks >= order.ticks))
      .sort((a, b) => (order.side === BUY ? a.ticks - b.ticks : b.ticks - a.ticks) || a.arrival - b.arrival)
  }

  /** Plays the order against copies; the caller decides whether what happened counts. */
  function play(order: PlaceOrder) {
    const happened: object[] = []
    const gone = new Map<number, number>()
    let left = order.lots
    let budget = BigInt(order.budget)
    const byBudget = order.budget > 0
    let stopped = false
    let spent = false
    for (const maker of candidates(order)) {
      if (!byBudget && left === 0) break
      if (byBudget && budget / BigInt(maker.ticks) === 0n) {
        spent = happened.some((event) => 'takerId' in event)
        break
      }
      if (order.prevention !== 'none' && maker.owner === order.owner) {
        if (order.prevention !== 'taker') {
          happened.push({ kind: 'cancelled', orderId: maker.id, side: maker.side, ticks: maker.ticks, lots: maker.lots, reason: 'self_trade' satisfies CancelReason })
          gone.set(maker.id, maker.lots)
        }
        if (order.prevention === 'maker') continue
        happened.push({ kind: 'cancelled', orderId: order.orderId, side: order.side, ticks: order.ticks, lots: byBudget ? 0 : left, reason: 'self_trade' satisfies CancelReason })
        stopped = true
        break
      }
      const most = byBudget ? Number(budget / BigInt(maker.ticks)) : left
      const lots = Math.min(most, maker.lots)
      happened.push({ kind: 'trade', makerId: maker.id, takerId: order.orderId, side: maker.side, ticks: maker.ticks, lots })
      gone.set(maker.id, lots)
      if (byBudget) budget -= BigInt(lots) * BigInt(maker.ticks)
      else left -= lots
      // What the maker has left cannot be paid any more, not even one lot.
      if (byBudget && (budget === 0n || lots < maker.lots)) {
        spent = true
        break
      }
    }
    const complete = !stopped && (byBudget ? spent : left === 0)
    return { happened, gone, left, stopped, complete }
  }

  function place(order: PlaceOrder): object[] {
    const refuse = (reason: RejectReason) => [{ kind: 'rejected', orderId: order.orderId, reason }]
    if (resting.some((other) => other.id === order.orderId)) return refuse('invalid')
    if (order.timeInForce === 'post_only' && candidates(order).length > 0) return refuse('would_cross')
    const { happened, gone, left, stopped, complete } = play(order)
    if (order.timeInForce === 'fok' && !complete) return refuse('not_fillable')
    for (const maker of resting) maker.lots -= gone.get(maker.id) ?? 0
    resting = resting.filter((maker) => maker.lots > 0)
    if (complete || stopped) return happened
    const rest = { orderId: order.orderId, side: order.side, ticks: order.ticks }
    if (order.budget > 0 || order.timeInForce === 'ioc')
      return [...happened, { kind: 'cancelled', ...rest, lots: order.budget > 0 ? 0 : left, reason: 'unfilled' satisfies CancelReason }]
    resting.push({ id: order.orderId, owner: order.owner, side: order.side, ticks: order.ticks, lots: left, arrival: arrivals++ })
    return [...happened, { kind: 'rested', ...rest, lots: left }]
  }

  function cancel(orderId: number): object[] {
    const order = resting.find((other) => other.id === orderId)
    if (!order) return [{ kind: 'rejected', orderId, reason: 'unknown_order' }]
    resting = resting.filter((other) => other !== order)
    return [{ kind: 'cancelled', orderId, side: order.side, ticks: order.ticks, lots: order.lots, reason: 'requested' }]
  }

  function amend({ orderId, ticks, lots, timeInForce, prevention }: AmendOrder): object[] {
    const order = resting.find((other) => other.id === orderId)
    if (!order) return [{ kind: 'rejected', orderId, reason: 'unknown_order' }]
    const where = { orderId, side: order.side, ticks: order.ticks }
    if (order.ticks === ticks && lots <= order.lots) {
      const fewer = order.lots - lots
      order.lots = lots
      return [{ kind: 'reduced', ...where, lots: fewer }]
    }
    const anew: PlaceOrder = { kind: 'place', orderId, owner: order.owner, side: order.side, ticks, lots, budget: 0, timeInForce, prevention }
    if (timeInForce === 'post_only' && candidates(anew).length > 0) return [{ kind: 'rejected', orderId, reason: 'would_cross' }]
    resting = resting.filter((other) => other !== order)
    return [{ kind: 'cancelled', ...where, lots: order.lots, reason: 'amended' satisfies CancelReason }, ...place(anew)]
  }

  return {
    submit(command: EngineCommand): EngineEvent[] {
      const happened = command.kind === 'place' ? place(command) : command.kind === 'cancel' ? cancel(command.orderId) : amend(command)
      return happened.map((event) => ({ seq: ++seq, ...event }) as EngineEvent)
    },
    /** Rows as in the engine's dump: bids from the best, then asks from the best. */
    orders: () =>
      resting
        .toSorted((a, b) => a.side - b.side || (a.side === BUY ? b.ticks - a.ticks : a.ticks - b.ticks) || a.arrival - b.arrival)
        .map(({ id, owner, side, ticks, lots }) => [id, owner, side, ticks, lots] as const),
  }
}
