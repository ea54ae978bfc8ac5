import type { Numbers, useDates } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import type { useMessages } from '../../lib/messages/messages.ts'
import {
  feeDigits,
  filledPercent,
  QUOTE_DIGITS,
  type SpotOrder,
  type SpotSymbol,
} from '../../data/spot/model.ts'
import { CancelButton } from './CancelButton.tsx'
import { PairCell, StatusCell, TypeCell } from './cells.tsx'
import { DetailButton } from './DetailButton.tsx'
import { DistanceCell } from './DistanceCell.tsx'
import { EditButton } from './EditButton.tsx'
import { ExitsCell } from './ExitsCell.tsx'
import type { OrdersProduct } from './ordersProduct.ts'
import { orderValue } from './orderWorth.ts'
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
  | 'orderValue'
  | 'distance'
  | 'exits'
  | 'orderId'
  | 'actions'

export interface OrderColumnContext {
  readonly t: ReturnType<typeof useMessages>
  readonly dates: ReturnType<typeof useDates>
  readonly numbers: Numbers
  readonly specs: ReadonlyMap<string, SpotSymbol>
  readonly product: OrdersProduct
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

/** Reads when an order ended, or when it was placed; epoch milliseconds. */
export const timeOf =
  (isEnded: boolean) =>
  ({ createdAt, updatedAt = createdAt }: SpotOrder): number =>
    isEnded ? updatedAt : createdAt

/** Every column that a table of orders may have. */
export const ORDER_COLUMNS: Readonly<Record<OrderColumnKey, OrderColumn>> = {
  // Ended orders come in the order of their ends.
  time: ({ t, dates, isNarrow, isEnded }) => ({
    key: 'time',
    header: t(isEnded ? 'orders.ended' : 'orders.time'),
    minWidth: isNarrow ? 138 : 158,
    sort: { as: 'number', by: timeOf(isEnded) },
    cell: (order) => (
      <NumberText tone="muted" full={dates.timestamp(timeOf(isEnded)(order))}>
        {dates.timestamp(timeOf(isEnded)(order), isNarrow ? 'minute' : 'dateTime')}
      </NumberText>
    ),
  }),
  pair: ({ t, specs, isNarrow }) => ({
    key: 'pair',
    header: t('orders.pair'),
    minWidth: isNarrow ? 112 : 122,
    sort: { as: 'text', by: ({ symbol }) => symbol },
    cell: ({ symbol }) => <PairCell symbol={symbol} spec={specs.get(symbol)} />,
  }),
  type: ({ t }) => ({
    key: 'type',
    header: t('orders.type'),
    minWidth: 84,
    sort: { as: 'text', by: ({ orderType }) => orderType },
    cell: ({ orderType }) => <TypeCell type={orderType} />,
  }),
  side: ({ t, product: { SideCell, sideWidths }, isNarrow }) => ({
    key: 'side',
    header: t('orders.side'),
    minWidth: sideWidths[isNarrow ? 1 : 0],
    sort: { as: 'text', by: ({ side }) => side },
    cell: (order) => <SideCell order={order} />,
  }),
  trigger: ({ t, specs, isNarrow }) => ({
    key: 'trigger',
    header: t('orders.trigger'),
    kind: 'number',
    minWidth: isNarrow ? 150 : 230,
    cell: (order) => <TriggerCell order={order} spec={specs.get(order.symbol)} />,
  }),
  price: ({ t, numbers, specs, isNarrow }) => ({
    key: 'price',
    header: t('orders.price'),
    kind: 'number',
    minWidth: isNarrow ? 88 : 100,
    sort: { as: 'decimal', by: ({ price }) => price },
    cell: ({ price, symbol }) => (
      <NumberText>
        {price === null ? t('spot.market') : priceText(price, { numbers, spec: specs.get(symbol) })}
      </NumberText>
    ),
  }),
  amount: ({ t, numbers, specs, product: { SizeCell }, widths, isNarrow, isBare }) => ({
    key: 'amount',
    header: t('orders.amount'),
    kind: 'number',
    minWidth: isBare ? Math.max(96, widths.bare) : Math.max(isNarrow ? 106 : 120, widths.amount),
    sort: { as: 'decimal', by: ({ size }) => size },
    cell: (order) => (
      <SizeCell order={order} spec={specs.get(order.symbol)} numbers={numbers} isBare={isBare} />
    ),
  }),
  filled: ({ t, numbers }) => ({
    key: 'filled',
    header: t('orders.filled'),
    kind: 'number',
    minWidth: 100,
    sort: { as: 'decimal', by: filledPercent },
    cell: (order) => (
      <NumberText full={order.filled}>
        {numbers.percent(filledPercent(order), { unit: 'percent', digits: 1 })}
      </NumberText>
    ),
  }),
  average: ({ t, numbers, specs }) => ({
    key: 'average',
    header: t('orders.average'),
    kind: 'number',
    minWidth: 116,
    sort: { as: 'decimal', by: ({ avgPrice }) => avgPrice },
    cell: ({ avgPrice, symbol }) => (
      <NumberText>{priceText(avgPrice, { numbers, spec: specs.get(symbol) })}</NumberText>
    ),
  }),
  value: ({ t, numbers }) => ({
    key: 'value',
    header: t('orders.value'),
    kind: 'number',
    minWidth: 118,
    sort: { as: 'decimal', by: ({ filledQuote }) => filledQuote },
    cell: ({ filledQuote }) => (
      <NumberText full={filledQuote}>{numbers.number(filledQuote)}</NumberText>
    ),
  }),
  fee: ({ t, numbers, specs, widths }) => ({
    key: 'fee',
    header: t('orders.fee'),
    kind: 'number',
    minWidth: Math.max(120, widths.fee),
    sort: { as: 'decimal', by: ({ fee }) => fee },
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
    sort: { as: 'text', by: ({ status }) => status },
    cell: ({ status }) => <StatusCell status={status} />,
  }),
  orderValue: ({ t, numbers, specs }) => ({
    key: 'orderValue',
    header: t('orders.orderValue'),
    kind: 'number',
    minWidth: 112,
    sort: { as: 'decimal', by: (order) => orderValue(order, specs.get(order.symbol)) },
    cell: (order) => (
      <NumberText unit={specs.get(order.symbol)?.quote}>
        {numbers.number(orderValue(order, specs.get(order.symbol)), { digits: QUOTE_DIGITS })}
      </NumberText>
    ),
  }),
  distance: ({ t }) => ({
    key: 'distance',
    header: t('orders.distance'),
    kind: 'number',
    minWidth: 88,
    cell: (order) => <DistanceCell order={order} />,
  }),
  exits: ({ t, specs }) => ({
    key: 'exits',
    header: t('orders.exits'),
    kind: 'number',
    minWidth: 148,
    cell: (order) => <ExitsCell order={order} spec={specs.get(order.symbol)} />,
  }),
  orderId: ({ t }) => ({
    key: 'orderId',
    header: t('orders.orderId'),
    minWidth: 96,
    cell: ({ orderId }) => <NumberText tone="muted">{orderId}</NumberText>,
  }),
  actions: ({ t, specs, product: { hasDetail }, isEnded, onDetail, onEdit }) => ({
    key: 'actions',
    ...(isEnded ? { header: '', label: t('orders.actions') } : { header: t('orders.actions') }),
    kind: 'actions',
    minWidth: isEnded ? 56 : 144,
    fixed: 'end',
    cell: (order) => (
      <span className={styles['actions']}>
        {hasDetail ? <DetailButton orderId={order.orderId} onPress={onDetail} /> : null}
        {isEnded ? null : (
          <EditButton order={order} spec={specs.get(order.symbol)} onPress={onEdit} />
        )}
        {isEnded ? null : <CancelButton order={order} spec={specs.get(order.symbol)} />}
      </span>
    ),
  }),
}
