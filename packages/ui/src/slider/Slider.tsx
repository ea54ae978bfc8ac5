import { useId, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import { fraction, isPassed, marksWithin, snap } from './sliderMarks.ts'
import styles from './slider.module.css'

/** Props of `Slider`. */
export interface SliderProps {
  /** Accessible name, visible with `showLabel`. */
  readonly label: string
  readonly showLabel?: boolean
  readonly value?: number
  readonly defaultValue?: number
  readonly onChange?: (value: number) => void
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
  readonly disabled?: boolean
  readonly tone?: 'accent' | 'up' | 'down'
  readonly end?: ReactNode
  readonly className?: string | undefined
}

const QUARTERS: readonly number[] = [0, 25, 50, 75, 100]
const percent = (value: number): string => `${value}%`

/** A native range input, with the browser's keys, touch and right-to-left. */
export function Slider({
  label,
  showLabel = false,
  value,
  defaultValue = 0,
  onChange,
  onCommit,
  min = 0,
  max = 100,
  step = 1,
  marks = QUARTERS,
  format = percent,
  disabled = false,
  tone = 'accent',
  end,
  className,
}: SliderProps) {
  const id = useId()
  const dragging = useRef(false)
  /** Whether a pressed key has moved the thumb. */
  const keyed = useRef(false)
  const [uncontrolled, setUncontrolled] = useState(defaultValue)
  const current = value ?? uncontrolled
  const set = (next: number) => {
    setUncontrolled(next)
    onChange?.(next)
  }
  const at = (position: number): CSSProperties => ({
    insetInlineStart: `${fraction(position, { min, max }) * 100}%`,
  })
  const style = customProperties({ '--x-slider-fill': fraction(current, { min, max }) })
  return (
    <div
      className={classNames(styles['slider'], className)}
      data-x-part="slider"
      data-tone={tone}
      data-disabled={disabled || undefined}
    >
      {showLabel ? (
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
      ) : null}
      <div className={styles['line']}>
        <div className={styles['rail']} style={style}>
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
            id={id}
            type="range"
            className={styles['input']}
            aria-label={showLabel ? undefined : label}
            aria-valuetext={format(current)}
            min={min}
            max={max}
            step={step}
            value={current}
            disabled={disabled}
            onPointerDown={() => {
              dragging.current = true
            }}
            onPointerUp={() => {
              dragging.current = false
              onCommit?.(current)
            }}
            onPointerCancel={() => {
              dragging.current = false
            }}
            onKeyUp={() => {
              // Other keys, for instance Tab, change nothing.
              if (keyed.current) onCommit?.(current)
              keyed.current = false
            }}
            onChange={(event) => {
              const next = Number(event.currentTarget.value)
              keyed.current = !dragging.current
              set(dragging.current ? snap(next, { marks, min, max }) : next)
            }}
          />
          <span className={styles['bubble']} style={at(current)} aria-hidden="true">
            {format(current)}
          </span>
        </div>
        {end ? <span className={styles['end']}>{end}</span> : null}
      </div>
    </div>
  )
}
