import { createStore, type KeyValueStorage, type Store } from '@x/kit'
import type { ServerClock } from '@x/request'
import {
  createPendingSubmissions,
  type PendingSubmissions,
  type PendingSubmissionTerms,
} from './pendingSubmissions.ts'

/** An order whose answer never came, and what is known of it by now. */
export interface PendingOrder {
  readonly clientOid: string
  /** The session key of its user and realm. */
  readonly owner: string
  readonly symbol: string
  /** As it was sent. */
  readonly terms: Readonly<Record<string, unknown>>
  /** `unseen`: it may still arrive. `never`: it did not, and no longer can. */
  readonly state: 'unseen' | 'arrived' | 'never'
  /** Of one that has arrived, how it stands. */
  readonly status?: string
}

/**
 * The orders of this tab without an answer. Every order is stored before it is sent (`add`) until
 * its answer comes (`remove`). The state holds those whose answer did not come, of all users of the
 * tab, with what is known of them (`resolvePendingOrders` finds it out).
 */
export interface PendingOrders extends Store<readonly PendingOrder[]>, PendingSubmissions {
  /** Where the gateway is asked for an order by its key. */
  readonly path: string
  /** The session key of the user and realm on screen. */
  owner(): string
  /** Shows a stored order as `unseen`: its answer did not come. */
  markUnseen(clientOid: string): void
  /** Shows what is known of an order, in place of what was known before. */
  show(order: PendingOrder): void
  /** No longer shows an order. It stays stored while its outcome is unknown. */
  dismiss(clientOid: string): void
}

export interface PendingOrdersOptions {
  /** Under which the orders are stored; default those of spot. */
  readonly kind?: 'orders' | 'futuresOrders'
  /** Where an order is asked for by its key. */
  readonly path?: string
  /** Lives as long as the tab. */
  readonly storage: KeyValueStorage
  /**
   * A signature lapses by the gateway's time: the clock of the computer may be set while an order
   * is under way.
   */
  readonly serverClock: Pick<ServerClock, 'now'>
  /** The session key of the user and realm on screen. */
  readonly owner: () => string
}

/** A stored order whose answer did not come. */
export const unseenOrder = (
  { clientOid, terms }: PendingSubmissionTerms,
  owner: string,
): PendingOrder => ({ clientOid, owner, symbol: String(terms['symbol']), terms, state: 'unseen' })

/** Creates the pending orders of a tab. */
export function createPendingOrders({
  kind = 'orders',
  path = '/spot/order/detail',
  storage,
  serverClock,
  owner,
}: PendingOrdersOptions): PendingOrders {
  const { getState, setState, subscribe } = createStore<readonly PendingOrder[]>([])
  const submissions = createPendingSubmissions({ kind, storage, clock: serverClock, owner })
  const without = (clientOid: string) => getState().filter((each) => each.clientOid !== clientOid)
  const show = (order: PendingOrder): void => setState([...without(order.clientOid), order])

  return {
    ...submissions,
    path,
    owner,
    getState,
    subscribe,
    show,
    dismiss: (clientOid) => setState(without(clientOid)),
    markUnseen(clientOid) {
      const entry = submissions.list().find((each) => each.clientOid === clientOid)
      if (entry) show(unseenOrder(entry, owner()))
    },
  }
}
