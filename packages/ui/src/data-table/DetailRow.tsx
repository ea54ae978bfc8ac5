import type { ReactNode } from 'react'
import styles from './dataTable.module.css'

export interface DetailRowProps {
  readonly grid: boolean
  readonly columns: number
  /** Pixels from the top of all rows and of the panel, where only the rows in sight are built. */
  readonly box: { readonly top: number; readonly height: number } | undefined
  readonly children: ReactNode
}

/** What stands below an opened row. */
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
