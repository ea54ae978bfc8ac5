import { useId, useState, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './segmentedControl.module.css'

/** One choice of a segmented control. */
export interface Segment<K extends string> {
  readonly key: K
  readonly label: ReactNode
  readonly disabled?: boolean
  /** Colours the chosen segment, for instance by the side of an order. */
  readonly tone?: 'up' | 'down'
}

/** Props of `SegmentedControl`. */
export interface SegmentedControlProps<K extends string> {
  readonly 'aria-label': string
  readonly segments: readonly Segment<K>[]
  readonly value?: K
  readonly defaultValue?: K
  readonly onChange?: (key: K) => void
  readonly size?: 'mini' | 'small' | 'standard' | 'large'
  /** Takes the full width with equal segments. Default false. */
  readonly block?: boolean
  readonly disabled?: boolean
  readonly className?: string | undefined
}

/**
 * One of a few visible choices: side, order type, interval. It is a radio group for keyboard and
 * screen readers.
 */
export function SegmentedControl<K extends string>({
  segments,
  value,
  defaultValue,
  onChange,
  size = 'standard',
  block = false,
  disabled = false,
  className,
  'aria-label': label,
}: SegmentedControlProps<K>) {
  const name = useId()
  const [uncontrolled, setUncontrolled] = useState(defaultValue ?? segments[0]?.key)
  const current = value ?? uncontrolled
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles['group'], className)}
      data-x-part="segmented-control"
      data-size={size}
      data-block={block || undefined}
    >
      {segments.map((segment) => (
        <label key={segment.key} className={styles['segment']} data-tone={segment.tone}>
          <input
            type="radio"
            className={styles['input']}
            name={name}
            value={segment.key}
            checked={segment.key === current}
            disabled={disabled || segment.disabled}
            onChange={() => {
              setUncontrolled(segment.key)
              onChange?.(segment.key)
            }}
          />
          <span className={styles['label']}>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}
