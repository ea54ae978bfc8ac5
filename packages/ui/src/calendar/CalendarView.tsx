import { useId, useRef, useState } from 'react'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { addTo, type Day } from '../base/days.ts'
import { IconButton } from '../button/IconButton.tsx'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import {
  clampDay,
  firstDayOf,
  monthOf,
  nextMonth,
  clampMonth,
  type DayRules,
} from './calendarDays.ts'
import { MonthGrid, type DayState } from './MonthGrid.tsx'
import { useCalendarNames } from './useCalendarNames.ts'
import { useDayFocus } from './useDayFocus.ts'
import styles from './calendar.module.css'

/** Props of the month grids that the date pickers share. */
export interface CalendarViewProps {
  /** Number of months side by side. */
  readonly months: 1 | 2
  /** In days, without times. */
  readonly rules: DayRules
  /** Day that has the focus first. */
  readonly start: Day
  readonly today: Day
  readonly multiple: boolean
  readonly stateOf: (day: Day) => DayState
  readonly onPress: (day: Day) => void
  readonly onHover?: (day: Day | undefined) => void
}

/** One or two month grids with buttons to turn the pages; the focus starts on `start`. */
export function CalendarView({
  months,
  rules,
  start,
  today,
  multiple,
  stateOf,
  onPress,
  onHover,
}: CalendarViewProps) {
  const strings = useUiStrings()
  const words = useCalendarNames()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(() => clampMonth(monthOf(start), { rules, months }))
  const all = Array.from({ length: months }, (_, index) => nextMonth(shown, index))
  const show = (day: Day) => {
    const month = monthOf(day)
    if (month < shown) setShown(month)
    if (month > (all.at(-1) ?? shown)) setShown(nextMonth(month, 1 - months))
  }
  const { active, setActive, onKeyDown } = useDayFocus(root, { start, rules, onMove: show })
  const turn = (step: { readonly months?: number; readonly years?: number }) => {
    const month = clampMonth(monthOf(addTo(firstDayOf(shown), step)), { rules, months })
    setShown(month)
    if (monthOf(active) < month || monthOf(active) > nextMonth(month, months - 1))
      setActive(clampDay(firstDayOf(month), rules))
  }
  const atStart =
    clampMonth(nextMonth(shown, -1), { rules, months }) === shown
      ? strings.dateEarliest({ date: rules.min })
      : undefined
  const atEnd =
    clampMonth(nextMonth(shown), { rules, months }) === shown
      ? strings.dateLatest({ date: rules.max })
      : undefined
  const button = (
    label: string,
    icon: typeof ChevronLeft,
    {
      step,
      stop,
    }: {
      readonly step: { readonly months?: number; readonly years?: number }
      readonly stop: string | undefined
    },
  ) => (
    // With a reason the button at the end of the calendar keeps the focus.
    <IconButton
      size="small"
      label={label}
      icon={<Icon of={icon} />}
      disabled={stop !== undefined}
      disabledReason={stop}
      onClick={() => turn(step)}
    />
  )
  return (
    <div ref={root} className={styles['view']} data-x-part="calendar">
      <div className={styles['months']}>
        {all.map((month, index) => (
          <div key={index} className={styles['month']}>
            <div className={styles['head']}>
              <span className={styles['turns']}>
                {index === 0
                  ? button(strings.previousYear, ChevronsLeft, {
                      step: { years: -1 },
                      stop: atStart,
                    })
                  : null}
                {index === 0
                  ? button(strings.previousMonth, ChevronLeft, {
                      step: { months: -1 },
                      stop: atStart,
                    })
                  : null}
              </span>
              <span
                id={`${id}-${index}`}
                className={styles['title']}
                aria-live="polite"
                data-x-part="month-title"
              >
                {words.month(month)}
              </span>
              <span className={styles['turns']} data-end="">
                {index === months - 1
                  ? button(strings.nextMonth, ChevronRight, { step: { months: 1 }, stop: atEnd })
                  : null}
                {index === months - 1
                  ? button(strings.nextYear, ChevronsRight, { step: { years: 1 }, stop: atEnd })
                  : null}
              </span>
            </div>
            <MonthGrid
              month={month}
              labelledBy={`${id}-${index}`}
              multiple={multiple}
              today={today}
              active={active}
              stateOf={stateOf}
              onPress={(day) => {
                setActive(day)
                onPress(day)
              }}
              onHover={onHover}
              onKeyDown={onKeyDown}
            />
          </div>
        ))}
      </div>
    </div>
  )
}
