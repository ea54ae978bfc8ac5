import { useMemo, useRef, useState } from 'react'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import { createRowSlots } from '../virtual-rows/rowSlots.ts'
import { useVirtualRows } from '../virtual-rows/useVirtualRows.ts'
import { cellKinds } from './cells.ts'
import { HEADER_HEIGHT, headerLines, VIRTUAL_ABOVE } from './columns.ts'
import { withControls } from './controls.ts'
import type { DataTableProps } from './DataTableProps.ts'
import { TableStatus } from './TableStatus.tsx'
import { TableHeader } from './TableHeader.tsx'
import { TableLine } from './TableLine.tsx'
import { useColumnSizes } from './useColumnSizes.ts'
import { useExpansion } from './useExpansion.ts'
import { useRowMoves } from './useRowMoves.ts'
import { useTableActions } from './useTableActions.ts'
import { useTableBox } from './useTableBox.ts'
import { useTableHandle } from './useTableHandle.ts'
import { useTableKeys } from './useTableKeys.ts'
import { useTableSelection } from './useTableSelection.ts'
import { useTableSort } from './useTableSort.ts'
import styles from './dataTable.module.css'

const NO_ROWS: readonly never[] = []
const NO_WIDTHS: readonly number[] = []

/**
 * A table sorted by typed keys; only visible rows are rendered above 100 rows (U15). Cells are
 * React nodes.
 */
