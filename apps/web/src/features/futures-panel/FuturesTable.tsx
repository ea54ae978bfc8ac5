import type { Column } from '@x/ui/data-table'
import type { ReactNode } from 'react'
import { ListTable } from '../../lib/lists/ListTable.tsx'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import styles from './futuresPanel.module.css'

interface FuturesTableProps<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  readonly status: ListStatus
  readonly empty: ReactNode
}

/** A list of futures records that fills its panel. */
export const FuturesTable = <R,>(props: FuturesTableProps<R>) => (
  <ListTable {...props} headerHeight={28} virtual={false} frame={styles['list']} />
)
