import type { Column } from '@x/ui/data-table'
import { type ReactNode, useId, useMemo } from 'react'
import { Pictured } from '../pictures/Pictured.tsx'
import styles from '../product-page/product.module.css'
import { ListTable } from './ListTable.tsx'
import { MoreButton, type PagedQuery } from './PagedList.tsx'
import { useListStatus } from './useListStatus.ts'

interface HistoryListProps<Row> {
  readonly label: string
  /** What is said where there is nothing. */
  readonly empty: string
  readonly query: PagedQuery<Row> & { readonly isLoading: boolean }
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** Keys of the columns that a narrow table does without, what is missed least first. */
  readonly expendable?: readonly string[] | undefined
}

/** The pages of a list as one table, with the way to older entries. */
export function HistoryList<Row>({
  label,
  empty,
  query,
  columns,
  rowKey,
  expendable,
}: HistoryListProps<Row>) {
  const statusOf = useListStatus()
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  return (
    <>
      <ListTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        expendable={expendable}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={<Pictured of="list">{empty}</Pictured>}
      />
      <MoreButton {...query} />
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
