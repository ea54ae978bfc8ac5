import { useDates, useNumbers } from '@x/locale/react'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useSwaps, type Web3Swap } from '../../data/payments/web3Swap.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { HistoryCard } from './HistoryCard.tsx'

/** Swaps, the latest first. */
export function SwapHistory() {
  const t = useAccountMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const figure = (amount: string) => numbers.number(amount, { digits: 8, trim: true })
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
      minWidth: 116,
      cell: ({ amount, fromAsset }) => (
        <NumberText unit={fromAsset} full={amount}>
          {figure(amount)}
        </NumberText>
      ),
    },
    {
      key: 'received',
      header: t('convert.receive'),
      kind: 'number',
      minWidth: 116,
      cell: ({ receive, toAsset }) => (
        <NumberText unit={toAsset} full={receive}>
          {figure(receive)}
        </NumberText>
      ),
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
