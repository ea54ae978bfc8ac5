import {
  BUY,
  type AmendOrder,
  type EngineCommand,
  type PlaceOrder,
} from '../exchange/matching/command.ts'
import type { CancelReason, EngineEvent, RejectReason } from '../exchange/matching/event.ts'

interface Resting {
  readonly id: number
  readonly account: number
  readonly party: number
  readonly side: 0 | 1
  readonly ticks: number
  readonly arrival: number
  readonly reduceOnly: boolean
  lots: number
}

/**
 * The matching rules written down a second time, as plainly as possible: one list, sorted anew for
 * every command, no ladder, no queues, no shared code. The engine must agree with it event by
 * event. For tests and benches.
 */
export function createReferenceEngine({
  withPositions = false,
}: { readonly withPositions?: boolean } = {}) {
  let resting: Resting[] = []
  let positions = new Map<number, number>()
  let arrivals = 0
  let seq = 0

  function candidates(order: PlaceOrder): Resting[] {
    return resting
      .filter((other) => other.side !== order.side)
      .filter((other) =>
        order.side === BUY ? other.ticks <= order.ticks : other.ticks >= order.ticks,
      )
      .sort(
        (a, b) =>
          (order.side === BUY ? a.ticks - b.ticks : b.ticks - a.ticks) || a.arrival - b.arrival,
      )
  }

  const trimmed = (other: Resting, lots: number) => ({
    orderId: other.id,
    side: other.side,
    ticks: other.ticks,
    lots,
    reason: 'reduce_only' as const,
  })
  /**
   * What an order of this side may take off the account's position, its resting reduce-only orders
   * aside.
   */
  const reducible = (account: number, side: 0 | 1) =>
    Math.max(0, (positions.get(account) ?? 0) * (side === BUY ? -1 : 1))
  const reserved = (account: number) =>
    resting
      .filter((other) => other.account === account && other.reduceOnly)
      .reduce((sum, other) => sum + other.lots, 0)

  /** Lot by lot of excess, off the furthest and then latest of the account's reduce-only orders. */
  function trim(account: number): object[] {
    const reducing = resting
      .filter((other) => other.account === account && other.reduceOnly)
      .sort(
        (a, b) => (a.side === BUY ? a.ticks - b.ticks : b.ticks - a.ticks) || b.arrival - a.arrival,
      )
    const happened: object[] = []
    for (const other of reducing) {
      const excess = reserved(account) - reducible(account, other.side)
      if (excess <= 0) break
      const lots = Math.min(excess, other.lots)
      happened.push({
        kind: lots === other.lots ? 'cancelled' : 'reduced',
        ...trimmed(other, lots),
      })
      take(other, lots)
    }
    return happened
  }

  function take(other: Resting, lots: number): void {
    other.lots -= lots
    if (other.lots === 0) resting = resting.filter((one) => one !== other)
  }

  /** Plays the order; the caller puts everything back where what happened does not count. */
  function play(order: PlaceOrder) {
    const happened: object[] = []
    let left = order.lots
    let budget = BigInt(order.budget)
    const byBudget = order.budget > 0
    let stopped = false
    let spent = false
    let traded = false
    for (let maker = candidates(order)[0]; maker; maker = candidates(order)[0]) {
      if (!byBudget && left === 0) break
      if (byBudget && budget / BigInt(maker.ticks) === 0n) {
        spent = traded
        break
      }
      if (order.prevention !== 'none' && maker.party === order.party) {
        if (order.prevention !== 'taker') {
          happened.push({
            kind: 'cancelled',
            orderId: maker.id,
            side: maker.side,
            ticks: maker.ticks,
            lots: maker.lots,
            reason: 'self_trade' satisfies CancelReason,
          })
          take(maker, maker.lots)
        }
        if (order.prevention === 'maker') continue
        happened.push({
          kind: 'cancelled',
          orderId: order.orderId,
          side: order.side,
          ticks: order.ticks,
          lots: byBudget ? 0 : left,
          reason: 'self_trade' satisfies CancelReason,
        })
        stopped = true
        break
      }
      const most = byBudget ? Number(budget / BigInt(maker.ticks)) : left
      const before = maker.lots
      const lots = Math.min(most, before)
      happened.push({
        kind: 'trade',
        makerId: maker.id,
        takerId: order.orderId,
        side: maker.side,
        ticks: maker.ticks,
        lots,
      })
      traded = true
      take(maker, lots)
      if (withPositions && maker.account !== order.account) {
        const bought = order.side === BUY ? lots : -lots
        positions.set(maker.account, (positions.get(maker.account) ?? 0) - bought)
        happened.push(...trim(maker.account))
        positions.set(order.account, (positions.get(order.account) ?? 0) + bought)
        happened.push(...trim(order.account))
      }
      if (byBudget) budget -= BigInt(lots) * BigInt(maker.ticks)
      else left -= lots
      // What the maker has left cannot be paid any more, not even one lot.
      if (byBudget && (budget === 0n || lots < before)) {
        spent = true
        break
      }
    }
    const complete = !stopped && (byBudget ? spent : left === 0)
    return { happened, left, stopped, complete }
  }

  function place(wanted: PlaceOrder): object[] {
    const { orderId, account, party, side, ticks, timeInForce } = wanted
    const reduceOnly = wanted.reduceOnly ?? false
    const refuse = (reason: RejectReason) => [{ kind: 'rejected', orderId, reason }]
    if (resting.some((other) => other.id === orderId)) return refuse('invalid')
    if (reduceOnly && (!withPositions || wanted.budget > 0)) return refuse('invalid')
    if (timeInForce === 'post_only' && candidates(wanted).length > 0) return refuse('would_cross')
    const capacity = reduceOnly
      ? Math.max(0, reducible(account, side) - reserved(account))
      : Infinity
    if (capacity === 0 || (timeInForce === 'fok' && capacity < wanted.lots))
      return refuse('reduce_only')
    const order = { ...wanted, lots: Math.min(wanted.lots, capacity) }
    const rest = { orderId, side, ticks }
    const cut =
      order.lots < wanted.lots
        ? [{ kind: 'cut', ...rest, lots: wanted.lots - order.lots, reason: 'reduce_only' }]
        : []
    const before = {
      resting: resting.map((other) => ({ ...other })),
      positions: new Map(positions),
    }
    const { happened, left, stopped, complete } = play(order)
    if (timeInForce === 'fok' && !complete) {
      resting = before.resting
      positions = before.positions
      return refuse('not_fillable')
    }
    const events = [...cut, ...happened]
    if (complete || stopped) return events
    if (order.budget > 0 || timeInForce === 'ioc')
      return [
        ...events,
        {
          kind: 'cancelled',
          ...rest,
          lots: order.budget > 0 ? 0 : left,
          reason: 'unfilled' satisfies CancelReason,
        },
      ]
    const terms = { account, party, side, ticks, lots: left, reduceOnly }
    resting.push({ id: orderId, ...terms, arrival: arrivals++ })
    return [...events, { kind: 'rested', ...rest, lots: left }]
  }

  function cancel(orderId: number): object[] {
    const order = resting.find((other) => other.id === orderId)
    if (!order) return [{ kind: 'rejected', orderId, reason: 'unknown_order' }]
    resting = resting.filter((other) => other !== order)
    return [
      {
        kind: 'cancelled',
        orderId,
        side: order.side,
        ticks: order.ticks,
        lots: order.lots,
        reason: 'requested',
      },
    ]
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
    const anew: PlaceOrder = {
      kind: 'place',
      orderId,
      account: order.account,
      party: order.party,
      side: order.side,
      ticks,
      lots,
      budget: 0,
      timeInForce,
      prevention,
      reduceOnly: order.reduceOnly,
    }
    if (timeInForce === 'post_only' && candidates(anew).length > 0)
      return [{ kind: 'rejected', orderId, reason: 'would_cross' }]
    resting = resting.filter((other) => other !== order)
    return [
      { kind: 'cancelled', ...where, lots: order.lots, reason: 'amended' satisfies CancelReason },
      ...place(anew),
    ]
  }

  return {
    submit(command: EngineCommand): EngineEvent[] {
      const happened =
        command.kind === 'place'
          ? place(command)
          : command.kind === 'cancel'
            ? cancel(command.orderId)
            : amend(command)
      return happened.map((event) => ({ seq: ++seq, ...event }) as EngineEvent)
    },
    /** Rows as in the engine's dump: bids from the best, then asks from the best. */
    orders: () =>
      resting
        .toSorted(
          (a, b) =>
            a.side - b.side ||
            (a.side === BUY ? b.ticks - a.ticks : a.ticks - b.ticks) ||
            a.arrival - b.arrival,
        )
        .map(({ id, account, party, side, ticks, lots }) =>
          withPositions ? [id, party, side, ticks, lots, account] : [id, party, side, ticks, lots],
        ),
    positions: () => [...positions].filter(([, lots]) => lots !== 0).toSorted(([a], [b]) => a - b),
    reduceOnly: () =>
      resting
        .filter((order) => order.reduceOnly)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
  }
}
