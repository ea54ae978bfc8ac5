import { createOldestEntry } from '@x/kit'
import type { FuturesOrder } from '../../exchange/state/futuresOrder.ts'
import type { SpotOrder, DoneFill } from '../../exchange/state/order.ts'
import type { Effects } from '../../exchange/state/effects.ts'

/** Orders that ended a moment ago, and fills of late: what the ledger may not have yet. */
export interface RecentOrders {
  order(id: number): Readonly<SpotOrder> | undefined
  fills(id: number): readonly DoneFill[]
  contractOrder(id: number): Readonly<FuturesOrder> | undefined
  /** Takes in what one record did. */
  publish(seq: number, effects: Effects): void
}

const KEPT = 10_000

export function createRecentOrders(): RecentOrders {
  const orders = new Map<number, Readonly<SpotOrder>>()
  const fills = new Map<number, DoneFill[]>()
  const contractOrders = new Map<number, Readonly<FuturesOrder>>()
  const forgetters = [orders, fills, contractOrders].map(forgetterOf)
  return {
    order: (id) => orders.get(id),
    fills: (id) => fills.get(id) ?? [],
    contractOrder: (id) => contractOrders.get(id),
    publish(_seq, effects) {
      for (const order of effects.orders) {
        orders.delete(order.id)
        orders.set(order.id, order)
      }
      for (const fill of effects.fills) {
        const { id } = fill.order
        const known = fills.get(id) ?? []
        fills.delete(id)
        fills.set(id, [...known, fill])
      }
      for (const order of effects.futures?.orders ?? []) {
        contractOrders.delete(order.id)
        contractOrders.set(order.id, order)
      }
      for (const forget of forgetters) forget()
    },
  }
}

function forgetterOf(map: Map<number, unknown>): () => void {
  const oldest = createOldestEntry(map)
  return () => {
    for (let entry = oldest(); entry && map.size > KEPT; entry = oldest()) map.delete(entry[0])
  }
}
