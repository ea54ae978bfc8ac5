import { EmptyState, ErrorState } from '../empty-state/EmptyState.tsx'
import type { PanelStatus } from '../panel/panelStatus.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Skeleton } from '../skeleton/Skeleton.tsx'
import { cellStyle } from './cells.ts'
import type { TableColumn } from './controls.ts'
import styles from './dataTable.module.css'

const SKELETON_ROWS = 6

/**
 * The content below the header of a table without rows: a skeleton of the columns, an empty state,
 * or an error.
 */
export function TableStatus<R>({
  status,
  columns,
}: {
  readonly status: PanelStatus
  readonly columns: readonly TableColumn<R>[]
}) {
  const strings = useUiStrings()
  if (status.kind === 'error') {
    return (
      <div className={styles['placeholder']}>
        <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId}>
          {status.text}
        </ErrorState>
      </div>
    )
  }
  if (status.kind === 'empty') {
    return (
      <div className={styles['placeholder']}>
        <EmptyState action={status.action}>{status.text}</EmptyState>
      </div>
    )
  }
  return (
    <div
      className={styles['skeleton']}
      role="status"
      aria-label={strings.loading}
      data-x-part="table-skeleton"
    >
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className={styles['row']} aria-hidden="true">
          {columns.map((column, index) => (
            <div
              key={column.key}
              className={styles['cell']}
              data-kind={column.kind}
              style={cellStyle(columns, index)}
            >
              <Skeleton
                width={column.kind === 'number' ? '60%' : `${50 + ((row * 3 + index) % 4) * 10}%`}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
