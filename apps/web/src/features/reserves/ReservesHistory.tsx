import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { CopyText } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type ReservesSnapshot, useReservesHistory } from '../../data/reserves/api.ts'
import { HistoryCard } from '../../lib/lists/HistoryList.tsx'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import { shortHash } from './shortHash.ts'

/** All snapshots, the latest first: a root that was noted stays here unchanged. */
export function ReservesHistory() {
  const t = useReservesMessages()
  return (
    <HistoryCard
      label={t('reserves.history')}
      empty={t('reserves.none')}
      query={useReservesHistory()}
      columns={useColumns()}
      rowKey={({ snapshotId }) => snapshotId}
    />
  )
}

function useColumns() {
  const t = useReservesMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(
    () =>
      [
        {
          key: 'at',
          header: t('orders.time'),
          minWidth: 160,
          cell: ({ at }) => <NumberText>{dates.timestamp(at)}</NumberText>,
        },
        {
          key: 'root',
          header: t('reserves.root'),
          minWidth: 200,
          cell: ({ root }) => <CopyText text={root} shown={shortHash(root)} />,
        },
        {
          key: 'transaction',
          header: t('reserves.transaction'),
          minWidth: 176,
          cell: ({ transaction }) =>
            transaction ? (
              <CopyText text={transaction.txHash} shown={shortHash(transaction.txHash)} />
            ) : (
              '--'
            ),
        },
        {
          key: 'leaves',
          header: t('reserves.leaves'),
          kind: 'number',
          minWidth: 112,
          cell: ({ leaves }) => (
            <NumberText>{numbers.number(String(leaves), { digits: 0 })}</NumberText>
          ),
        },
      ] satisfies Column<ReservesSnapshot>[],
    [t, dates, numbers],
  )
}
