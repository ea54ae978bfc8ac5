import { Button } from '@x/ui/button'
import { useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { useCancelOrderMutation } from './api.ts'
import type { SpotOrder, SpotSymbol } from './model.ts'

/** Takes an order back. What is already traded stays so. */
export function CancelButton({ order, spec }: { order: SpotOrder; spec: SpotSymbol | undefined }) {
  const t = useMessages()
  const { toasts, log } = useServices()
  const [cancel, { isLoading }] = useCancelOrderMutation()
  const run = async () => {
    const { error } = await cancel({ orderId: order.orderId })
    // The request layer has shown a refusal already.
    if (error) return
    const text = t('orders.cancelled', { side: order.side === 'buy' ? t('spot.buy') : t('spot.sell'), amount: `${order.size} ${(order.sizeUnit === 'quote' ? spec?.quote : spec?.base) ?? ''}`.trim() })
    toasts.show({ kind: 'success', text })
    log.add({ kind: 'success', text })
  }
  return (
    <Button size="mini" variant="neutral" loading={isLoading} onClick={() => void run()}>
      {t('orders.cancel')}
    </Button>
  )
}
