import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type EarnPayment, useEarnHistory } from '../../data/earn/api.ts'
import { HistoryCard } from '../../lib/lists/HistoryList.tsx'
import { useProductMessages } from '../../lib/messages/messages.ts'

/** Interest that was paid, the latest first. */
export function EarnHistory() {
  const t = useProductMessages()
  return (
    <HistoryCard
      label={t('earn.history')}
      empty={t('earn.none')}
      query={useEarnHistory()}
      columns={useColumns()}
      rowKey={({ positionId, day }) => `${positionId} ${day}`}
    />
  )
}

function useColumns() {
  const t = useProductMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(
    () =>
      [
        {
          key: 'day',
          header: t('orders.time'),
          minWidth: 112,
          cell: ({ day }) => <bdi>{dates.date(day, 'date')}</bdi>,
        },
        {
          key: 'asset',
          header: t('orders.asset'),
          minWidth: 72,
          cell: ({ asset }) => <bdi>{asset}</bdi>,
        },
        {
          key: 'amount',
          header: t('earn.interest'),
          kind: 'number',
          minWidth: 136,
          cell: ({ amount }) => (
            <NumberText full={amount}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
      ] satisfies Column<EarnPayment>[],
    [t, dates, numbers],
  )
}
