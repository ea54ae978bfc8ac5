import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useMessages } from '../../lib/messages/messages.ts'
import { fitColumns, fits } from '../../lib/media/fitColumns.ts'
import { CancelButton } from './CancelButton.tsx'
import { PairCell, SideCell, SizeCell, StatusCell, TypeCell } from './cells.tsx'
import { DetailButton } from './DetailButton.tsx'
import { EditButton } from './EditButton.tsx'
import { bareFigure, feeFigure, sizeFigure, widest } from './figureWidth.ts'
import { feeDigits, filledPercent, type SpotOrder } from '../../data/spot/model.ts'
import styles from './orders.module.css'
import { TriggerCell } from './TriggerCell.tsx'
import type { EditedOrder } from './useOrderEdit.tsx'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'

/** In the book, before their trigger, or done. */
export type OrderKind = 'open' | 'trigger' | 'history'

/** Words together, then figures: a word right after figures would read as their unit. */
const SHOWN: Readonly<Record<OrderKind, readonly string[]>> = {
  open: ['time', 'pair', 'type', 'side', 'price', 'amount', 'filled', 'actions'],
  trigger: ['time', 'pair', 'type', 'side', 'trigger', 'price', 'amount', 'actions'],
  history: [
    'time',
    'pair',
    'type',
    'side',
    'status',
    'price',
    'amount',
    'filled',
    'average',
    'value',
    'fee',
    'actions',
  ],
}
/** What a narrow table does without, in this order: the order's own page has all of it. */
const EXPENDABLE: Readonly<Record<OrderKind, readonly string[]>> = {
  open: ['type', 'time', 'filled'],
  trigger: ['type', 'time', 'price'],
  history: ['type', 'fee', 'value', 'filled', 'average', 'time'],
}

/**
 * Columns of orders: those that can be changed and cancelled, or those that are done. As many as a
 * table of `width` pixels shows at once.
 */
export function useOrderColumns(
  kind: OrderKind,
  {
    rows,
    width,
    onDetail,
    onEdit,
  }: {
    rows: readonly SpotOrder[]
    width: number | undefined
    onDetail: (orderId: string) => void
    onEdit: (edited: EditedOrder) => void
  },
): readonly Column<SpotOrder>[] {
  const t = useMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const specs = useSymbolIndex()
  const amountWidth = widest(rows, {
    least: 0,
    figure: (order) => sizeFigure(order, specs.get(order.symbol)),
  })
  const bareWidth = widest(rows, {
    least: 0,
    figure: (order) =>
      bareFigure(sizeFigure(order, specs.get(order.symbol)), specs.get(order.symbol)),
  })
  const feeWidth = widest(rows, {
    least: 0,
    figure: (row) => feeFigure(row, specs.get(row.symbol)),
  })
  return useMemo(() => {
    const price = (value: string | null, symbol: string) =>
      numbers.number(value, { digits: specs.get(symbol)?.pricePlace ?? 8, purpose: 'price' })
    const all = (isNarrow: boolean, { isBare = false } = {}): readonly Column<SpotOrder>[] => [
      {
        key: 'time',
        header: t('orders.time'),
        minWidth: isNarrow ? 138 : 158,
        cell: ({ createdAt }) => (
          <NumberText tone="muted" full={dates.timestamp(createdAt)}>
            {dates.timestamp(createdAt, isNarrow ? 'minute' : 'dateTime')}
          </NumberText>
        ),
      },
      {
        key: 'pair',
        header: t('orders.pair'),
        minWidth: isNarrow ? 92 : 100,
        cell: ({ symbol }) => <PairCell symbol={symbol} spec={specs.get(symbol)} />,
      },
      {
        key: 'type',
        header: t('orders.type'),
        minWidth: 84,
        cell: ({ orderType }) => <TypeCell type={orderType} />,
      },
      {
        key: 'side',
        header: t('orders.side'),
        minWidth: isNarrow ? 66 : 80,
        cell: ({ side }) => <SideCell side={side} />,
      },
      {
        key: 'trigger',
        header: t('orders.trigger'),
        kind: 'number',
        minWidth: isNarrow ? 104 : 130,
        cell: (order) => <TriggerCell order={order} spec={specs.get(order.symbol)} />,
      },
      {
        key: 'price',
        header: t('orders.price'),
        kind: 'number',
        minWidth: isNarrow ? 88 : 100,
        cell: (order) => (
          <NumberText>
            {order.price === null ? t('spot.market') : price(order.price, order.symbol)}
          </NumberText>
        ),
      },
      {
        key: 'amount',
        header: t('orders.amount'),
        kind: 'number',
        minWidth: isBare ? Math.max(96, bareWidth) : Math.max(isNarrow ? 106 : 120, amountWidth),
        cell: (order) => (
          <SizeCell
            order={order}
            spec={specs.get(order.symbol)}
            numbers={numbers}
            isBare={isBare}
          />
        ),
      },
      {
        key: 'filled',
        header: t('orders.filled'),
        kind: 'number',
        minWidth: 100,
        cell: (order) => (
          <NumberText full={order.filled}>
            {numbers.percent(filledPercent(order), { unit: 'percent', digits: 1 })}
          </NumberText>
        ),
      },
      {
        key: 'average',
        header: t('orders.average'),
        kind: 'number',
        minWidth: isNarrow ? 90 : 100,
        cell: ({ avgPrice, symbol }) => <NumberText>{price(avgPrice, symbol)}</NumberText>,
      },
      {
        key: 'value',
        header: t('orders.value'),
        kind: 'number',
        minWidth: 118,
        cell: ({ filledQuote }) => (
          <NumberText full={filledQuote}>{numbers.number(filledQuote)}</NumberText>
        ),
      },
      {
        key: 'fee',
        header: t('orders.fee'),
        kind: 'number',
        minWidth: Math.max(120, feeWidth),
        cell: ({ fee, feeAsset, symbol }) => (
          <NumberText full={fee} unit={feeAsset}>
            {numbers.number(fee, {
              digits: feeDigits(feeAsset, specs.get(symbol)),
              purpose: 'fee',
            })}
          </NumberText>
        ),
      },
      {
        key: 'status',
        header: t('orders.status'),
        minWidth: isNarrow ? 92 : 100,
        cell: ({ status }) => <StatusCell status={status} />,
      },
      {
        key: 'actions',
        ...(kind === 'history'
          ? { header: '', label: t('orders.actions') }
          : { header: t('orders.actions') }),
        kind: 'actions',
        minWidth: kind === 'history' ? 56 : 144,
        fixed: 'end',
        cell: (order) => (
          <span className={styles['actions']}>
            <DetailButton orderId={order.orderId} onPress={onDetail} />
            {kind === 'history' ? null : (
              <EditButton order={order} spec={specs.get(order.symbol)} onPress={onEdit} />
            )}
            {kind === 'history' ? null : (
              <CancelButton order={order} spec={specs.get(order.symbol)} />
            )}
          </span>
        ),
      },
    ]
    const shown = (isNarrow: boolean, options?: { readonly isBare: boolean }) => {
      const columns = all(isNarrow, options)
      return SHOWN[kind].flatMap((key) => columns.find((column) => column.key === key) ?? [])
    }
    const wide = shown(false)
    if (fits(wide, width)) return wide
    const narrow = fitColumns(shown(true), { width, expendable: EXPENDABLE[kind] })
    return fits(narrow, width)
      ? narrow
      : fitColumns(shown(true, { isBare: true }), { width, expendable: EXPENDABLE[kind] })
  }, [kind, specs, amountWidth, bareWidth, feeWidth, width, onDetail, onEdit, t, dates, numbers])
}
