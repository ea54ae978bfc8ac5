import { useId, useRef, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { FieldProps } from '../field/FieldProps.ts'
import { NativeChoice, type NativeChoiceProps } from '../field/NativeChoice.tsx'
import { tabStopOf } from '../field/tabStopOf.ts'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import { useFocusWithin } from '../field/useFocusWithin.ts'
import styles from './segmentedControl.module.css'

/** One choice of a segmented control. */
export interface Segment<K extends string> {
  readonly value: K
  readonly label: ReactNode
  readonly disabled?: boolean
  /** Colours the chosen segment, for instance by the side of an order. */
  readonly tone?: 'up' | 'down'
}

/** Props of `SegmentedControl`. */
export interface SegmentedControlProps<K extends string> extends FieldProps<K> {
  readonly 'aria-label': string
  readonly segments: readonly Segment<K>[]
  readonly size?: 'mini' | 'small' | 'standard' | 'large'
  /** Takes the full width with equal segments. Default false. */
  readonly block?: boolean
}

interface SegmentChoiceProps extends Omit<NativeChoiceProps, 'type'> {
  readonly segment: Segment<string>
}

function SegmentChoice({ segment, ...native }: SegmentChoiceProps) {
  return (
    <label className={styles['segment']} data-tone={segment.tone}>
      <NativeChoice {...native} type="radio" className={styles['input']} value={segment.value} />
      <span className={styles['label']}>{segment.label}</span>
    </label>
  )
}

/**
 * One of a few visible choices: side, order type, interval. It is a radio group for keyboard and
 * screen readers.
 */
export function SegmentedControl<K extends string>({
  ref,
  segments,
  value,
  defaultValue,
  onChange,
  size = 'standard',
  block = false,
  disabled = false,
  readOnly = false,
  required = false,
  autoFocus,
  name,
  form,
  className,
  onFocus,
  onBlur,
  ...rest
}: SegmentedControlProps<K>) {
  const generatedName = useId()
  const group = useRef<HTMLDivElement>(null)
  const [current, choose] = useFieldValue<K | undefined>({
    value,
    defaultValue: defaultValue ?? segments[0]?.value,
    onChange: (key) => key !== undefined && onChange?.(key),
    control: group,
  })
  const stop = tabStopOf(segments, { chosen: current, disabled })
  const control = useControlRef(ref, stop)
  return (
    <div
      {...rest}
      {...useFocusWithin({ onFocus, onBlur })}
      ref={group}
      role="radiogroup"
      aria-required={required || undefined}
      aria-readonly={readOnly || undefined}
      className={classNames(styles['group'], className)}
      data-x-part="segmented-control"
      data-size={size}
      data-block={block || undefined}
    >
      {segments.map((segment) => (
        <SegmentChoice
          key={segment.value}
          ref={segment.value === stop ? control : undefined}
          segment={segment}
          // The caller asks for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={segment.value === stop && autoFocus}
          form={form}
          name={name ?? generatedName}
          checked={segment.value === current}
          disabled={disabled || segment.disabled}
          onChange={() => readOnly || choose(segment.value)}
        />
      ))}
    </div>
  )
}
