import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { formatNumber } from '@x/locale/numbers'
import { useEffect, useEffectEvent } from 'react'
import { useAppServices } from '../../data/services/appServices.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { api } from '../../data/store/api.ts'
import { ofPair } from '../order-terms/index.ts'
import { sessionKey } from '../../data/session/captureSession.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import {
  PENDING_ORDERS_KEY,
  type PendingOrder,
  pendingOrders,
} from '../../data/submissions/pendingOrders.ts'
import { loadPendingOrders } from './loadPendingOrders.ts'
import { useSymbolIndex } from '../../data/hooks/useReference.ts'

/**
 * Finds out what became of orders without an answer, as long as the terminal is open, and says so.
 */
export function usePendingOrders(): void {
  const services = useAppServices()
  const dispatch = useAppDispatch()
  const { session } = services
  const specs = useSymbolIndex()
  const report = useEffectEvent(async (order: PendingOrder) => {
    const { catalog, preferences, toasts, log } = services
    dispatch(api.util.invalidateTags(['OpenOrders', 'Assets', 'Fills', 'Ended']))
    const [{ pendingOrderText }] = await Promise.all([
      loadPendingOrders(),
      catalog.loadPart('pages'),
    ])
    const {
      locale,
      messages: { app },
      parts: { pages },
    } = catalog.getState()
    if (!pages) return
    const spec = specs.get(order.symbol)
    const numbers = preferences.getState().tradingNumbers === 'locale' ? locale : 'trading'
    const figure = (text: string, { digits = decimalsOfStep(text) } = {}) =>
      formatNumber(text, { locale: numbers, digits })
    const t = createTranslate({ ...app, ...pages }, createMessageFormat({ locale }))
    const text = ofPair(pendingOrderText(order, { t, figure, spec }), spec)
    toasts.show({ kind: order.state === 'arrived' ? 'success' : 'warning', text })
    log.add({ kind: 'info', text })
  })
  useEffect(() => {
    const orders = pendingOrders(session)
    let stop: (() => void) | undefined
    let isGone = false
    let isLoading = false
    const begin = async () => {
      if (isLoading || stop || isGone) return
      isLoading = true
      // What could not be fetched is tried again with the next order without an answer, and when
      // the stream is live.
      const loaded = await loadPendingOrders().catch(() => undefined)
      isLoading = false
      if (!loaded || isGone) return
      const { client, clock, serverClock, userStream } = services
      const onSettled = (order: PendingOrder) => void report(order).catch(() => undefined)
      stop = loaded.resolvePendingOrders({
        client,
        clock,
        serverClock,
        session,
        stream: userStream.status,
        orders,
        owner: () => sessionKey(dispatch),
        onSettled,
      })
    }
    const beginIfNeeded = () => {
      if (session.get(PENDING_ORDERS_KEY) !== null) void begin()
    }
    beginIfNeeded()
    const stops = [
      orders.subscribe(() => void begin()),
      services.userStream.status.subscribe(beginIfNeeded),
    ]
    return () => {
      isGone = true
      for (const stopListening of stops) stopListening()
      stop?.()
    }
  }, [services, session, dispatch])
}
