import { IconButton } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
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
  if (isOrderKind(list)) {
    const columns = choosableColumns(list).map((key) => ({
      name: `${list}.${key}`,
      header: t(HEADERS[key]),
      isShown: isColumnShown(key, { kind: list, toggled: view.toggled }),
    }))
    return <ColumnsMenu columns={columns} />
  }
  if (list !== 'assets') return null
  return (
    <ViewPopover>
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
    </ViewPopover>
  )
}

/** Columns of a list; a press shows or hides one. */
export function ColumnsMenu({
  columns,
}: {
  readonly columns: readonly {
    /** `list.column`, as the view keeps it. */
    readonly name: string
    readonly header: ReactNode
    readonly isShown: boolean
  }[]
}) {
  const [{ toggled }, change] = useOrderView()
  if (useMedia(PHONE)) return null
  return (
    <ViewPopover>
      {columns.map(({ name, header, isShown }) => (
        <Checkbox
          key={name}
          checked={isShown}
          onChange={() =>
            change({
              toggled: toggled.includes(name)
                ? toggled.filter((other) => other !== name)
                : [...toggled, name],
            })
          }
        >
          {header}
        </Checkbox>
      ))}
    </ViewPopover>
  )
}

function ViewPopover({ children }: { readonly children: ReactNode }) {
  const t = useMessages()
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
      <div className={styles['view']}>{children}</div>
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
