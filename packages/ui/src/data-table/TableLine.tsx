import type { ReactNode } from 'react'
import { DetailRow } from './DetailRow.tsx'
import { TableRow, type TableRowProps } from './TableRow.tsx'

/** Props of `TableLine`, besides those of its row. */
export interface TableLineProps<R> extends TableRowProps<R> {
  /** Pixels. */
  readonly rowHeight: number
  /** Pixels. */
  readonly panelHeight: number
  readonly renderPanel: ((row: R) => ReactNode) | undefined
}

/** A row and, when it is expanded, the panel below it. */
export function TableLine<R>({ rowHeight, panelHeight, renderPanel, ...row }: TableLineProps<R>) {
  const { top, grid, columns } = row
  return (
    <>
      <TableRow {...row} />
      {row.expanded ? (
        <DetailRow
          key={row.rowKey}
          grid={grid}
          columns={columns.length}
          box={top === undefined ? undefined : { top: top + rowHeight, height: panelHeight }}
        >
          {renderPanel?.(row.row)}
        </DetailRow>
      ) : null}
    </>
  )
}
