import type { CSSProperties } from 'react'
import { useUiStrings } from '../provider/useUiStrings.ts'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** Any CSS length; default the whole line. */
  readonly width?: string
  /** Any CSS length; default one line of text. */
  readonly height?: string
}

/**
 * The place of something that is on its way, in its geometry, so that nothing jumps when it comes.
 */
export function Skeleton({ width = '100%', height = '0.9em' }: SkeletonProps) {
  return (
    <span
      className={styles['bone']}
      data-x-part="skeleton"
      aria-hidden="true"
      style={{ inlineSize: width, blockSize: height }}
    />
  )
}

export interface SkeletonRowsProps {
  readonly rows?: number
  /** CSS lengths of the columns; the last stands at the end. */
  readonly columns?: readonly string[]
}

/** Rows of a table or list on their way. Announced once as loading. */
export function SkeletonRows({ rows = 6, columns = ['28%', '18%', '18%'] }: SkeletonRowsProps) {
  const strings = useUiStrings()
  const style: CSSProperties = { gridTemplateColumns: columns.map(() => '1fr').join(' ') }
  return (
    <div
      className={styles['rows']}
      role="status"
      aria-label={strings.loading}
      data-x-part="skeleton-rows"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['row']} style={style} aria-hidden="true">
          {columns.map((width, column) => (
            <Skeleton
              key={column}
              width={column === 0 ? `calc(${width} + ${(row * 37) % 40}px)` : '64px'}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

export interface SpinnerProps {
  readonly size?: number
  readonly label?: string
}

/**
 * Work of unknown length; `label` says which, else the language's word for loading. Under reduced
 * motion it turns slowly.
 */
export function Spinner({ size = 16, label }: SpinnerProps) {
  const strings = useUiStrings()
  return (
    <span
      className={styles['spinner']}
      role="img"
      aria-label={label ?? strings.loading}
      data-x-part="spinner"
      style={{ inlineSize: size, blockSize: size }}
    />
  )
}
