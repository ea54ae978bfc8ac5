import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useMessages } from '../../messages.ts'
import { CancelButton } from './CancelButton.tsx'
import { PairCell, SideCell, SizeCell, StatusCell, TypeCell } from './cells.tsx'
import { filledPercent, type SpotOrder, type SpotSymbol, specIndex } from './model.ts'

/** Columns of orders: those that can be cancelled, or those that are done. */
export function useOrderColumns(kind: 'open' | 'history', { symbols, isNarrow }: { symbols: readonly SpotSymbol[]; /** What matters most first; the time waits at the end. */ isNarrow: boolean }): readonly Column<SpotOrder>[] {
  const t = useMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(() => {
    const specs = specIndex(symbols)
    const price = (value: string | null, symbol: string) => numbers.number(value, { digits: specs.get(symbol)?.pricePlace ?? 8, purpose: 'price' })
    const all: Column<SpotOrder>[] = [
      { key: 'time', header: t('orders.time'), minWidth: 150, cell: ({ createdAt }) => <NumberText tone="muted">{dates.timestamp(createdAt)}</NumberText> },
      { key: 'pair', header: t('orders.pair'), minWidth: 100, cell: ({ symbol }) => <PairCell symbol={symbol} spec={specs.get(symbol)} /> },
      { key: 'type', header: t('orders.type'), cell: ({ orderType }) => <TypeCell type={orderType} /> },
      { key: 'side', header: t('orders.side'), cell: ({ side }) => <SideCell side={side} /> },
      { key: 'price', header: t('orders.price'), kind: 'number', minWidth: 100, cell: (order) => <NumberText>{order.price === null ? t('spot.market') : price(order.price, order.symbol)}</NumberText> },
      { key: 'amount', header: t('orders.amount'), kind: 'number', minWidth: 120, cell: (order) => <SizeCell order={order} spec={specs.get(order.symbol)} numbers={numbers} /> },
      { key: 'filled', header: t('orders.filled'), kind: 'number', minWidth: 90, cell: (order) => <NumberText full={order.filled}>{numbers.percent(filledPercent(order), { unit: 'percent', digits: 1 })}</NumberText> },
    ]
    const shared = isNarrow ? ['pair', 'side', 'price', 'amount', 'filled', 'type', 'time'].flatMap((key) => all.find((column) => column.key === key) ?? []) : all
    if (kind === 'open') {
      return [...shared, { key: 'actions', header: t('orders.actions'), kind: 'actions', minWidth: 90, fixed: 'end', cell: (order) => <CancelButton order={order} spec={specs.get(order.symbol)} /> }]
    }
    return [
      ...shared,
      { key: 'average', header: t('orders.average'), kind: 'number', minWidth: 100, cell: ({ avgPrice, symbol }) => <NumberText>{price(avgPrice, symbol)}</NumberText> },
      { key: 'value', header: t('orders.value'), kind: 'number', minWidth: 110, cell: ({ filledQuote }) => <NumberText full={filledQuote}>{numbers.number(filledQuote)}</NumberText> },
      { key: 'fee', header: t('orders.fee'), kind: 'number', minWidth: 120, cell: ({ fee, feeAsset }) => <NumberText full={fee} unit={feeAsset}>{numbers.number(fee, { digits: 6, purpose: 'fee' })}</NumberText> },
      { key: 'status', header: t('orders.status'), minWidth: 100, cell: ({ status }) => <StatusCell status={status} /> },
    ]
  }, [kind, symbols, isNarrow, t, dates, numbers])
}
