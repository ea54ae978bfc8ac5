import { createMessageFormat, createTranslate } from '@x/locale/messages'
import { formatNumber } from '@x/locale/numbers'
import { useEffect, useEffectEvent } from 'react'
import { usePendingOrdersStore } from '../../data/hooks/usePendingOrdersStore.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { refetchOrders } from '../../data/orders/orderOutcome.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import type { PendingOrder } from '../../data/submissions/createPendingOrders.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { ofPair } from '../order-terms/index.ts'
import { loadPendingOrders } from './loadPendingOrders.ts'

/**
 * Finds out what became of orders without an answer, as long as the terminal is open, and says so.
 */
export function usePendingOrders(): void {
  const services = useServices()
  const dispatch = useAppDispatch()
  const pendingOrders = usePendingOrdersStore()
  const specs = useSymbolIndex()
  const report = useEffectEvent(async (order: PendingOrder) => {
    const { catalog, preferences, toasts, log } = services
    dispatch(refetchOrders())
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
    const onSettled = (order: PendingOrder) => void report(order).catch(() => undefined)
    return pendingOrders.resolve({ onSettled })
  }, [pendingOrders])
}
