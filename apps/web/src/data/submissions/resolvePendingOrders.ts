import type { Clock, KeyValueStorage, Store, TimerHandle, WritableStore } from '@x/kit'
import { isRequestError, type RequestClient, type ServerClock } from '@x/request'
import type { OrderDetail } from '../spot/detailApi.ts'
import { createPendingSubmissions, type PendingSubmissionTerms } from './pendingSubmissions.ts'
import type { PendingOrder } from './pendingOrders.ts'

/**
 * The gateway takes a signature within a minute of its own clock, before or after; an attempt that
 * was under way takes up to another.
 */
export const ARRIVAL_MS = 180_000
/** How often an order that is not seen is asked about. */
export const POLL_MS = 5_000
/** The gateway knows no such order. */
const UNKNOWN_ORDER = '40401'

export interface ResolveOptions {
  readonly client: Pick<RequestClient, 'get'>
  readonly clock: Pick<Clock, 'after'>
  /**
   * A signature lapses by the gateway's time: the clock of the computer may be set while an order
   * is under way.
   */
  readonly serverClock: Pick<ServerClock, 'now'>
  readonly session: KeyValueStorage
  /** The private stream: once it is live again, the gateway can be asked. */
  readonly stream: Store<string>
  readonly orders: WritableStore<readonly PendingOrder[]>
  readonly owner: () => string
  /** Once for each order whose outcome is known. */
  readonly onSettled: (order: PendingOrder) => void
}

/**
 * Asks the gateway, by their client order ids, what became of orders without an answer: at once,
 * when the stream is live again, and every five seconds as long as one is not seen. Never arrived
 * is only what can no longer arrive. Answers how to stop.
 */
export function resolvePendingOrders({
  client,
  clock,
  serverClock,
  session,
  stream,
  orders,
  owner,
  onSettled,
}: ResolveOptions): () => void {
  const pending = createPendingSubmissions({
    kind: 'orders',
    storage: session,
    clock: serverClock,
    owner,
  })
  let timer: TimerHandle | undefined
  let isAsking = false
  let isStopped = false
  /** Those that have been asked about. */
  const known = new Set<string>()

  const show = (order: PendingOrder): void =>
    orders.setState([
      ...orders.getState().filter(({ clientOid }) => clientOid !== order.clientOid),
      order,
    ])
  const settle = (order: PendingOrder): void => {
    pending.remove(order.clientOid)
    show(order)
    onSettled(order)
  }

  const ask = async (entry: PendingSubmissionTerms): Promise<void> => {
    const { clientOid, terms, sentAt } = entry
    known.add(clientOid)
    const current = owner()
    const order = { clientOid, owner: current, symbol: String(terms['symbol']), terms }
    const found = await find(client, clientOid)
    // Another user, another account, or its answer came after all.
    const standing =
      isStopped || owner() !== current
        ? undefined
        : pending.list().find((each) => each.clientOid === clientOid)
    if (!standing) return
    // After the answer, which says what the time is. It knows nothing of what was sent again
    // meanwhile.
    const canStillArrive = standing.sentAt !== sentAt || serverClock.now() - sentAt < ARRIVAL_MS
    if (typeof found === 'object') settle({ ...order, state: 'arrived', status: found.status })
    else if (found === 'none' && !canStillArrive) settle({ ...order, state: 'never' })
    else show({ ...order, state: 'unseen' })
  }

  const askAll = async (): Promise<void> => {
    timer?.cancel()
    if (isAsking || isStopped) return
    isAsking = true
    const entries = pending.list()
    const isOpen = (order: PendingOrder) =>
      order.state !== 'unseen' ||
      order.owner !== owner() ||
      entries.some(({ clientOid }) => clientOid === order.clientOid)
    if (!orders.getState().every(isOpen)) orders.setState(orders.getState().filter(isOpen))
    await Promise.all(entries.map(ask))
    isAsking = false
    if (!isStopped && pending.list().length > 0) timer = clock.after(POLL_MS, () => void askAll())
  }

  let wasLive = stream.getState() === 'live'
  const stopStream = stream.subscribe(() => {
    const isLive = stream.getState() === 'live'
    if (isLive && !wasLive) void askAll()
    wasLive = isLive
  })
  // The form shows one more.
  const stopOrders = orders.subscribe(() => {
    if (
      orders.getState().some(({ clientOid, state }) => state === 'unseen' && !known.has(clientOid))
    )
      void askAll()
  })
  void askAll()
  return () => {
    isStopped = true
    timer?.cancel()
    stopStream()
    stopOrders()
  }
}

/** The order, `none` if the gateway has none, `unknown` if it could not be asked. */
async function find(
  client: ResolveOptions['client'],
  clientOid: string,
): Promise<{ readonly status: string } | 'none' | 'unknown'> {
  try {
    const { order } = await client.get<OrderDetail>('/spot/order/detail', {
      data: { clientOid },
      silent: true,
    })
    return { status: order.status }
  } catch (error) {
    return isRequestError(error) && error.code === UNKNOWN_ORDER ? 'none' : 'unknown'
  }
}
