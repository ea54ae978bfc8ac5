import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import type { PanelStatus } from '../panel/machine.ts'
import { columnWidths, fluidTemplate, HEADER_HEIGHT, minimumWidth, VIRTUAL_ABOVE, type Column } from './columns.ts'
import { nextSort, sortRows, type Sort } from './sortRows.ts'
import { TableFace } from './TableFace.tsx'
import { TableHeader } from './TableHeader.tsx'
import { TableRow } from './TableRow.tsx'
import { useTableBox } from './useTableBox.ts'
import { useWindow } from '../window/useWindow.ts'
import styles from './dataTable.module.css'

export interface DataTableProps<R> {
  /** The accessible name. */
  readonly label: string
  /** Keep the array itself between renders, or every row is drawn anew. */
  readonly columns: readonly Column<R>[]
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
  /** Pixels, default 44. Dense tables take 28 to 32. */
  readonly headerHeight?: number
  /** Only rows in sight are built. Default: above 100 rows. Needs a box of bounded height around the table. */
  readonly virtual?: boolean
  readonly className?: string | undefined
}

export function DataTable<R>({
  label, columns, rows, rowKey, status = { kind: 'ready' }, empty, sort, defaultSort, onSortChange, sorted = false, onRowPress, selectedKey, headerHeight = HEADER_HEIGHT, virtual = rows.length > VIRTUAL_ABOVE, className,
}: DataTableProps<R>) {
  const table = useRef<HTMLDivElement>(null)
  const { width, rowHeight } = useTableBox(table)
  const [ownSort, setOwnSort] = useState(defaultSort)
  const [focused, setFocused] = useState<string | undefined>(undefined)
  const current = sort === undefined ? ownSort : (sort ?? undefined)
  const rule = columns.find((column) => column.key === current?.column)?.sort
  const ordered = useMemo(() => (rule && current && !sorted ? sortRows(rows, { rule, direction: current.direction }) : rows), [rows, rule, current, sorted])
  const widths = useMemo(() => (width > 0 ? columnWidths(columns, width) : []), [columns, width])
  const ready = status.kind === 'ready' || status.kind === 'stale'
  const shown = ready ? ordered : []
  // The header covers the first rows of the scrolled box.
  const windowed = useWindow({ enabled: virtual, count: shown.length, rowHeight, scroll: table, paddingStart: headerHeight })
  const onSort = (column: string) => {
    const next = nextSort(current, column)
    setOwnSort(next)
    onSortChange?.(next)
  }
  const first = shown[0]
  const roving = onRowPress ? (focused ?? (first && rowKey(first))) : undefined
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const key = (event.target as HTMLElement).dataset['row']
    if (!onRowPress || key === undefined) return
    const at = shown.findIndex((row) => rowKey(row) === key)
    const row = shown[at]
    if (event.key === 'Enter' && row) {
      event.preventDefault()
      onRowPress(row)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const to = Math.min(shown.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))
    const target = shown[to]
    if (!target) return
    setFocused(rowKey(target))
    if (virtual) windowed.scrollTo(to)
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey(target))}"]`)?.focus())
  }
  const draw = (row: R, index: number, top?: number) => {
    const key = rowKey(row)
    return (
      <TableRow
        key={key}
        rowKey={key}
        row={row}
        columns={columns}
        widths={widths}
        position={index + 1}
        top={top}
        selected={key === selectedKey}
        tabIndex={onRowPress ? (key === roving ? 0 : -1) : undefined}
        onPress={onRowPress}
      />
    )
  }
  const template = widths.length > 0 ? widths.map((one) => `${one}px`).join(' ') : fluidTemplate(columns)
  return (
    <div
      className={classNames(styles['frame'], className)}
      data-x-part="data-table"
      data-face={status.kind}
      data-empty={shown.length === 0 || undefined}
      style={customProperties({ '--x-columns': template, '--x-columns-min': `${minimumWidth(columns)}px`, '--x-header-height': `${headerHeight}px` })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the rows bubble up to here */}
      <div
        ref={table}
        role="table"
        aria-label={label}
        aria-rowcount={shown.length + 1}
        aria-colcount={columns.length}
        aria-busy={status.kind === 'loading' || undefined}
        className={styles['table']}
        data-x-part="table"
        // A scrolled box must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <TableHeader columns={columns} widths={widths} sort={current} onSort={onSort} />
        {ready && shown.length > 0 ? (
          <div role="rowgroup" className={styles['body']} style={virtual ? { position: 'relative', blockSize: windowed.blockSize } : undefined}>
            {virtual
              ? windowed.rows.map((item) => {
                  const row = shown[item.index]
                  return row === undefined ? null : draw(row, item.index, item.start)
                })
              : shown.map((row, index) => draw(row, index))}
          </div>
        ) : null}
      </div>
      {shown.length > 0 ? null : <TableFace status={ready ? { kind: 'empty', ...empty } : status} columns={columns} />}
    </div>
  )
}
