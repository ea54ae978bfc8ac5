import type { Clock, Store, TimerHandle } from '@x/kit'
import { isRequestError, type RequestClient, type ServerClock } from '@x/request'
import type { OrderDetail } from '../orders/detailApi.ts'
import { type PendingOrder, type PendingOrders, unseenOrder } from './createPendingOrders.ts'
import type { PendingSubmissionTerms } from './pendingSubmissions.ts'

export interface ResolveOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly serverClock: Pick<ServerClock, 'now'>
  readonly client: Pick<RequestClient, 'get'>
  /** The private stream: once it is live again, the gateway can be asked. */
  readonly stream: Store<string>
  /** Called once for each order whose outcome is known. */
  readonly onSettled: (order: PendingOrder) => void
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

/**
 * Asks the gateway, by their client order ids, what became of the orders: at once, when one becomes
 * unseen, when the stream is live again, and every five seconds as long as one is not seen. An
 * order never arrived only once it no longer can. Returns how to stop.
 */
export function resolvePendingOrders(
  orders: PendingOrders,
  { clock, serverClock, client, stream, onSettled }: ResolveOptions,
): () => void {
  let timer: TimerHandle | undefined
  let isAsking = false
  let isAskedMeanwhile = false
  let isStopped = false
  /** Those that have been asked about. */
  const known = new Set<string>()
  const stored = (clientOid: string) => orders.list().find((each) => each.clientOid === clientOid)

  const settle = (order: PendingOrder): void => {
    orders.remove(order.clientOid)
    orders.show(order)
    onSettled(order)
  }

  const ask = async (sent: PendingSubmissionTerms): Promise<void> => {
    const { clientOid, sentAt } = sent
    known.add(clientOid)
    const order = unseenOrder(sent, orders.owner())
    const found = await findOrder(client, { clientOid, path: orders.path })
    // Another user, another account, or its answer came after all.
    const entry = isStopped || orders.owner() !== order.owner ? undefined : stored(clientOid)
    if (!entry) return
    // After the answer, which says what the time is. It knows nothing of what was sent again
    // meanwhile.
    const canStillArrive = entry.sentAt !== sentAt || serverClock.now() - sentAt < ARRIVAL_MS
    if (typeof found === 'object') settle({ ...order, state: 'arrived', status: found.status })
    else if (found === 'none' && !canStillArrive) settle({ ...order, state: 'never' })
    else orders.show(order)
  }

  const askAll = async (): Promise<void> => {
    timer?.cancel()
    if (isStopped) return
    if (isAsking) return void (isAskedMeanwhile = true)
    isAsking = true
    do {
      isAskedMeanwhile = false
      dismissAnswered(orders)
      await Promise.all(orders.list().map(ask))
    } while (isAskedMeanwhile)
    isAsking = false
    if (!isStopped && orders.list().length > 0) timer = clock.after(POLL_MS, () => void askAll())
  }

  let wasLive = stream.getState() === 'live'
  const stops = [
    stream.subscribe(() => {
      const isLive = stream.getState() === 'live'
      if (isLive && !wasLive) void askAll()
      wasLive = isLive
    }),
    orders.subscribe(() => {
      const isNew = (order: PendingOrder) =>
        order.state === 'unseen' && order.owner === orders.owner() && !known.has(order.clientOid)
      if (orders.getState().some(isNew)) void askAll()
    }),
  ]
  void askAll()
  return () => {
    isStopped = true
    timer?.cancel()
    for (const stop of stops) stop()
  }
}

/** The orders whose answer came after all are no longer shown. */
function dismissAnswered(orders: PendingOrders): void {
  const stored = new Set(orders.list().map(({ clientOid }) => clientOid))
  for (const { state, owner, clientOid } of orders.getState())
    if (state === 'unseen' && owner === orders.owner() && !stored.has(clientOid))
      orders.dismiss(clientOid)
}

/** The order, `none` if the gateway has none, `unknown` if it could not be asked. */
async function findOrder(
  client: ResolveOptions['client'],
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
