import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useMessages } from '../../messages.ts'
import { PairCell, SideCell } from './cells.tsx'
import { type SpotFill, type SpotSymbol, specIndex } from './model.ts'

export function useFillColumns({ symbols }: { symbols: readonly SpotSymbol[] }): readonly Column<SpotFill>[] {
  const t = useMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(() => {
    const specs = specIndex(symbols)
    return [
      { key: 'time', header: t('orders.time'), minWidth: 150, cell: ({ createdAt }) => <NumberText tone="muted">{dates.timestamp(createdAt)}</NumberText> },
      { key: 'pair', header: t('orders.pair'), minWidth: 100, cell: ({ symbol }) => <PairCell symbol={symbol} spec={specs.get(symbol)} /> },
      { key: 'side', header: t('orders.side'), cell: ({ side }) => <SideCell side={side} /> },
      { key: 'price', header: t('orders.price'), kind: 'number', minWidth: 100, cell: ({ price, symbol }) => <NumberText>{numbers.number(price, { digits: specs.get(symbol)?.pricePlace ?? 8, purpose: 'price' })}</NumberText> },
      { key: 'amount', header: t('orders.amount'), kind: 'number', minWidth: 120, cell: ({ size, symbol }) => <NumberText unit={specs.get(symbol)?.base}>{numbers.number(size, { digits: specs.get(symbol)?.quantityPlace ?? 8, purpose: 'size' })}</NumberText> },
      { key: 'value', header: t('orders.value'), kind: 'number', minWidth: 110, cell: ({ value }) => <NumberText full={value}>{numbers.number(value)}</NumberText> },
      { key: 'fee', header: t('orders.fee'), kind: 'number', minWidth: 130, cell: ({ fee, feeAsset }) => <NumberText full={fee} unit={feeAsset}>{numbers.number(fee, { digits: 6, purpose: 'fee' })}</NumberText> },
      { key: 'role', header: t('orders.role'), cell: ({ role }) => (role === 'maker' ? t('orders.maker') : t('orders.taker')) },
    ] satisfies Column<SpotFill>[]
  }, [symbols, t, dates, numbers])
}
