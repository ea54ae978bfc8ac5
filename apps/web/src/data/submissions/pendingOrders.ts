import { createStore, type KeyValueStorage, type WritableStore } from '@x/kit'

/**
 * Where a tab stores the orders whose answer has not come. The name is kept from earlier releases:
 * a tab reads what it stored before an update.
 */
export const PENDING_ORDERS_KEY = 'x:unansweredOrders'

/** An order whose answer never came, and what is known of it by now. */
export interface PendingOrder {
  readonly clientOid: string
  /** User and funds. */
  readonly owner: string
  readonly symbol: string
  /** As it was sent. */
  readonly terms: Readonly<Record<string, unknown>>
  /** `unseen`: it may still arrive. `never`: it did not, and no longer can. */
  readonly state: 'unseen' | 'arrived' | 'never'
  /** Of one that has arrived, how it stands. */
  readonly status?: string
}

const stores = new WeakMap<KeyValueStorage, WritableStore<readonly PendingOrder[]>>()

/** Those of a tab, for its order form and for what asks about them. */
export function pendingOrders(session: KeyValueStorage): WritableStore<readonly PendingOrder[]> {
  const store = stores.get(session) ?? createStore<readonly PendingOrder[]>([])
  stores.set(session, store)
  return store
}
