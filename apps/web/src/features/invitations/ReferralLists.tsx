import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import {
  type InvitedUser,
  type ReferralRebate,
  useInvited,
  useRebates,
} from '../../data/referral/api.ts'
import { HistoryCard } from '../../lib/lists/HistoryList.tsx'
import { useProductMessages } from '../../lib/messages/messages.ts'

/** Who registered with the own code, the latest first. */
export function InvitedList() {
  const t = useProductMessages()
  const dates = useDates()
  const query = useInvited()
  const columns = useMemo(
    () =>
      [
        {
          key: 'user',
          header: t('referral.invited'),
          minWidth: 120,
          cell: ({ user }) => <bdi>{user}</bdi>,
        },
        {
          key: 'time',
          header: t('orders.time'),
          minWidth: 168,
          cell: ({ at }) => <NumberText>{dates.timestamp(at)}</NumberText>,
        },
      ] satisfies Column<InvitedUser>[],
    [t, dates],
  )
  return (
    <HistoryCard
      label={t('referral.invited')}
      empty={t('referral.none')}
      query={query}
      columns={columns}
      rowKey={({ user, at }) => `${user} ${at}`}
    />
  )
}

/** What was paid, the latest first. */
export function RebateList() {
  const t = useProductMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const query = useRebates()
  const columns = useMemo(
    () =>
      [
        {
          key: 'time',
          header: t('orders.time'),
          minWidth: 168,
          cell: ({ at }) => <NumberText>{dates.timestamp(at)}</NumberText>,
        },
        {
          key: 'asset',
          header: t('orders.asset'),
          minWidth: 72,
          cell: ({ asset }) => <bdi>{asset}</bdi>,
        },
        {
          key: 'amount',
          header: t('orders.amount'),
          kind: 'number',
          minWidth: 136,
          cell: ({ amount }) => (
            <NumberText full={amount}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
      ] satisfies Column<ReferralRebate>[],
    [t, dates, numbers],
  )
  return (
    <HistoryCard
      label={t('referral.rebates')}
      empty={t('referral.noRebates')}
      query={query}
      columns={columns}
      rowKey={({ rebateId }) => rebateId}
    />
  )
}
