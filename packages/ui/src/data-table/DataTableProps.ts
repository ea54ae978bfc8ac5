import type { ReactNode, Ref } from 'react'
import type { PanelStatus } from '../panel/panelStatus.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import type { Column } from './columns.ts'
import type { SelectedKeys, SelectionMode } from './selection.ts'
import type { ColumnSizes } from './sizing.ts'
import type { Sort } from './sortCycle.ts'

/** Selection of rows. */
export interface TableSelection<R> {
  /** Default `multiple`, with a checkbox for all rows in the header. */
  readonly mode?: SelectionMode
  /** Keys of the selected rows; without it the selection is uncontrolled. */
  readonly selected?: SelectedKeys
  readonly onChange?: (selected: SelectedKeys) => void
  /** Returns whether a row cannot be selected. */
  readonly isDisabled?: (row: R) => boolean
}

/** Rows that expand to a panel. */
export interface TableExpansion<R> {
  /** Renders the panel below an expanded row. */
  readonly render: (row: R) => ReactNode
  /** Keys of the expanded rows; without it the expansion is uncontrolled. */
  readonly expanded?: ReadonlySet<string>
  readonly onChange?: (expanded: ReadonlySet<string>) => void
  /** Returns whether a row can be expanded. Default: every row. */
  readonly canExpand?: (row: R) => boolean
  /** Height of a panel in pixels, default 120; a virtualised table needs it. */
  readonly height?: number
}

/** Methods of a table's ref. */
export interface DataTableHandle {
  /** Returns the columns and all rows in the order on screen as CSV. */
  csv(): string
  /** Scrolls a row into view. */
  scrollTo(rowKey: string): void
}

/** Props of `DataTable`. */
export interface DataTableProps<R> extends WidgetProps {
  /** Accessible name. */
  readonly label: string
  /** Pass the same array in each render; a new one renders every row again. */
  readonly columns: readonly Column<R>[]
  /**
   * Keep the objects of unchanged rows: only a changed object is rendered again, and only its
   * changed cells touch the DOM.
   */
  readonly rows: readonly R[]
  readonly rowKey: (row: R) => string
  /** `loading` shows a skeleton, `error` an error message; `stale` dims the rows. Default ready. */
  readonly status?: PanelStatus
  /** Content of a table without rows: one sentence and one action. */
  readonly empty?: { readonly text?: ReactNode; readonly action?: ReactNode }
  /** Controlled sort; `null` is unsorted. With `sorted` the caller passes sorted rows. */
  readonly sort?: Sort | null
  readonly defaultSort?: Sort
  readonly onSortChange?: (sort: Sort | undefined) => void
  /** The rows are already sorted, for instance by the server. Default false. */
  readonly sorted?: boolean
  readonly onRowPress?: (row: R) => void
  readonly selectedKey?: string
  readonly selection?: TableSelection<R>
  readonly expansion?: TableExpansion<R>
  /**
   * One tab stop with arrow keys from cell to cell. Default: if rows can be selected or expanded.
   */
  readonly grid?: boolean
  /** Column widths set by the user, in pixels; without it they are uncontrolled. */
  readonly sizes?: ColumnSizes
  readonly onSizesChange?: (sizes: ColumnSizes) => void
  /** Pixels, default 44. Dense tables use 28 to 32. */
  readonly headerHeight?: number
  /** Renders visible rows only. Default: above 100 rows. Needs a parent of bounded height. */
  readonly virtual?: boolean
  readonly ref?: Ref<DataTableHandle>
}
