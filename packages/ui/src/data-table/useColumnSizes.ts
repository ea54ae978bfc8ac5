import { useMemo, useState } from 'react'
import { columnWidths, fixedOffset, fluidTemplate, minimumWidth } from './columns.ts'
import type { DrawnColumn } from './controls.ts'
import { resized, unsized, withSizes, type ColumnSizes } from './sizing.ts'

interface SizesOptions<R> {
  readonly columns: readonly DrawnColumn<R>[]
  /** Pixels of the table, 0 before it is measured. */
  readonly width: number
  readonly sizes: ColumnSizes | undefined
  readonly onSizesChange: ((sizes: ColumnSizes) => void) | undefined
}

export interface SizedColumns {
  /** Pixels, empty before the table is measured. */
  readonly widths: readonly number[]
  /** Custom properties of the table. Cells point at them, so a new width draws no row again. */
  readonly properties: Readonly<Record<`--${string}`, string>>
  /** `undefined` gives the column its own width back. */
  readonly resize: (key: string, to: number | undefined) => void
}

/** The widths of the columns: their own, the reader's, and what is spare. */
export function useColumnSizes<R>({ columns, width, sizes, onSizesChange }: SizesOptions<R>): SizedColumns {
  const [own, setOwn] = useState<ColumnSizes>({})
  const current = sizes ?? own
  const { widths, properties } = useMemo(() => {
    const sized = withSizes(columns, current)
    const measured = width > 0 ? columnWidths(sized, width) : []
    return { widths: measured, properties: propertiesOf(sized, measured) }
  }, [columns, current, width])
  const resize = (key: string, to: number | undefined) => {
    const column = columns.find((one) => one.key === key)
    if (!column) return
    const next = to === undefined ? unsized(current, key) : resized(current, { column, to })
    if (next === current) return
    setOwn(next)
    onSizesChange?.(next)
  }
  return { widths, properties, resize }
}

function propertiesOf<R>(columns: readonly DrawnColumn<R>[], widths: readonly number[]): SizedColumns['properties'] {
  const stops = columns.flatMap(({ fixed }, index) => (fixed && widths.length > 0 ? [[`--x-stop-${index}`, `${fixedOffset(columns, { index, widths })}px`] as const] : []))
  const fixedWidth = (side: 'start' | 'end') => columns.reduce((sum, { fixed }, index) => sum + (fixed === side ? (widths[index] ?? 0) : 0), 0)
  return {
    '--x-columns': widths.length > 0 ? widths.map((one) => `${one}px`).join(' ') : fluidTemplate(columns),
    '--x-columns-min': `${minimumWidth(columns)}px`,
    '--x-fixed-start': `${fixedWidth('start')}px`,
    '--x-fixed-end': `${fixedWidth('end')}px`,
    ...Object.fromEntries(stops),
  }
}
