import { useMemo, useState } from 'react'
import { columnWidths, fixedOffset, fluidFlex, minimumWidth } from './columns.ts'
import type { TableColumn } from './controls.ts'
import { withSize, withoutSize, withSizes, type ColumnSizes } from './sizing.ts'

interface SizesOptions<R> {
  readonly columns: readonly TableColumn<R>[]
  /** Width of the table in pixels, 0 before it is measured. */
  readonly width: number
  readonly sizes: ColumnSizes | undefined
  readonly onSizesChange: ((sizes: ColumnSizes) => void) | undefined
}

/** Widths of the columns of a table. */
export interface SizedColumns {
  /** Pixels; empty before the table is measured. */
  readonly widths: readonly number[]
  /**
   * Whether all columns fit, so that none needs to be sticky. False before the table is measured.
   */
  readonly fits: boolean
  /** Custom properties of the table. Cells refer to them, so that a new width renders no row. */
  readonly properties: Readonly<Record<`--${string}`, string>>
  /** Sets a width in pixels; `undefined` restores the column's own width. */
  readonly resize: (key: string, to: number | undefined) => void
}

/** Computes column widths from the columns, the user's sizes and the spare space. */
export function useColumnSizes<R>({
  columns,
  width,
  sizes,
  onSizesChange,
}: SizesOptions<R>): SizedColumns {
  const [uncontrolled, setUncontrolled] = useState<ColumnSizes>({})
  const current = sizes ?? uncontrolled
  const { widths, properties, fits } = useMemo(() => {
    const sized = withSizes(columns, current)
    const measured = width > 0 ? columnWidths(sized, width) : []
    return {
      widths: measured,
      properties: propertiesOf(sized, measured),
      fits: width > 0 && measured.reduce((sum, one) => sum + one, 0) <= width,
    }
  }, [columns, current, width])
  const resize = (key: string, to: number | undefined) => {
    const column = columns.find((one) => one.key === key)
    if (!column) return
    const next = to === undefined ? withoutSize(current, key) : withSize(current, { column, to })
    if (next === current) return
    setUncontrolled(next)
    onSizesChange?.(next)
  }
  return { widths, properties, fits, resize }
}

function propertiesOf<R>(
  columns: readonly TableColumn<R>[],
  widths: readonly number[],
): SizedColumns['properties'] {
  const stops = columns.flatMap(({ fixed }, index) =>
    fixed && widths.length > 0
      ? [[`--x-stop-${index}`, `${fixedOffset(columns, { index, widths })}px`] as const]
      : [],
  )
  const fixedWidth = (side: 'start' | 'end') =>
    columns.reduce((sum, { fixed }, index) => sum + (fixed === side ? (widths[index] ?? 0) : 0), 0)
  return {
    ...Object.fromEntries(
      (widths.length > 0 ? widths.map((one) => `0 0 ${one}px`) : fluidFlex(columns)).map(
        (flex, index) => [`--x-column-${index}`, flex] as const,
      ),
    ),
    '--x-columns-min': `${minimumWidth(columns)}px`,
    '--x-fixed-start': `${fixedWidth('start')}px`,
    '--x-fixed-end': `${fixedWidth('end')}px`,
    ...Object.fromEntries(stops),
  }
}
