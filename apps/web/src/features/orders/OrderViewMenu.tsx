import { IconButton } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Columns3 } from 'lucide-react'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import type { OrderColumnKey } from './orderColumns.tsx'
import { useOrderView } from './orderView.ts'
import styles from './orders.module.css'
import { choosableColumns, isColumnShown, type OrderKind } from './useOrderColumns.tsx'

const KINDS: readonly string[] = ['open', 'trigger', 'history'] satisfies OrderKind[]
const isOrderKind = (list: string): list is OrderKind => KINDS.includes(list)

/** Chooses the columns of the list in front; cards, on a phone, have none. */
export function OrderViewMenu({ list }: { readonly list: string }) {
  const t = useMessages()
  const [view, change] = useOrderView()
  const isPhone = useMedia(PHONE)
  if (isOrderKind(list) ? isPhone : list !== 'assets') return null
  const toggle = (name: string) =>
    change({
      toggled: view.toggled.includes(name)
        ? view.toggled.filter((other) => other !== name)
        : [...view.toggled, name],
    })
  return (
    <Popover
      label={t('orders.columns')}
      side="bottom end"
      trigger={(props) => (
        <IconButton
          {...props}
          size="mini"
          icon={<Icon of={Columns3} size={14} />}
          label={t('orders.columns')}
        />
      )}
    >
      <div className={styles['view']}>
        {isOrderKind(list) ? (
          choosableColumns(list).map((key) => (
            <Checkbox
              key={key}
              checked={isColumnShown(key, { kind: list, toggled: view.toggled })}
              onChange={() => toggle(`${list}.${key}`)}
            >
              {t(HEADERS[key])}
            </Checkbox>
          ))
        ) : (
          <SegmentedControl
            aria-label={t('orders.tracking')}
            size="small"
            value={view.tracking === 1 ? 'all' : 'bought'}
            onChange={(key) => change({ tracking: key === 'all' ? 1 : 0 })}
            segments={[
              { value: 'bought', label: t('orders.tracking.bought') },
              { value: 'all', label: t('orders.tracking.all') },
            ]}
          />
        )}
      </div>
    </Popover>
  )
}

const HEADERS = {
  time: 'orders.time',
  pair: 'orders.pair',
  type: 'orders.type',
  side: 'orders.side',
  trigger: 'orders.trigger',
  price: 'orders.price',
  amount: 'orders.amount',
  filled: 'orders.filled',
  average: 'orders.average',
  value: 'orders.value',
  fee: 'orders.fee',
  status: 'orders.status',
  orderValue: 'orders.orderValue',
  distance: 'orders.distance',
  exits: 'orders.exits',
  orderId: 'orders.orderId',
  actions: 'orders.actions',
} as const satisfies Readonly<Record<OrderColumnKey, string>>
