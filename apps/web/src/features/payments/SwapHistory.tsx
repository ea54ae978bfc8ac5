import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useSwaps, type Web3Swap } from '../../data/payments/web3Swap.ts'
import { HistoryCard } from '../../lib/lists/HistoryList.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'

/** Swaps, the latest first. */
export function SwapHistory() {
  const t = useAccountMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const figure = (amount: string) => numbers.number(amount, { digits: 8, trim: true })
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
    <HistoryCard
      label={t('swap.history')}
      empty={t('swap.empty')}
      query={useSwaps()}
      columns={columns}
      rowKey={({ swapId }) => swapId}
    />
  )
}
