import { useDates } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { type Conversion, useConversions } from '../../data/payments/api.ts'
import { HistoryCard } from '../../lib/lists/HistoryList.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useFigure } from './useFigure.ts'

/** Conversions, the latest first. */
export function ConvertHistory() {
  const t = useAccountMessages()
  const dates = useDates()
  const figure = useFigure()
  const columns = [
    {
      key: 'at',
      header: t('orders.time'),
      minWidth: 132,
      cell: ({ at }) => <NumberText>{dates.timestamp(at)}</NumberText>,
    },
    {
      key: 'paid',
      header: t('convert.pay'),
      kind: 'number',
      minWidth: 104,
      cell: ({ amount, fromAsset }) => <NumberText unit={fromAsset}>{figure(amount)}</NumberText>,
    },
    {
      key: 'received',
      header: t('convert.receive'),
      kind: 'number',
      minWidth: 104,
      cell: ({ receive, toAsset }) => <NumberText unit={toAsset}>{figure(receive)}</NumberText>,
    },
  ] satisfies Column<Conversion>[]
  return (
    <HistoryCard
      label={t('convert.history')}
      empty={t('convert.none')}
      query={useConversions()}
      columns={columns}
      rowKey={({ convertId }) => convertId}
    />
  )
}