export function DataTable<R>({
  label,
  columns,
  rows,
  rowKey,
  status = { kind: 'ready' },
  empty,
  sort,
  defaultSort,
  onSortChange,
  sorted = false,
  onRowPress,
  selectedKey,
  selection,
  expansion,
  grid = selection !== undefined || expansion !== undefined,
  sizes,
  onSizesChange,
  headerHeight = HEADER_HEIGHT,
  virtual = rows.length > VIRTUAL_ABOVE,
  id,
  className,
  style,
  ref,
}: DataTableProps<R>) {
  const table = useRef<HTMLDivElement>(null)
  const { width, rowHeight, fontSize } = useTableBox(table)
  const selects = selection !== undefined
  const expands = expansion !== undefined
  const allColumns = useMemo(
    () => withControls(columns, { select: selects, expand: expands }),
    [columns, selects, expands],
  )
  const cells = useMemo(() => cellKinds(allColumns, { grid }), [allColumns, grid])
  const resizable = allColumns.some((column) => column.resizable)
  const { current, ordered, press } = useTableSort({
    columns,
    rows,
    sort,
    defaultSort,
    onSortChange,
    sorted,
  })
  const { widths, properties, fits, resize } = useColumnSizes({
    columns: allColumns,
    width,
    sizes,
    onSizesChange,
  })
  const ready = status.kind === 'ready' || status.kind === 'stale'
  const shown: readonly R[] = ready ? ordered : NO_ROWS
  const {
    keys: selected,
    all,
    toggle,
    toggleEvery,
    selectEvery,
  } = useTableSelection({ selection, rows: shown, rowKey })
  const {
    keys: expanded,
    panels,
    height,
    toggle: expand,
    canExpand,
  } = useExpansion({ expansion, rows: shown, rowKey })
  // The sticky header covers the first rows of the scroll container.
  const virtualRows = useVirtualRows({
    enabled: virtual,
    count: shown.length,
    rowHeight,
    panels,
    panelHeight: height,
    scroll: table,
    paddingStart: headerHeight,
  })
  const keyboard = useTableKeys({
    table,
    columns: allColumns,
    rows: shown,
    rowKey,
    grid,
    rowHeight,
    onEnter: onRowPress,
    scrollTo: virtual ? virtualRows.scrollTo : undefined,
    onSpace: selects ? toggle : undefined,
    onAll: all && selectEvery,
  })
  useRowMoves({ table, rows: shown, rowKey, rowHeight, virtual, opened: panels.length > 0 })
  const actions = useTableActions<R>({
    press: (row) => onRowPress?.(row),
    toggle,
    expand,
    sort: press,
    toggleEvery,
    resize,
  })
  const [slots] = useState(createRowSlots)
  useTableHandle(ref, {
    table,
    columns,
    rows: shown,
    rowKey,
    scrollTo: virtual ? virtualRows.scrollTo : undefined,
  })
  const renderRow = (
    row: R,
    {
      index,
      top,
      slot,
    }: { readonly index: number; readonly top?: number; readonly slot?: string | undefined },
  ) => {
    const key = rowKey(row)
    return (
      <TableLine
        key={slot ?? key}
        rowKey={key}
        row={row}
        columns={allColumns}
        cells={cells}
        fontSize={virtual ? fontSize : undefined}
        position={index + 1}
        top={top}
        grid={grid}
        pressable={onRowPress !== undefined}
        selected={selects ? selected.has(key) : key === selectedKey || undefined}
        selectable={selection?.isDisabled?.(row) !== true}
        expanded={expanded.has(key)}
        expandable={canExpand(row)}
        tabIndex={keyboard.rowTabIndex(key)}
        activeColumn={keyboard.activeColumn(key)}
        actions={actions}
        rowHeight={rowHeight}
        panelHeight={height}
        renderPanel={expansion?.render}
      />
    )
  }
  const visible = virtual
    ? virtualRows.rowsWith(keyboard.keep).flatMap(({ index, start }) => {
        const row = shown[index]
        return row === undefined ? [] : [{ row, index, top: start }]
      })
    : []
  const focused = keyboard.keep === undefined ? undefined : shown[keyboard.keep]
  const places = slots(
    visible.map(({ row }) => rowKey(row)),
    focused && rowKey(focused),
  )
  return (
    <div
      id={id}
      className={classNames(styles['frame'], className)}
      data-x-part="data-table"
      data-status={status.kind}
      data-fits={fits || undefined}
      data-empty={shown.length === 0 || undefined}
      style={{
        ...customProperties({
          ...properties,
          '--x-header-height': `${headerHeight}px`,
          '--x-header-lines': headerLines(headerHeight),
        }),
        ...style,
      }}
    >
      {/* Handles the keys of its rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions,
          jsx-a11y/no-static-element-interactions */}
      <div
        ref={table}
        role={grid ? 'grid' : 'table'}
        aria-label={label}
        aria-rowcount={shown.length + 1}
        aria-colcount={allColumns.length}
        aria-busy={status.kind === 'loading' || undefined}
        aria-multiselectable={grid && all !== undefined ? true : undefined}
        className={styles['table']}
        data-x-part="table"
        // A scroll container must be reachable by keyboard; a grid is reachable through its cells.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={grid ? undefined : 0}
        onKeyDown={keyboard.onKeyDown}
        onFocus={keyboard.onFocus}
        onBlur={keyboard.onBlur}
      >
        <TableHeader
          columns={allColumns}
          widths={resizable ? widths : NO_WIDTHS}
          sort={current}
          grid={grid}
          activeColumn={keyboard.activeColumn(null)}
          all={all}
          actions={actions}
        />
        {shown.length > 0 ? (
          <div
            role="rowgroup"
            className={styles['body']}
            style={
              virtual
                ? {
                    position: 'relative',
                    blockSize: virtualRows.blockSize - virtualRows.offset,
                    marginBlockStart: virtualRows.offset,
                  }
                : undefined
            }
          >
            {virtual
              ? visible.map(({ row, ...place }, at) =>
                  renderRow(row, { ...place, slot: places[at] }),
                )
              : shown.map((row, index) => renderRow(row, { index }))}
          </div>
        ) : null}
      </div>
      {shown.length > 0 ? null : (
        <TableStatus status={ready ? { kind: 'empty', ...empty } : status} columns={allColumns} />
      )}
    </div>
  )
}
