import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { Column } from './columns.ts'
import { resizeKey, MAX_COLUMN_WIDTH, minimumColumnWidth } from './sizing.ts'
import styles from './dataTable.module.css'

/** Props of the resize handle. */
export interface ResizeHandleProps {
  readonly column: Pick<Column<never>, 'key' | 'width' | 'minWidth' | 'resizable'>
  readonly name: string
  /** Pixels; `undefined` before the table is measured. */
  readonly width: number | undefined
  readonly tabIndex: 0 | -1
  readonly onResize: (key: string, to: number | undefined) => void
}

const runsFromRight = (element: Element) => getComputedStyle(element).direction === 'rtl'

/**
 * The resize handle at the end of a column: dragged, moved by arrow keys, and reset by a double
 * click.
 */
export function ResizeHandle({ column, name, width = 0, tabIndex, onResize }: ResizeHandleProps) {
  const strings = useUiStrings()
  const drag = useRef<
    { readonly from: number; readonly width: number; readonly sign: 1 | -1 } | undefined
  >(undefined)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, width, sign: runsFromRight(event.currentTarget) ? -1 : 1 }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag.current)
      onResize(
        column.key,
        drag.current.width + drag.current.sign * (event.clientX - drag.current.from),
      )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = resizeKey(event.key, {
      width,
      column,
      shift: event.shiftKey,
      rtl: runsFromRight(event.currentTarget),
    })
    if (to === undefined) return
    // Otherwise the arrow keys of the grid would move the focus away.
    event.preventDefault()
    event.stopPropagation()
    onResize(column.key, to === 'reset' ? undefined : to)
  }
  return (
    // A focusable ARIA separator handles keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      className={styles['edge']}
      data-x-part="resize-edge"
      aria-orientation="vertical"
      aria-label={strings.columnWidth({ text: name })}
      aria-valuenow={width}
      aria-valuemin={minimumColumnWidth(column)}
      aria-valuemax={MAX_COLUMN_WIDTH}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={tabIndex}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        drag.current = undefined
      }}
      onDoubleClick={() => onResize(column.key, undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
