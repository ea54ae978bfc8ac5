import { useDates } from '@x/locale/react'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type UserPayment, useUserPayments } from '../../data/payments/api.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { HistoryCard } from './HistoryCard.tsx'
import { useFigure } from './useFigure.ts'

/** What was sent to users and came from them, the latest first. */
export function SendHistory() {
  const t = useAccountMessages()
  const dates = useDates()
  const figure = useFigure()
  const query = useUserPayments()
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
      key: 'user',
      header: t('statement.kind'),
      minWidth: 112,
      cell: ({ direction, userId: user }) => (
        <bdi>{t(direction === 'sent' ? 'send.sent' : 'send.received', { user })}</bdi>
      ),
    },
    {
      key: 'amount',
      header: t('spot.amount'),
      kind: 'number',
      minWidth: 104,
      cell: ({ amount, asset }) => <NumberText unit={asset}>{figure(amount)}</NumberText>,
    },
  ] satisfies Column<UserPayment>[]
  return (
    <HistoryCard title={t('send.history')} query={query}>
      <DataTable
        label={t('send.history')}
        columns={columns}
        rows={rows}
        rowKey={({ sendId, direction }) => `${sendId} ${direction}`}
        headerHeight={32}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={{ text: t('send.none') }}
      />
    </HistoryCard>
  )
}
