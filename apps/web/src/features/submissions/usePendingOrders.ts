import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { formatNumber } from '@x/locale/numbers'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useResolvePendingOrders } from '../../data/hooks/useResolvePendingOrders.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { AppDispatch } from '../../data/store/store.ts'
import type { PendingOrder, PendingOrders } from '../../data/submissions/createPendingOrders.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { ofPair } from '../order-terms/index.ts'
import { loadPendingOrders } from './loadPendingOrders.ts'
import type { PendingOrderTextOptions } from './pendingOrderText.ts'

interface PendingProduct {
  readonly pendingOrders: PendingOrders
  /** What an order of the wire trades, by its name there. */
  readonly specOf: (symbol: string) => PendingOrderTextOptions['spec']
  /** Reads anew what such an order may have changed. */
  readonly refetch: () => Parameters<AppDispatch>[0]
}

/**
 * Finds out what became of a product's orders without an answer, as long as its terminal is open,
 * and says so.
 */
export function usePendingOrders({ pendingOrders, specOf, refetch }: PendingProduct): void {
  const services = useServices()
  const dispatch = useAppDispatch()
  const report = async (order: PendingOrder) => {
    const { catalog, preferences, toasts, log } = services
    dispatch(refetch())
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
    const spec = specOf(order.symbol)
    const numbers = preferences.getState().tradingNumbers === 'locale' ? locale : 'trading'
    const figure = (text: string, { digits = decimalsOfStep(text) } = {}) =>
      formatNumber(text, { locale: numbers, digits })
    const t = createTranslate({ ...app, ...pages }, createMessageFormat({ locale }))
    const text = ofPair(pendingOrderText(order, { t, figure, spec }), spec)
    toasts.show({ kind: order.state === 'arrived' ? 'success' : 'warning', text })
    log.add({ kind: 'info', text })
  }
  useResolvePendingOrders(pendingOrders, (order) => void report(order).catch(() => undefined))
}
