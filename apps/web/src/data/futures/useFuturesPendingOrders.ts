import { sessionKey } from '../session/captureSession.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { type AppServices, useAppServices } from '../services/appServices.ts'
import { useAppDispatch } from '../store/hooks.ts'
import type { AppDispatch } from '../store/store.ts'
import { createPendingOrders, type PendingOrders } from '../submissions/createPendingOrders.ts'

const stored = new WeakMap<AppServices['client'], PendingOrders>()

/** The futures orders of this tab without an answer; one store for as long as the tab. */
export function useFuturesPendingOrders(): PendingOrders {
  const { client, serverClock } = useAppServices()
  const { session } = useServices()
  const dispatch: AppDispatch = useAppDispatch()
  const known = stored.get(client)
  if (known) return known
  const created = createPendingOrders({
    kind: 'futuresOrders',
    path: '/futures/order/detail',
    storage: session,
    serverClock,
    owner: () => sessionKey(dispatch),
  })
  stored.set(client, created)
  return created
}
