import { Button } from '@x/ui/button'
import { useMessages } from '../../lib/messages/messages.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { useCancel } from './useCancel.tsx'

export function CancelButton({ order, spec }: { order: SpotOrder; spec: SpotSymbol | undefined }) {
  const t = useMessages()
  const { one, isLoading } = useCancel()
  return (
    <Button size="mini" variant="neutral" loading={isLoading} onClick={() => void one(order, spec)}>
      {t('orders.cancel')}
    </Button>
  )
}
