import { lazy } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { hasSound } from '../../lib/sounds.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { ofPair } from '../order-terms/index.ts'
import type { CancelScope } from './CancelQuestion.tsx'
import { reportOrder } from './orderEvents.ts'
import { useOrdersProduct } from './ordersProduct.ts'
import { useOrderTerms } from './useOrderName.ts'

const CancelQuestion = lazy(async () => ({
  default: (await import('./CancelQuestion.tsx')).CancelQuestion,
}))

/**
 * Takes orders back and says so. What is already traded stays so; the request layer itself shows a
 * refusal.
 */
export function useCancel() {
  const t = useMessages()
  const services = useServices()
  const { dialogs, translatePage } = services
  const nameOf = useOrderTerms()
  const product = useOrdersProduct()
  const [cancel, { isLoading }] = product.useCancel()
  const [cancelAll] = product.useCancelAll()
  const specs = product.useSpecs()
  const notify = (text: string): void => {
    reportOrder(services, { kind: 'success', text })
    if (hasSound(services, 'cancels'))
      void import('./playFill.ts').then(({ playUnfilled }) => playUnfilled())
  }
  const notifyAll = async (count: number): Promise<void> =>
    notify((await translatePage('orders.cancelledAll', { count })) ?? t('orders.cancelAll'))
  /** The way out is not called Cancel, which is what the question is about. */
  const isMeant = async (scope: Partial<CancelScope> & Pick<CancelScope, 'orders'>) => {
    const { action } = await dialogs.confirm({
      title: t('orders.cancelAll'),
      message: (
        <LazyBoundary title={t('error.other')}>
          <CancelQuestion {...scope} specs={specs} />
        </LazyBoundary>
      ),
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
