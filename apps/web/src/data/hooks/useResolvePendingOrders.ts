import { useEffect, useEffectEvent } from 'react'
import { useAppServices } from '../services/appServices.ts'
import type { PendingOrder, PendingOrders } from '../submissions/createPendingOrders.ts'
import { resolvePendingOrders } from '../submissions/resolvePendingOrders.ts'

/** Finds out what became of orders without an answer, as long as what calls it is on screen. */
export function useResolvePendingOrders(
  orders: PendingOrders,
  onSettled: (order: PendingOrder) => void,
): void {
  const { client, clock, serverClock, userStream } = useAppServices()
  const settled = useEffectEvent(onSettled)
  useEffect(
    () =>
      resolvePendingOrders(orders, {
        client,
        clock,
        serverClock,
        stream: userStream.status,
        onSettled: (order) => settled(order),
      }),
    [orders, client, clock, serverClock, userStream],
  )
}
