import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Pencil } from 'lucide-react'
import { useMessages } from '../../lib/messages/messages.ts'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import { useOrdersProduct } from './ordersProduct.ts'
import type { EditedOrder } from './useOrderEdit.tsx'
import { useOrderName } from './useOrderName.ts'

export function EditButton({
  order,
  spec,
  onPress,
}: {
  readonly order: SpotOrder
  readonly spec: SpotSymbol | undefined
  readonly onPress: (edited: EditedOrder) => void
}) {
  const t = useMessages()
  const nameOf = useOrderName()
  if (!useOrdersProduct().canEdit(order) || !spec) return null
  return (
    <IconButton
      size="mini"
      icon={<Icon of={Pencil} size={14} />}
      label={t('orders.editOrder', nameOf(order, spec))}
      onClick={() => onPress({ order, spec })}
    />
  )
}
