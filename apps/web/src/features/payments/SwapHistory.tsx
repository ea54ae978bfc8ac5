import { useDates } from '@x/locale/react'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useSwaps, type Web3Swap } from '../../data/payments/web3Swap.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { useFigure } from './useFigure.ts'

/** Swaps, the latest first. */
export function SwapHistory() {
  const t = useAccountMessages()
  const dates = useDates()
  const figure = useFigure()
  const query = useSwaps()
  const statusOf = useListStatus()
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
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
  ] satisfies Column<Web3Swap>[]
  return (
    <HistoryCard title={t('swap.history')} query={query}>
      <DataTable
        label={t('swap.history')}
        columns={columns}
        rows={rows}
        rowKey={({ swapId }) => swapId}
        headerHeight={32}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={{ text: t('swap.empty') }}
      />
    </HistoryCard>
  )
}
