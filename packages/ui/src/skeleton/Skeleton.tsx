import type { CSSProperties } from 'react'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { classNames } from '../classNames.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import styles from './skeleton.module.css'

/** Props of `Skeleton`. */
export interface SkeletonProps extends WidgetProps {
  /** CSS length; default the full width. */
  readonly width?: string
  /** CSS length; default one line of text. */
  readonly height?: string
}

/** A placeholder of loading content with its size, so that nothing moves when it arrives. */
export function Skeleton({
  width = '100%',
  height = '0.9em',
  id,
  className,
  style,
}: SkeletonProps) {
  return (
    <span
      id={id}
      className={classNames(styles['block'], 'x-skeleton', className)}
      data-x-part="skeleton"
      aria-hidden="true"
      style={{ inlineSize: width, blockSize: height, ...style }}
    />
  )
}

/** Props of `SkeletonRows`. */
export interface SkeletonRowsProps extends WidgetProps {
  readonly rows?: number
  /** CSS lengths of the columns; the last is at the end of the row. */
  readonly columns?: readonly string[]
}

/** Placeholder rows of a table or list, announced once as loading. */
export function SkeletonRows({
  rows = 6,
  columns = ['28%', '18%', '18%'],
  id,
  className,
  style,
}: SkeletonRowsProps) {
  const strings = useUiStrings()
  const columnStyle: CSSProperties = { gridTemplateColumns: columns.map(() => '1fr').join(' ') }
  return (
    <div
      id={id}
      className={classNames(styles['rows'], className)}
      style={style}
      role="status"
      aria-label={strings.loading}
      data-x-part="skeleton-rows"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles['row']} style={columnStyle} aria-hidden="true">
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

/** Props of `Spinner`. */
export interface SpinnerProps extends WidgetProps {
  /** Pixels; default 16. */
  readonly size?: number
  /** Accessible name; default the translated "Loading". */
  readonly label?: string
}

/** An indicator of work of unknown length. With reduced motion it turns slowly. */
export function Spinner({ size = 16, label, id, className, style }: SpinnerProps) {
  const strings = useUiStrings()
  return (
    <span
      id={id}
      className={classNames(styles['spinner'], className)}
      role="img"
      aria-label={label ?? strings.loading}
      data-x-part="spinner"
      style={{ inlineSize: size, blockSize: size, ...style }}
    />
  )
}
