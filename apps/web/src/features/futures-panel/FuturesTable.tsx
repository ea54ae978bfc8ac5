import { type Column, DataTable } from '@x/ui/data-table'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import styles from './futuresPanel.module.css'

interface FuturesTableProps<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  readonly status: ListStatus
  readonly empty: string
}

/** A list of futures records: a table, or a card for each row on a phone. */
export function FuturesTable<R>(props: FuturesTableProps<R>) {
  const isPhone = useMedia(PHONE)
  if (isPhone) return <Cards {...props} />
  const { empty, ...table } = props
  return (
    <div className={styles['list']}>
      <DataTable {...table} headerHeight={28} virtual={false} empty={{ text: empty }} />
    </div>
  )
}

function Cards<R>({ label, columns, rows, rowKey, status, empty }: FuturesTableProps<R>) {
  if (status.kind === 'loading') return <SkeletonRows rows={3} />
  if (status.kind === 'error')
    return <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId} />
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>
  const facts = columns.filter(({ kind }) => kind !== 'actions')
  const actions = columns.find(({ kind }) => kind === 'actions')
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={styles['card']}>
          <dl className={styles['figures']} data-wide="">
            {facts.map(({ key, header, cell }) => (
              <div key={key}>
                <dt>{header}</dt>
                <dd>{cell(row, {})}</dd>
              </div>
            ))}
          </dl>
          {actions ? <div className={styles['actions']}>{actions.cell(row, {})}</div> : null}
        </li>
      ))}
    </ul>
  )
}
