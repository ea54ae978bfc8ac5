import { Button } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { type ReactNode, useId, useMemo } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from '../product-page/product.module.css'
import { useListStatus } from './useListStatus.ts'

interface HistoryListProps<Row> {
  readonly label: string
  /** What is said where there is nothing. */
  readonly empty: string
  readonly query: {
    readonly data?: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined
    readonly error?: unknown
    readonly isLoading: boolean
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
    readonly refetch: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
}

/** The pages of a list as one table, with the way to older entries. */
export function HistoryList<Row>({ label, empty, query, columns, rowKey }: HistoryListProps<Row>) {
  const t = useMessages()
  const statusOf = useListStatus()
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        headerHeight={32}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={{ text: empty }}
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
    </>
  )
}

/** Such a list below its title. */
export function HistoryCard<Row>(props: HistoryListProps<Row>): ReactNode {
  const id = useId()
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        {props.label}
      </h2>
      <HistoryList {...props} />
    </section>
  )
}
