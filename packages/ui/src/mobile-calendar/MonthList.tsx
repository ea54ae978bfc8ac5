import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Day } from '../base/days.ts'
import {
  clampDay,
  monthOf,
  positionInSpan,
  refusalOf,
  type SpanPosition,
} from '../calendar/calendarDays.ts'
import { MonthGrid } from '../calendar/MonthGrid.tsx'
import { useCalendarNames } from '../calendar/useCalendarNames.ts'
import { useDayFocus } from '../calendar/useDayFocus.ts'
import { customProperties } from '../customProperties.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import {
  layoutMonths,
  visibleMonths,
  MONTH_TITLE,
  WEEK_HEIGHT,
  type CalendarRules,
} from './daySelection.ts'
import styles from './mobileCalendar.module.css'

/** Props of the month list. */
export interface MonthListProps {
  readonly rules: CalendarRules
  readonly days: readonly Day[]
  readonly start: Day
  readonly today: Day
  readonly onPress: (day: Day) => void
}

/** Assumed height in pixels before the list is measured. */
const FIRST_VIEW = 600

/** A scrolling list of months; only visible ones are rendered. */
export function MonthList({ rules, days, start, today, onPress }: MonthListProps) {
  const strings = useUiStrings()
  const words = useCalendarNames()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { min, max } = rules
  const boxes = useMemo(
    () => layoutMonths({ min, max }, words.firstWeekday),
    [min, max, words.firstWeekday],
  )
  const boxOf = (day: Day) => boxes.find((box) => box.month === monthOf(day))
  const [first] = useState(() => boxOf(clampDay(start, rules))?.top ?? 0)
  const [view, setView] = useState({ top: first, height: FIRST_VIEW })
  useLayoutEffect(() => {
    const list = scroller.current
    if (!list) return
    list.scrollTop = first
    setView({ top: first, height: list.clientHeight || FIRST_VIEW })
  }, [first])
  const scrollIntoView = (day: Day) => {
    const [list, box] = [scroller.current, boxOf(day)]
    if (!list || !box) return
    if (box.top < list.scrollTop || box.top + box.height > list.scrollTop + list.clientHeight)
      list.scrollTop = box.top
    setView({ top: list.scrollTop, height: list.clientHeight })
  }
  const { active, setActive, onKeyDown } = useDayFocus(scroller, {
    start,
    rules,
    onMove: scrollIntoView,
  })
  const ends =
    rules.mode === 'range' && days[0] !== undefined
      ? { from: days[0], to: days[1] ?? days[0] }
      : undefined
  const placeOf = (day: Day): SpanPosition | undefined =>
    rules.mode === 'range' ? positionInSpan(day, ends) : days.includes(day) ? 'both' : undefined
  const noteOf = (place: SpanPosition | undefined) =>
    rules.mode !== 'range'
      ? undefined
      : place === 'start' || (place === 'both' && days.length === 1)
        ? strings.startDate
        : place === 'end'
          ? strings.endDate
          : undefined
  const last = boxes.at(-1)
  return (
    <>
      <div className={styles['weekdays']} aria-hidden="true">
        {words.weekdays.map(({ index, short }) => (
          <span key={index}>{short}</span>
        ))}
      </div>
      <div
        ref={scroller}
        className={styles['list']}
        data-x-part="month-list"
        onScroll={(event) =>
          setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })
        }
        style={customProperties({
          '--x-month-title': `${MONTH_TITLE}px`,
          '--x-week-height': `${WEEK_HEIGHT}px`,
        })}
      >
        <div
          className={styles['all']}
          style={{ blockSize: (last?.top ?? 0) + (last?.height ?? 0) }}
        >
          {visibleMonths(boxes, view).map(({ month, top }) => (
            <section
              key={month}
              className={styles['month']}
              style={{ insetBlockStart: top }}
              aria-labelledby={`${id}${month}`}
            >
              <h3 id={`${id}${month}`} className={styles['title']}>
                {words.month(month)}
              </h3>
              <MonthGrid
                month={month}
                labelledBy={`${id}${month}`}
                multiple={rules.mode !== 'single'}
                today={today}
                active={active}
                bare
                stateOf={(day) => {
                  const place = placeOf(day)
                  return {
                    place,
                    disabled: refusalOf(day, rules) !== undefined,
                    note: noteOf(place),
                  }
                }}
                onPress={(day) => {
                  setActive(day)
                  onPress(day)
                }}
                onKeyDown={onKeyDown}
              />
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
