import { useId, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import styles from './progress.module.css'

/** Returns the progress as a share from 0 to 1; `undefined` if it is unknown. */
export function shareOf(
  value: number | undefined,
  { max }: { readonly max: number },
): number | undefined {
  if (value === undefined || !Number.isFinite(value) || !(max > 0)) return undefined
  return Math.min(1, Math.max(0, value / max))
}

/** Returns whole percents, rounded down: 100 only for a share of 1. */
export function percentOf(share: number): number {
  // 0.29 * 100 is slightly less than 29.
  return share === 1 ? 100 : Math.min(99, Math.floor(share * 100 + 1e-9))
}

/** Props of `Progress`. */
export interface ProgressProps extends WidgetProps {
  readonly label: string
  /**
   * Shows the label and the percentage above the bar; the label is always announced. Default false.
   */
  readonly showLabel?: boolean
  /** `undefined` shows an indeterminate bar. */
  readonly value?: number | undefined
  /** Default 100. */
  readonly max?: number
  /** Formats the percentage. Default `25%`, rounded down. */
  readonly format?: (percent: number) => ReactNode
  readonly tone?: 'accent' | 'success' | 'warning' | 'danger'
  /** Height: small 4, standard 8 px. Default `standard`. */
  readonly size?: 'small' | 'standard'
}

const inPercent = (percent: number): string => `${percent}%`

/** A native progress element, which has the right role, value and direction. */
export function Progress({
  label,
  showLabel = false,
  value,
  max = 100,
  format = inPercent,
  tone = 'accent',
  size = 'standard',
  id,
  className,
  style,
}: ProgressProps) {
  const labelId = useId()
  const share = shareOf(value, { max })
  const figure = share === undefined ? undefined : format(percentOf(share))
  return (
    <div
      id={id}
      className={classNames(styles['progress'], className)}
      style={style}
      data-x-part="progress"
      data-tone={tone}
      data-size={size}
    >
      {showLabel ? (
        <div className={styles['line']}>
          <span id={labelId}>{label}</span>
          {figure === undefined ? null : <span className={styles['figure']}>{figure}</span>}
        </div>
      ) : null}
      <progress
        className={styles['bar']}
        aria-label={showLabel ? undefined : label}
        aria-labelledby={showLabel ? labelId : undefined}
        aria-valuetext={typeof figure === 'string' ? figure : undefined}
        {...(share === undefined ? {} : { value: share })}
        max={1}
      />
    </div>
  )
}
