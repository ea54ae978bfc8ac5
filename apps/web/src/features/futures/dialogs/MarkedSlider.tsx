import { NumberText } from '@x/ui/number'
import { Slider } from '@x/ui/slider'
import styles from './markedSlider.module.css'

interface MarkedSliderProps {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly marks: readonly number[]
  readonly format: (value: number) => string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A slider with its value beside its name, and figures below its marks. */
export function MarkedSlider({ label, marks, format, ...rest }: MarkedSliderProps) {
  const { min, max, value } = rest
  const share = (mark: number) => `${((mark - min) / (max - min)) * 100}%`
  return (
    <div className={styles['slider']}>
      <span className={styles['head']} aria-hidden="true">
        <span>{label}</span>
        <NumberText className={styles['value']}>{format(value)}</NumberText>
      </span>
      <Slider
        {...rest}
        label={label}
        marks={marks}
        // Isolated: a sign stays where it is in languages that are read from the right.
        format={(at) => `\u2066${format(at)}\u2069`}
      />
      <div className={styles['figures']} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={{ insetInlineStart: share(mark) }}>
            <NumberText>{format(mark)}</NumberText>
          </span>
        ))}
      </div>
    </div>
  )
}

/** A leverage as it is written. */
export const times = (leverage: number): string => `${leverage}×`

/** Round places of a leverage, its ends among them, at most six. */
export function leverageMarks(most: number): readonly number[] {
  const step = [1, 2, 5, 10, 25, 50].find((each) => most / each <= 5) ?? most
  const between = Array.from({ length: Math.ceil(most / step) - 1 }, (_, at) => (at + 1) * step)
  return [...new Set([1, ...between, most])]
}
