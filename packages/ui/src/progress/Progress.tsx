import { useId, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './progress.module.css'

/** How far something has come, as a share of the whole: 0 to 1, `undefined` where nobody knows. */
export function shareOf(
  value: number | undefined,
  { max }: { readonly max: number },
): number | undefined {
  if (value === undefined || !Number.isFinite(value) || !(max > 0)) return undefined
  return Math.min(1, Math.max(0, value / max))
}

/** Whole percents, rounded down: 100 is said of what is done and of nothing else. */
export function percentOf(share: number): number {
  // 0.29 * 100 is a little under 29.
  return share === 1 ? 100 : Math.min(99, Math.floor(share * 100 + 1e-9))
}

export interface ProgressProps {
  readonly label: string
  /** Draws the label and the figure above the bar; the label is spoken always. */
  readonly showLabel?: boolean
  /** `undefined`: it is under way, and nobody knows how far it has come. */
  readonly value?: number | undefined
  /** Default 100. */
  readonly max?: number
  /** Words of the figure. Default `25%`, rounded down. */
  readonly format?: (percent: number) => ReactNode
  readonly tone?: 'accent' | 'success' | 'warning' | 'danger'
  /** 4 or 8 px. Default `standard`, 8. */
  readonly size?: 'small' | 'standard'
  readonly className?: string
}

const inPercent = (percent: number): string => `${percent}%`

/**
 * The platform's own progress element: its role, its figures and its direction are right by
 * themselves.
 */
export function Progress({
  label,
  showLabel = false,
  value,
  max = 100,
  format = inPercent,
  tone = 'accent',
  size = 'standard',
  className,
}: ProgressProps) {
  const id = useId()
  const share = shareOf(value, { max })
  const figure = share === undefined ? undefined : format(percentOf(share))
  return (
    <div
      className={classNames(styles['progress'], className)}
      data-x-part="progress"
      data-tone={tone}
      data-size={size}
    >
      {showLabel ? (
        <div className={styles['line']}>
          <span id={id}>{label}</span>
          {figure === undefined ? null : <span className={styles['figure']}>{figure}</span>}
        </div>
      ) : null}
      <progress
        className={styles['bar']}
        aria-label={showLabel ? undefined : label}
        aria-labelledby={showLabel ? id : undefined}
        aria-valuetext={typeof figure === 'string' ? figure : undefined}
        {...(share === undefined ? {} : { value: share })}
        max={1}
      />
    </div>
  )
}
