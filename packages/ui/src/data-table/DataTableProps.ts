import type { ReactNode, Ref } from 'react'
import type { PanelStatus } from '../panel/panelStatus.ts'
import type { Column } from './columns.ts'
import type { SelectedKeys, SelectionMode } from './selection.ts'
import type { ColumnSizes } from './sizing.ts'
import type { Sort } from './sortCycle.ts'

export interface TableSelection<R> {
  /** Default `multiple`, with a box for all rows in the header. */
  readonly mode?: SelectionMode
  /** Keys of the selected rows; without it the table remembers them itself. */
  readonly selected?: SelectedKeys
  readonly onChange?: (selected: SelectedKeys) => void
  /** The row cannot be selected. */
  readonly isDisabled?: (row: R) => boolean
}

export interface TableExpansion<R> {
  /** What stands below an opened row. */
  readonly render: (row: R) => ReactNode
  /** Keys of the opened rows; without it the table remembers them itself. */
  readonly expanded?: ReadonlySet<string>
  readonly onChange?: (expanded: ReadonlySet<string>) => void
  /** Default: every row can be opened. */
  readonly canExpand?: (row: R) => boolean
  /** Pixels of a panel, default 120: a table that builds only the rows in sight must know it. */
  readonly height?: number
}

export interface DataTableHandle {
  /** What the table shows: its columns, and all rows in the order on screen. */
  csv(): string
  /** Brings a row into sight. */
  scrollTo(rowKey: string): void
}

export interface DataTableProps<R> {
  /** The accessible name. */
  readonly label: string
  /** Keep the array itself between renders, or every row is drawn anew. */
  readonly columns: readonly Column<R>[]
  /**
   * Keep the objects of rows that did not change: only a changed object is drawn again, and only
   * its changed cells touch the page.
   */
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  /** `loading` draws a skeleton in these columns, `error` the error face; `stale` dims. */
  readonly status?: PanelStatus
  /** The face of no rows: one sentence and one action. */
  readonly empty?: { readonly text?: ReactNode; readonly action?: ReactNode }
  /** Controlled sort; the caller hands in sorted rows when `sorted` is set. */
  readonly sort?: Sort | null
  readonly defaultSort?: Sort
  readonly onSortChange?: (sort: Sort | undefined) => void
  /** The rows are sorted already, for instance by the server. */
  readonly sorted?: boolean
  readonly onRowPress?: (row: R) => void
  readonly selectedKey?: string
  readonly selection?: TableSelection<R>
  readonly expansion?: TableExpansion<R>
  /** One tab stop, arrow keys from cell to cell. Default: where rows can be selected or opened. */
  readonly grid?: boolean
  /** Widths that the reader has set; without it the table remembers them itself. */
  readonly sizes?: ColumnSizes
  readonly onSizesChange?: (sizes: ColumnSizes) => void
  /** Pixels, default 44. Dense tables take 28 to 32. */
  readonly headerHeight?: number
  /**
   * Only rows in sight are built. Default: above 100 rows. Needs a box of bounded height around the
   * table.
   */
  readonly virtual?: boolean
  readonly className?: string | undefined
  readonly ref?: Ref<DataTableHandle>
}
