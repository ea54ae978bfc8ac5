import type { KeyboardEvent } from 'react'
import type { Day } from '../base/days.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { weeksOf, type Month, type SpanPosition } from './calendarDays.ts'
import { useCalendarNames } from './useCalendarNames.ts'
import styles from './calendar.module.css'

/** How a day is drawn and announced. */
export interface DayState {
  readonly place?: SpanPosition | undefined
  readonly disabled: boolean
  /** Announced after the day, for instance `Start date`. */
  readonly note?: string | undefined
}

/** Props of one month. */
export interface MonthGridProps {
  readonly month: Month
  readonly labelledBy: string
  readonly multiple: boolean
  readonly today: Day
  /** The day in the tab order. */
  readonly active: Day
  readonly stateOf: (day: Day) => DayState
  readonly onPress: (day: Day) => void
  readonly onHover?: ((day: Day | undefined) => void) | undefined
  readonly onKeyDown: (event: KeyboardEvent, day: Day) => void
  /**
   * Shows the weekdays only to screen readers, for a list of months under one header. Default
   * false.
   */
  readonly bare?: boolean
}

/**
 * One month as a grid. Disabled days are focusable, so that screen readers announce them, but
 * cannot be chosen.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, labelledBy, multiple, onHover, bare = false } = props
  const words = useCalendarNames()
  return (
    // Arrow keys move the focus between the days.
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
            {week.map((day, place) =>
              day === undefined ? (
                <td key={place} aria-hidden="true" />
              ) : (
                <DayCell key={day} of={props} day={day} name={words.day(day)} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps {
  readonly of: MonthGridProps
  readonly day: Day
  readonly name: string
}

function DayCell({ of: grid, day, name }: DayCellProps) {
  const { place: span, disabled, note } = grid.stateOf(day)
  return (
    <td className={styles['cell']} aria-selected={span !== undefined} data-span={span}>
      <button
        type="button"
        className={styles['day']}
        data-day={day}
        data-span={span}
        tabIndex={day === grid.active ? 0 : -1}
        aria-label={note ? `${name}, ${note}` : name}
        aria-disabled={disabled || undefined}
        aria-current={day === grid.today ? 'date' : undefined}
        onClick={() => grid.onPress(day)}
        onPointerEnter={() => grid.onHover?.(day)}
        onKeyDown={(event) => grid.onKeyDown(event, day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}
