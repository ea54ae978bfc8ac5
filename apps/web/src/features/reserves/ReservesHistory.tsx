import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type ReservesSnapshot, useReservesHistory } from '../../data/reserves/api.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useReservesMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './reserves.module.css'

/** All snapshots, the latest first: a root that was noted stays here unchanged. */
export function ReservesHistory() {
  const t = useReservesMessages()
  const query = useReservesHistory()
  const statusOf = useListStatus()
  const columns = useColumns()
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  return (
    <section className={styles['card']} aria-labelledby="reserves-history">
      <h2 id="reserves-history" className={styles['heading']}>
        {t('reserves.history')}
      </h2>
      <DataTable
        label={t('reserves.history')}
        columns={columns}
        rows={rows}
        rowKey={({ snapshotId }) => snapshotId}
        headerHeight={32}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={{ text: t('reserves.none') }}
      />
      {query.hasNextPage ? (
        <Button
          size="small"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('orders.loadMore')}
        </Button>
      ) : null}
    </section>
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
          key: 'leaves',
          header: t('reserves.leaves'),
          kind: 'number',
          minWidth: 112,
          cell: ({ leaves }) => (
            <NumberText>{numbers.number(String(leaves), { digits: 0 })}</NumberText>
          ),
        },
        {
          key: 'root',
          header: t('reserves.root'),
          minWidth: 200,
          cell: ({ root }) => (
            <bdi className={own['code']} title={root}>
              {root}
            </bdi>
          ),
        },
      ] satisfies Column<ReservesSnapshot>[],
    [t, dates, numbers],
  )
}
