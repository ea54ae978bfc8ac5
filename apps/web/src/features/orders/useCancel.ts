import { createElement } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useCancelAllOrders, useCancelOrder } from '../../data/orders/hooks.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { ofPair } from '../order-terms/index.ts'
import { CancelQuestion, type CancelScope } from './CancelQuestion.tsx'
import { orderEventsOf } from './orderEvents.ts'
import { useOrderTerms } from './useOrderName.ts'

/**
 * Takes orders back and says so. What is already traded stays so; the request layer itself shows a
 * refusal.
 */
export function useCancel() {
  const t = useMessages()
  const { toasts, log, dialogs, translatePage } = useServices()
  const nameOf = useOrderTerms()
  const [cancel, { isLoading }] = useCancelOrder()
  const [cancelAll] = useCancelAllOrders()
  const notify = (text: string): void => {
    orderEventsOf(toasts).show({ kind: 'success', text })
    log.add({ kind: 'success', text })
  }
  const notifyAll = async (count: number): Promise<void> =>
    notify((await translatePage('orders.cancelledAll', { count })) ?? t('orders.cancelAll'))
  /** The way out is not called Cancel, which is what the question is about. */
  const isMeant = async (scope: Partial<CancelScope> & Pick<CancelScope, 'orders'>) => {
    const { action } = await dialogs.confirm({
      title: t('orders.cancelAll'),
      message: createElement(CancelQuestion, scope),
      confirmText: t('orders.cancelAll'),
      cancelText: t('orders.keep'),
      variant: 'danger',
      // A second Enter must not cancel them.
      initialFocus: 'cancel',
    })
    return action === 'confirm'
  }
  return {
    isLoading,
    async one(order: SpotOrder, spec: SpotSymbol | undefined): Promise<void> {
      const { error } = await cancel({ orderId: order.orderId })
      if (!error) notify(ofPair(t('orders.cancelled', nameOf(order, spec)), spec))
    },
    /** Asks first, with pair, number and value of the orders. */
    async all(scope: CancelScope): Promise<void> {
      if (!(await isMeant(scope))) return
      const { data } = await cancelAll(scope.which)
      if (data) await notifyAll(data.cancelled.length)
    },
    /** Cancels orders one by one, after a question. Resolves with whether it was meant. */
    async some(orders: readonly SpotOrder[]): Promise<boolean> {
      if (!(await isMeant({ orders }))) return false
      const answers = await Promise.all(orders.map(({ orderId }) => cancel({ orderId })))
      await notifyAll(answers.filter(({ error }) => !error).length)
      return true
    },
  }
}
