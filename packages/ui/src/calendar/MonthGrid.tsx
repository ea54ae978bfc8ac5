import type { KeyboardEvent } from 'react'
import type { Day } from '../base/days.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { weeksOf, type Month, type SpanPlace } from './calendarDays.ts'
import { useCalendarWords } from './useCalendarWords.ts'
import styles from './calendar.module.css'

/** What a day looks like and is to readers. */
export interface DayFace {
  readonly place?: SpanPlace | undefined
  readonly disabled: boolean
  /** Said after the day, for instance what end it is. */
  readonly note?: string | undefined
}

export interface MonthGridProps {
  readonly month: Month
  readonly labelledBy: string
  readonly multiple: boolean
  readonly today: Day
  /** The one day that Tab reaches. */
  readonly active: Day
  readonly faceOf: (day: Day) => DayFace
  readonly onPress: (day: Day) => void
  readonly onHover?: ((day: Day | undefined) => void) | undefined
  readonly onKeyDown: (event: KeyboardEvent, day: Day) => void
  /**
   * Weekdays for readers alone: above a list of months they would stand once a month. Default
   * false.
   */
  readonly bare?: boolean
}

/**
 * One month as a grid. A disabled day can be reached, so that readers hear that it is, but not
 * chosen.
 */
export function MonthGrid({
  month,
  labelledBy,
  multiple,
  today,
  active,
  faceOf,
  onPress,
  onHover,
  onKeyDown,
  bare = false,
}: MonthGridProps) {
  const words = useCalendarWords()
  return (
    // Arrow keys move between the days.
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      className={styles['grid']}
      data-x-part="month"
      aria-labelledby={labelledBy}
      aria-multiselectable={multiple || undefined}
      onPointerLeave={() => onHover?.(undefined)}
    >
      <thead data-bare={bare || undefined}>
        <tr>
          {words.weekdays.map(({ index, short, long }) => (
            <th key={index} scope="col" className={styles['weekday']}>
              {bare ? null : <span aria-hidden="true">{short}</span>}
              <VisuallyHidden>{long}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, words.firstWeekday).map((week, row) => (
          <tr key={week.find(Boolean) ?? row}>
            {week.map((day, place) => {
              if (day === undefined) return <td key={place} aria-hidden="true" />
              const { place: span, disabled, note } = faceOf(day)
              const name = words.day(day)
              return (
                <td
                  key={day}
                  className={styles['cell']}
                  aria-selected={span !== undefined}
                  data-span={span}
                >
                  <button
                    type="button"
                    className={styles['day']}
                    data-day={day}
                    data-span={span}
                    tabIndex={day === active ? 0 : -1}
                    aria-label={note ? `${name}, ${note}` : name}
                    aria-disabled={disabled || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onPress(day)}
                    onPointerEnter={() => onHover?.(day)}
                    onKeyDown={(event) => onKeyDown(event, day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
