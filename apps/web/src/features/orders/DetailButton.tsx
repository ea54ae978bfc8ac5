import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { ReceiptText } from 'lucide-react'
import { useMessages } from '../../lib/messages/messages.ts'

/** Opens what is known of an order. */
export function DetailButton({
  orderId,
  onPress,
}: {
  readonly orderId: string
  readonly onPress: (orderId: string) => void
}) {
  const t = useMessages()
  return (
    <IconButton
      size="mini"
      icon={<Icon of={ReceiptText} size={14} />}
      label={t('orders.detailOf', { id: orderId })}
      onClick={() => onPress(orderId)}
    />
  )
}
