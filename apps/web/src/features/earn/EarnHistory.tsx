import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type EarnPayment, useEarnHistory } from '../../data/earn/api.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'

/** Interest that was paid, the latest first. */
export function EarnHistory() {
  const t = useProductMessages()
  const query = useEarnHistory()
  const statusOf = useListStatus()
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  const columns = useColumns()
  return (
    <section className={styles['card']} aria-labelledby="earn-history">
      <h2 id="earn-history" className={styles['heading']}>
        {t('earn.history')}
      </h2>
      <DataTable
        label={t('earn.history')}
        columns={columns}
        rows={rows}
        rowKey={({ positionId, day }) => `${positionId} ${day}`}
        headerHeight={32}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={{ text: t('earn.none') }}
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
