import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Pencil } from 'lucide-react'
import { lazy, useState } from 'react'
import { Overlay } from '../../app/Overlay.tsx'
import { useMessages } from '../../messages.ts'
import type { SpotOrder, SpotSymbol } from './model.ts'
import { useOrderName } from './useOrderName.ts'

const EditOrder = lazy(() => import('./EditOrder.tsx'))

export function EditButton({ order, spec }: { order: SpotOrder; spec: SpotSymbol | undefined }) {
  const t = useMessages()
  const nameOf = useOrderName()
  const [isOpen, setOpen] = useState(false)
  if (!spec) return null
  return (
    <>
      <IconButton size="mini" icon={<Icon of={Pencil} size={14} />} label={t('orders.editOrder', nameOf(order, spec))} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Overlay onFail={() => setOpen(false)}>
          <EditOrder order={order} spec={spec} onClose={() => setOpen(false)} />
        </Overlay>
      ) : null}
    </>
  )
}
