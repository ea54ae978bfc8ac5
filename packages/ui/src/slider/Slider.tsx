import { useId, useRef, type ChangeEvent, type CSSProperties, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import type { FieldProps } from '../field/FieldProps.ts'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import { fraction, isPassed, marksWithin, snap } from './sliderMarks.ts'
import styles from './slider.module.css'

/** Props of `Slider`. */
export interface SliderProps extends FieldProps<number> {
  /** Accessible name, visible with `showLabel`. */
  readonly label: string
  readonly showLabel?: boolean
  /** Called when the thumb is released, and after a key. */
  readonly onCommit?: (value: number) => void
  /** Minimum, maximum and step; default 0, 100, 1. */
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /**
   * Dots on the track that can be pressed and that attract the thumb. Default 0, 25, 50, 75, 100.
   */
  readonly marks?: readonly number[]
  /** Formats a value for the bubble and screen readers. Default `25%`. */
  readonly format?: (value: number) => string
  readonly tone?: 'accent' | 'up' | 'down'
  readonly end?: ReactNode
}

const QUARTERS: readonly number[] = [0, 25, 50, 75, 100]
const percent = (value: number): string => `${value}%`

type SliderTrackProps = Omit<
  SliderProps,
  'label' | 'showLabel' | 'tone' | 'end' | 'className' | 'style'
>

/** The line with its dots, the thumb and the bubble. */
function SliderTrack({
  ref,
  value,
  defaultValue = 0,
  onChange,
  onCommit,
  min = 0,
  max = 100,
  step = 1,
  marks = QUARTERS,
  format = percent,
  readOnly = false,
  required: _required,
  ...rest
}: SliderTrackProps) {
  const input = useControlRef(ref)
  const [current, set] = useFieldValue({ value, defaultValue, onChange, control: input })
  const onInput = (next: number, isDragged: boolean) =>
    set(isDragged ? snap(next, { marks, min, max }) : next)
  const thumb = useThumb({ current, readOnly, onInput, onCommit })
  const at = (position: number): CSSProperties => ({
    insetInlineStart: `${fraction(position, { min, max }) * 100}%`,
  })
  const fill = customProperties({ '--x-slider-fill': fraction(current, { min, max }) })
  return (
    <div className={styles['rail']} style={fill}>
      {marksWithin(marks, { min, max }).map((mark) => (
        <span
          key={mark}
          className={styles['mark']}
          data-passed={isPassed(mark, current) || undefined}
          style={at(mark)}
          aria-hidden="true"
        />
      ))}
      <input
        {...rest}
        {...thumb}
        ref={input}
        type="range"
        className={styles['input']}
        aria-readonly={readOnly || undefined}
        aria-valuetext={format(current)}
        min={min}
        max={max}
        step={step}
        value={current}
      />
      <span className={styles['bubble']} style={at(current)} aria-hidden="true">
        {format(current)}
      </span>
    </div>
  )
}

interface ThumbOptions {
  readonly current: number
  readonly readOnly: boolean
  readonly onInput: (value: number, isDragged: boolean) => void
  readonly onCommit: ((value: number) => void) | undefined
}

/** Events of the thumb: a pointer drags it, a key moves it. */
function useThumb({ current, readOnly, onInput, onCommit }: ThumbOptions) {
  const dragging = useRef(false)
  /** Whether a pressed key has moved the thumb. */
  const keyed = useRef(false)
  return {
    onPointerDown() {
      dragging.current = true
    },
    onPointerUp() {
      dragging.current = false
      if (!readOnly) onCommit?.(current)
    },
    onPointerCancel() {
      dragging.current = false
    },
    onKeyUp() {
      // Other keys, for instance Tab, change nothing.
      if (keyed.current) onCommit?.(current)
      keyed.current = false
    },
    onChange(event: ChangeEvent<HTMLInputElement>) {
      // The browser has no read-only range: React restores the value.
      if (readOnly) return
      keyed.current = !dragging.current
      onInput(Number(event.currentTarget.value), dragging.current)
    },
  }
}

/** A native range input, with the browser's keys, touch and right-to-left. */
export function Slider({
  label,
  showLabel = false,
  tone = 'accent',
  end,
  id: givenId,
  className,
  style,
  ...track
}: SliderProps) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  return (
    <div
      className={classNames(styles['slider'], className)}
      style={style}
      data-x-part="slider"
      data-tone={tone}
      data-disabled={track.disabled || undefined}
    >
      {showLabel ? (
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
      ) : null}
      <div className={styles['line']}>
        <SliderTrack {...track} id={id} aria-label={showLabel ? undefined : label} />
        {end ? <span className={styles['end']}>{end}</span> : null}
      </div>
    </div>
  )
}
