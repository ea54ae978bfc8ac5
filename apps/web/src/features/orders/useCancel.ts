import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { useCancelAllOrders, useCancelOrder } from '../../data/orders/hooks.ts'
import type { Side, SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { ofPair } from '../order-terms/index.ts'
import { useOrderTerms } from './useOrderName.ts'

/**
 * Takes orders back and says so. What is already traded stays so; the request layer itself shows a
 * refusal.
 */
export function useCancel() {
  const t = useMessages()
  const { toasts, log, dialogs } = useServices()
  const nameOf = useOrderTerms()
  const [cancel, { isLoading }] = useCancelOrder()
  const [cancelAll] = useCancelAllOrders()
  const notify = (text: string): void => {
    toasts.success(text)
    log.add({ kind: 'success', text })
  }
  return {
    isLoading,
    async one(order: SpotOrder, spec: SpotSymbol | undefined): Promise<void> {
      const { error } = await cancel({ orderId: order.orderId })
      if (!error) notify(ofPair(t('orders.cancelled', nameOf(order, spec)), spec))
    },
    /**
     * Asks first, with their number; the way out is not called Cancel, which is what the question
     * is about.
     */
    async all(
      which: { readonly symbol?: string; readonly side?: Side },
      count: number,
    ): Promise<void> {
      const { action } = await dialogs.confirm({
        title: t('orders.cancelAll'),
        message: t('orders.cancelAllText', { count }),
        confirmText: t('orders.cancelAll'),
        cancelText: t('orders.keep'),
        variant: 'danger',
      })
      if (action !== 'confirm') return
      const { data } = await cancelAll(which)
      if (data) notify(t('orders.cancelledAll', { count: data.cancelled.length }))
    },
  }
}
