import type { ReactNode } from 'react'
import styles from './dataTable.module.css'

/** Props of the panel below a row. */
export interface DetailRowProps {
  readonly grid: boolean
  readonly columns: number
  /** Position and height in pixels in a virtualised table. */
  readonly box: { readonly top: number; readonly height: number } | undefined
  readonly children: ReactNode
}

/** The panel below an expanded row. */
export function DetailRow({ grid, columns, box, children }: DetailRowProps) {
  return (
    <div
      role="row"
      className={styles['detail']}
      data-x-part="detail"
      style={
        box && {
          position: 'absolute',
          insetInline: 0,
          insetBlockStart: box.top,
          blockSize: box.height,
        }
      }
    >
      <div
        role={grid ? 'gridcell' : 'cell'}
        aria-colspan={columns}
        className={styles['detailCell']}
      >
        {children}
      </div>
    </div>
  )
}
