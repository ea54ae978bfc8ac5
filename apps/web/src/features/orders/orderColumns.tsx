import type { Numbers, useDates } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import type { useMessages } from '../../lib/messages/messages.ts'
import { feeDigits, filledPercent, type SpotOrder, type SpotSymbol } from '../../data/spot/model.ts'
import { CancelButton } from './CancelButton.tsx'
import { PairCell, SideCell, SizeCell, StatusCell, TypeCell } from './cells.tsx'
import { DetailButton } from './DetailButton.tsx'
import { EditButton } from './EditButton.tsx'
import styles from './orders.module.css'
import { TriggerCell } from './TriggerCell.tsx'
import type { FigureWidths } from './useFigureWidths.ts'
import type { EditedOrder } from './useOrderEdit.tsx'

export type OrderColumnKey =
  | 'time'
  | 'pair'
  | 'type'
  | 'side'
  | 'trigger'
  | 'price'
  | 'amount'
  | 'filled'
  | 'average'
  | 'value'
  | 'fee'
  | 'status'
  | 'actions'

export interface OrderColumnContext {
  readonly t: ReturnType<typeof useMessages>
  readonly dates: ReturnType<typeof useDates>
  readonly numbers: Numbers
  readonly specs: ReadonlyMap<string, SpotSymbol>
  readonly widths: FigureWidths
  readonly isNarrow: boolean
  /** Amounts without their asset, which the pair names. */
  readonly isBare: boolean
  /** Ended orders are neither changed nor cancelled. */
  readonly isEnded: boolean
  readonly onDetail: (orderId: string) => void
  readonly onEdit: (edited: EditedOrder) => void
}

type OrderColumn = (context: OrderColumnContext) => Column<SpotOrder>

const priceText = (
  value: string | null,
  { numbers, spec }: { readonly numbers: Numbers; readonly spec: SpotSymbol | undefined },
) => numbers.number(value, { digits: spec?.pricePlace ?? 8, purpose: 'price' })

/** Every column that a table of orders may have. */
export const ORDER_COLUMNS: Readonly<Record<OrderColumnKey, OrderColumn>> = {
  time: ({ t, dates, isNarrow }) => ({
    key: 'time',
    header: t('orders.time'),
    minWidth: isNarrow ? 138 : 158,
    cell: ({ createdAt }) => (
      <NumberText tone="muted" full={dates.timestamp(createdAt)}>
        {dates.timestamp(createdAt, isNarrow ? 'minute' : 'dateTime')}
      </NumberText>
    ),
  }),
  pair: ({ t, specs, isNarrow }) => ({
    key: 'pair',
    header: t('orders.pair'),
    minWidth: isNarrow ? 92 : 100,
    cell: ({ symbol }) => <PairCell symbol={symbol} spec={specs.get(symbol)} />,
  }),
  type: ({ t }) => ({
    key: 'type',
    header: t('orders.type'),
    minWidth: 84,
    cell: ({ orderType }) => <TypeCell type={orderType} />,
  }),
  side: ({ t, isNarrow }) => ({
    key: 'side',
    header: t('orders.side'),
    minWidth: isNarrow ? 66 : 80,
    cell: ({ side }) => <SideCell side={side} />,
  }),
  trigger: ({ t, specs, isNarrow }) => ({
    key: 'trigger',
    header: t('orders.trigger'),
    kind: 'number',
    minWidth: isNarrow ? 104 : 130,
    cell: (order) => <TriggerCell order={order} spec={specs.get(order.symbol)} />,
  }),
  price: ({ t, numbers, specs, isNarrow }) => ({
    key: 'price',
    header: t('orders.price'),
    kind: 'number',
    minWidth: isNarrow ? 88 : 100,
    cell: ({ price, symbol }) => (
      <NumberText>
        {price === null ? t('spot.market') : priceText(price, { numbers, spec: specs.get(symbol) })}
      </NumberText>
    ),
  }),
  amount: ({ t, numbers, specs, widths, isNarrow, isBare }) => ({
    key: 'amount',
    header: t('orders.amount'),
    kind: 'number',
    minWidth: isBare ? Math.max(96, widths.bare) : Math.max(isNarrow ? 106 : 120, widths.amount),
    cell: (order) => (
      <SizeCell order={order} spec={specs.get(order.symbol)} numbers={numbers} isBare={isBare} />
    ),
  }),
  filled: ({ t, numbers }) => ({
    key: 'filled',
    header: t('orders.filled'),
    kind: 'number',
    minWidth: 100,
    cell: (order) => (
      <NumberText full={order.filled}>
        {numbers.percent(filledPercent(order), { unit: 'percent', digits: 1 })}
      </NumberText>
    ),
  }),
  average: ({ t, numbers, specs, isNarrow }) => ({
    key: 'average',
    header: t('orders.average'),
    kind: 'number',
    minWidth: isNarrow ? 90 : 100,
    cell: ({ avgPrice, symbol }) => (
      <NumberText>{priceText(avgPrice, { numbers, spec: specs.get(symbol) })}</NumberText>
    ),
  }),
  value: ({ t, numbers }) => ({
    key: 'value',
    header: t('orders.value'),
    kind: 'number',
    minWidth: 118,
    cell: ({ filledQuote }) => (
      <NumberText full={filledQuote}>{numbers.number(filledQuote)}</NumberText>
    ),
  }),
  fee: ({ t, numbers, specs, widths }) => ({
    key: 'fee',
    header: t('orders.fee'),
    kind: 'number',
    minWidth: Math.max(120, widths.fee),
    cell: ({ fee, feeAsset, symbol }) => (
      <NumberText full={fee} unit={feeAsset}>
        {numbers.number(fee, { digits: feeDigits(feeAsset, specs.get(symbol)), purpose: 'fee' })}
      </NumberText>
    ),
  }),
  status: ({ t, isNarrow }) => ({
    key: 'status',
    header: t('orders.status'),
    minWidth: isNarrow ? 92 : 100,
    cell: ({ status }) => <StatusCell status={status} />,
  }),
  actions: ({ t, specs, isEnded, onDetail, onEdit }) => ({
    key: 'actions',
    ...(isEnded ? { header: '', label: t('orders.actions') } : { header: t('orders.actions') }),
    kind: 'actions',
    minWidth: isEnded ? 56 : 144,
    fixed: 'end',
    cell: (order) => (
      <span className={styles['actions']}>
        <DetailButton orderId={order.orderId} onPress={onDetail} />
        {isEnded ? null : (
          <EditButton order={order} spec={specs.get(order.symbol)} onPress={onEdit} />
        )}
        {isEnded ? null : <CancelButton order={order} spec={specs.get(order.symbol)} />}
      </span>
    ),
  }),
}
