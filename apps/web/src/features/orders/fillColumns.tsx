import type { Numbers, useDates } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import type { useMessages } from '../../lib/messages/messages.ts'
import type { ExecutionCost } from '../../data/spot/executionCosts.ts'
import { feeDigits, type SpotFill, type SpotSymbol } from '../../data/spot/model.ts'
import { PairCell, SideCell } from './cells.tsx'
import { DetailButton } from './DetailButton.tsx'
import type { FigureWidths } from './useFigureWidths.ts'

export type FillColumnKey =
  | 'time'
  | 'pair'
  | 'side'
  | 'role'
  | 'price'
  | 'amount'
  | 'value'
  | 'fee'
  | ExecutionCost
  | 'actions'

export interface FillColumnContext {
  readonly t: ReturnType<typeof useMessages>
  readonly dates: ReturnType<typeof useDates>
  readonly numbers: Numbers
  readonly specs: ReadonlyMap<string, SpotSymbol>
  /** Asset of the costs. */
  readonly unit: string
  readonly widths: FigureWidths
  readonly isNarrow: boolean
  /** Amounts without their asset, which the pair names. */
  readonly isBare: boolean
  readonly onDetail: ((orderId: string) => void) | undefined
}

type FillColumn = (context: FillColumnContext) => Column<SpotFill>

const costColumn =
  (key: ExecutionCost, header: `orders.${ExecutionCost}Cost`): FillColumn =>
  ({ t, numbers, unit }) => ({
    key,
    header: t(header, { unit }),
    kind: 'number',
    minWidth: 96,
    cell: (fill) => (
      <NumberText
        tone="muted"
        full={
          key === 'latency' && fill.latencyMs !== undefined
            ? t('orders.milliseconds', { count: fill.latencyMs })
            : fill[key]
        }
      >
        {numbers.number(fill[key], { digits: 4 })}
      </NumberText>
    ),
  })

/** Every column that a table of fills may have. */
export const FILL_COLUMNS: Readonly<Record<FillColumnKey, FillColumn>> = {
  time: ({ t, dates, isNarrow }) => ({
    key: 'time',
    header: t('orders.time'),
    minWidth: isNarrow ? 136 : 158,
    cell: ({ createdAt }) => (
      <NumberText tone="muted" full={dates.timestamp(createdAt)}>
        {dates.timestamp(createdAt, isNarrow ? 'minute' : 'dateTime')}
      </NumberText>
    ),
  }),
  pair: ({ t, specs, isNarrow }) => ({
    key: 'pair',
    header: t('orders.pair'),
    minWidth: isNarrow ? 112 : 122,
    cell: ({ symbol }) => <PairCell symbol={symbol} spec={specs.get(symbol)} />,
  }),
  side: ({ t, isNarrow }) => ({
    key: 'side',
    header: t('orders.side'),
    minWidth: isNarrow ? 66 : 80,
    cell: (fill) => <SideCell order={fill} />,
  }),
  role: ({ t }) => ({
    key: 'role',
    header: t('orders.role'),
    cell: ({ role }) => (role === 'maker' ? t('orders.maker') : t('orders.taker')),
  }),
  price: ({ t, numbers, specs, isNarrow }) => ({
    key: 'price',
    header: t('orders.price'),
    kind: 'number',
    minWidth: isNarrow ? 84 : 100,
    cell: ({ price, symbol }) => (
      <NumberText>
        {numbers.number(price, { digits: specs.get(symbol)?.pricePlace ?? 8, purpose: 'price' })}
      </NumberText>
    ),
  }),
  amount: ({ t, numbers, specs, widths, isNarrow, isBare }) => ({
    key: 'amount',
    header: t('orders.amount'),
    kind: 'number',
    minWidth: isBare ? Math.max(96, widths.bare) : Math.max(isNarrow ? 106 : 120, widths.amount),
    cell: ({ size, symbol }) => (
      <NumberText unit={isBare ? undefined : specs.get(symbol)?.base}>
        {numbers.number(size, { digits: specs.get(symbol)?.quantityPlace ?? 8, purpose: 'size' })}
      </NumberText>
    ),
  }),
  value: ({ t, numbers, isNarrow }) => ({
    key: 'value',
    header: t('orders.value'),
    kind: 'number',
    minWidth: isNarrow ? 88 : 110,
    cell: ({ value }) => <NumberText full={value}>{numbers.number(value)}</NumberText>,
  }),
  fee: ({ t, numbers, specs, widths, isNarrow }) => ({
    key: 'fee',
    header: t('orders.fee'),
    kind: 'number',
    minWidth: Math.max(isNarrow ? 106 : 130, widths.fee),
    cell: ({ fee, feeAsset, symbol }) => (
      <NumberText full={fee} unit={feeAsset}>
        {numbers.number(fee, { digits: feeDigits(feeAsset, specs.get(symbol)), purpose: 'fee' })}
      </NumberText>
    ),
  }),
  spread: costColumn('spread', 'orders.spreadCost'),
  impact: costColumn('impact', 'orders.impactCost'),
  latency: costColumn('latency', 'orders.latencyCost'),
  actions: ({ t, onDetail = () => {} }) => ({
    key: 'actions',
    header: '',
    label: t('orders.actions'),
    kind: 'actions',
    minWidth: 56,
    fixed: 'end',
    cell: ({ orderId }) => <DetailButton orderId={orderId} onPress={onDetail} />,
  }),
}
