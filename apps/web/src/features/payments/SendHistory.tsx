import { useDates } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { type UserPayment, useUserPayments } from '../../data/payments/api.ts'
import { HistoryCard } from '../../lib/lists/HistoryList.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useFigure } from './useFigure.ts'

/** What was sent to users and came from them, the latest first. */
export function SendHistory() {
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
    <HistoryCard
      label={t('send.history')}
      empty={t('send.none')}
      query={useUserPayments()}
      columns={columns}
      rowKey={({ sendId, direction }) => `${sendId} ${direction}`}
    />
  )
}
