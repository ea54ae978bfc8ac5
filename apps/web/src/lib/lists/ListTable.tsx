import { type Column, DataTable } from '@x/ui/data-table'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import type { ReactNode } from 'react'
import { fitColumns } from '../media/fitColumns.ts'
import { useAvailableWidth } from '../media/useAvailableWidth.ts'
import { PHONE, useMedia } from '../media/useMedia.ts'
import styles from './listTable.module.css'
import type { ListStatus } from './useListStatus.ts'

const READY: ListStatus = { kind: 'ready' }

interface ListTableProps<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  /** Default ready. */
  readonly status?: ListStatus
  /** What is said where there is nothing. */
  readonly empty?: ReactNode
  /** Pixels. */
  readonly headerHeight?: number
  /** Whether a long table draws only the rows in sight; default as the table decides. */
  readonly virtual?: boolean
  /** Class of a box around the table. */
  readonly frame?: string | undefined
  /** Keys of the columns that a narrow table does without, what is missed least first. */
  readonly expendable?: readonly string[] | undefined
}

/** A list: a table, or a card for each row on a phone, where a table would be cut. */
export function ListTable<R>({
  headerHeight = 32,
  frame,
  empty,
  expendable,
  ...props
}: ListTableProps<R>) {
  const isPhone = useMedia(PHONE)
  const { box, width } = useAvailableWidth()
  if (isPhone) return <Cards {...props} empty={empty} />
  const columns =
    expendable === undefined ? props.columns : fitColumns(props.columns, { width, expendable })
  const table = (
    <DataTable
      {...props}
      columns={columns}
      headerHeight={headerHeight}
      {...(empty === undefined ? {} : { empty: { text: empty } })}
    />
  )
  if (frame === undefined && expendable === undefined) return table
  return (
    <div ref={expendable === undefined ? undefined : box} className={frame}>
      {table}
    </div>
  )
}

type CardsProps<R> = Pick<ListTableProps<R>, 'label' | 'columns' | 'rows' | 'rowKey' | 'status'> & {
  readonly empty: ReactNode
}

function Cards<R>({ label, columns, rows, rowKey, status = READY, empty }: CardsProps<R>) {
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
          <dl className={styles['figures']}>
            {facts.map(({ key, header, cell }) => (
              <Fact key={key} name={header} value={cell(row, {})} />
            ))}
          </dl>
          {actions ? <div className={styles['actions']}>{actions.cell(row, {})}</div> : null}
        </li>
      ))}
    </ul>
  )
}

/** A cell as a line of its card; nothing for an empty cell, which only keeps a column in step. */
const Fact = ({ name, value }: { readonly name: ReactNode; readonly value: ReactNode }) =>
  value === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
