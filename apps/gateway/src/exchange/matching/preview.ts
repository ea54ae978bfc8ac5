import type { Book } from './Book.ts'
import { BUY, opposite, type PlaceOrder } from './command.ts'
import type { Positions } from './Positions.ts'

export interface Preview {
  /** What would trade. */
  readonly lots: number
  /** Price times size of what would trade; `Infinity` when that no longer fits a safe integer. */
  readonly tickLots: number
  /** The whole size would trade, or of the budget no further lot could be paid. */
  readonly complete: boolean
}

/**
 * What placing the order now would trade, without touching the book. Fill-or-kill and the cost of a
 * market order are decided by it.
 */
export function preview(book: Book, order: PlaceOrder, positions: Positions | null): Preview {
  const { orders } = book
  const standing = positions?.standing(order.account)
  const byBudget = order.budget > 0
  let left = byBudget ? Infinity : order.lots
  let budget = order.budget
  let lots = 0
  let tickLots = 0
  let exhausted = false
  book.eachLevel(opposite(order.side), (ticks, total, head) => {
    if (!accepts(order, ticks)) return false
    if (order.prevention === 'none' && !byBudget && !positions) {
      take(Math.min(left, total), ticks)
      return left > 0
    }
    for (let slot = head; slot >= 0 && left > 0; slot = orders.nextAt(slot)) {
      const resting = standing ? standing.lotsAt(slot) : orders.lotsAt(slot)
      if (resting === 0) continue
      const affordable = byBudget ? wholeLots(budget, ticks) : left
      if (affordable === 0) {
        exhausted = lots > 0
        return false
      }
      const owner = orders.party[slot]
      const isOwn = owner === order.party || owner === order.alsoParty
      if (order.prevention !== 'none' && isOwn) {
        if (order.prevention === 'maker') continue
        return false
      }
      take(Math.min(affordable, resting), ticks)
      standing?.trade(slot, resting)
      exhausted = byBudget && (budget === 0 || affordable < resting)
      if (exhausted) return false
    }
    return left > 0
  })
  return {
    lots,
    tickLots: Number.isSafeInteger(tickLots) ? tickLots : Infinity,
    complete: byBudget ? exhausted : left === 0,
  }

  function take(size: number, ticks: number): void {
    left -= size
    lots += size
    tickLots += size * ticks
    budget -= size * ticks
  }
}

/** Whether the order's limit (or protection) allows trading at `ticks`. */
export function accepts(order: PlaceOrder, ticks: number): boolean {
  return order.side === BUY ? ticks <= order.ticks : ticks >= order.ticks
}

/** Whole lots that `budget` tick-lots buy at `ticks`, exact for all safe integers. */
export function wholeLots(budget: number, ticks: number): number {
  return (budget - (budget % ticks)) / ticks
}
