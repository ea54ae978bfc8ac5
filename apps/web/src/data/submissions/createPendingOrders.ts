import { type Clock, createStore, type KeyValueStorage, type Store, type TimerHandle } from '@x/kit'
import { isRequestError, type RequestClient, type ServerClock } from '@x/request'
import type { OrderDetail } from '../orders/detailApi.ts'
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
 * tab, with what is known of them.
 */
export interface PendingOrders extends Store<readonly PendingOrder[]>, PendingSubmissions {
  /** Shows a stored order as `unseen`: its answer did not come. */
  markUnseen(clientOid: string): void
  /** No longer shows an order. It stays stored while its outcome is unknown. */
  dismiss(clientOid: string): void
  /**
   * Asks the gateway, by their client order ids, what became of the orders: at once, when one
   * becomes unseen, when the stream is live again, and every five seconds as long as one is not
   * seen. An order never arrived only once it no longer can. Returns how to stop.
   */
  resolve(options: {
    /** Called once for each order whose outcome is known. */
    readonly onSettled: (order: PendingOrder) => void
  }): () => void
}

export interface PendingOrdersOptions {
  /** Under which the orders are stored; default those of spot. */
  readonly kind?: 'orders' | 'futuresOrders'
  /** Where an order is asked for by its key. */
  readonly path?: string
  /** Lives as long as the tab. */
  readonly storage: KeyValueStorage
  readonly clock: Pick<Clock, 'after'>
  /**
   * A signature lapses by the gateway's time: the clock of the computer may be set while an order
   * is under way.
   */
  readonly serverClock: Pick<ServerClock, 'now'>
  readonly client: Pick<RequestClient, 'get'>
  /** The private stream: once it is live again, the gateway can be asked. */
  readonly stream: Store<string>
  /** The session key of the user and realm on screen. */
  readonly owner: () => string
}

/**
 * The gateway takes a signature within a minute of its own clock, before or after; an attempt that
 * was under way takes up to another.
 */
export const ARRIVAL_MS = 180_000
/** How often an order that is not seen is asked about. */
export const POLL_MS = 5_000
/** The gateway knows no such order. */
const UNKNOWN_ORDER = '40401'

/** Creates the pending orders of a tab. */
export function createPendingOrders({
  kind = 'orders',
  path = '/spot/order/detail',
  storage,
  clock,
  serverClock,
  client,
  stream,
  owner,
}: PendingOrdersOptions): PendingOrders {
  const store = createStore<readonly PendingOrder[]>([])
  const submissions = createPendingSubmissions({
    kind,
    storage,
    clock: serverClock,
    owner,
  })
  const isStored = (clientOid: string) =>
    submissions.list().some((entry) => entry.clientOid === clientOid)
  const dismiss = (clientOid: string): void =>
    store.setState(store.getState().filter((order) => order.clientOid !== clientOid))
  const show = (order: PendingOrder): void =>
    store.setState([
      ...store.getState().filter(({ clientOid }) => clientOid !== order.clientOid),
      order,
    ])
  const unseenOrder = ({ clientOid, terms }: PendingSubmissionTerms): PendingOrder => ({
    clientOid,
    owner: owner(),
    symbol: String(terms['symbol']),
    terms,
    state: 'unseen',
  })
  /** The orders whose answer came after all are no longer shown. */
  const dismissAnswered = (): void => {
    const isOpen = (order: PendingOrder) =>
      order.state !== 'unseen' || order.owner !== owner() || isStored(order.clientOid)
    if (!store.getState().every(isOpen)) store.setState(store.getState().filter(isOpen))
  }

  return {
    ...submissions,
    getState: store.getState,
    subscribe: store.subscribe,
    dismiss,
    markUnseen(clientOid) {
      const entry = submissions.list().find((each) => each.clientOid === clientOid)
      if (entry) show(unseenOrder(entry))
    },
    resolve({ onSettled }) {
      let timer: TimerHandle | undefined
      let isAsking = false
      let isAskedMeanwhile = false
      let isStopped = false
      /** Those that have been asked about. */
      const known = new Set<string>()

      const settle = (order: PendingOrder): void => {
        submissions.remove(order.clientOid)
        show(order)
        onSettled(order)
      }

      const ask = async (entry: PendingSubmissionTerms): Promise<void> => {
        const { clientOid, sentAt } = entry
        known.add(clientOid)
        const order = unseenOrder(entry)
        const found = await findOrder(client, { clientOid, path })
        // Another user, another account, or its answer came after all.
        const stored =
          isStopped || owner() !== order.owner
            ? undefined
            : submissions.list().find((each) => each.clientOid === clientOid)
        if (!stored) return
        // After the answer, which says what the time is. It knows nothing of what was sent again
        // meanwhile.
        const canStillArrive = stored.sentAt !== sentAt || serverClock.now() - sentAt < ARRIVAL_MS
        if (typeof found === 'object') settle({ ...order, state: 'arrived', status: found.status })
        else if (found === 'none' && !canStillArrive) settle({ ...order, state: 'never' })
        else show(order)
      }

      const askAll = async (): Promise<void> => {
        timer?.cancel()
        if (isStopped) return
        if (isAsking) return void (isAskedMeanwhile = true)
        isAsking = true
        do {
          isAskedMeanwhile = false
          dismissAnswered()
          await Promise.all(submissions.list().map(ask))
        } while (isAskedMeanwhile)
        isAsking = false
        if (!isStopped && submissions.list().length > 0)
          timer = clock.after(POLL_MS, () => void askAll())
      }

      let wasLive = stream.getState() === 'live'
      const stops = [
        stream.subscribe(() => {
          const isLive = stream.getState() === 'live'
          if (isLive && !wasLive) void askAll()
          wasLive = isLive
        }),
        store.subscribe(() => {
          const isNew = (order: PendingOrder) =>
            order.state === 'unseen' && order.owner === owner() && !known.has(order.clientOid)
          if (store.getState().some(isNew)) void askAll()
        }),
      ]
      void askAll()
      return () => {
        isStopped = true
        timer?.cancel()
        for (const stop of stops) stop()
      }
    },
  }
}

/** The order, `none` if the gateway has none, `unknown` if it could not be asked. */
async function findOrder(
  client: PendingOrdersOptions['client'],
  { clientOid, path }: { readonly clientOid: string; readonly path: string },
): Promise<{ readonly status: string } | 'none' | 'unknown'> {
  try {
    const { order } = await client.get<Pick<OrderDetail, 'order'>>(path, {
      data: { clientOid },
      silent: true,
    })
    return { status: order.status }
  } catch (error) {
    return isRequestError(error) && error.code === UNKNOWN_ORDER ? 'none' : 'unknown'
  }
}
