import { useId, useLayoutEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import type { Day } from '../base/days.ts'
import {
  clampDay,
  monthOf,
  positionInSpan,
  refusalOf,
  type SpanPosition,
} from '../calendar/calendarDays.ts'
import { MonthGrid, type DayState } from '../calendar/MonthGrid.tsx'
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

/** Where a day stands in what is chosen, and what is announced of it. */
function useDayStates(rules: CalendarRules, days: readonly Day[]) {
  const strings = useUiStrings()
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
  return (day: Day): DayState => {
    const place = placeOf(day)
    return { place, disabled: refusalOf(day, rules) !== undefined, note: noteOf(place) }
  }
}

interface MonthScrollOptions extends Pick<MonthListProps, 'rules' | 'start'> {
  readonly firstWeekday: number
}

/** Where the months are in the list, and the part of it in view; it begins at `start`. */
function useMonthScroll({ rules, start, firstWeekday }: MonthScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const { min, max } = rules
  const boxes = useMemo(() => layoutMonths({ min, max }, firstWeekday), [min, max, firstWeekday])
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
  const last = boxes.at(-1)
  const blockSize = (last?.top ?? 0) + (last?.height ?? 0)
  return { scroller, boxes, blockSize, view, setView, scrollIntoView }
}

interface MonthSectionProps extends Omit<ComponentProps<typeof MonthGrid>, 'bare'> {
  readonly title: string
  /** Pixels from the top of the list. */
  readonly top: number
}

function MonthSection({ title, top, ...grid }: MonthSectionProps) {
  return (
    <section
      className={styles['month']}
      style={{ insetBlockStart: top }}
      aria-labelledby={grid.labelledBy}
    >
      <h3 id={grid.labelledBy} className={styles['title']}>
        {title}
      </h3>
      <MonthGrid {...grid} bare />
    </section>
  )
}

/** A scrolling list of months; only visible ones are rendered. */
export function MonthList({ rules, days, start, today, onPress }: MonthListProps) {
  const words = useCalendarNames()
  const id = useId()
  const { scroller, boxes, blockSize, view, setView, scrollIntoView } = useMonthScroll({
    rules,
    start,
    firstWeekday: words.firstWeekday,
  })
  const { active, setActive, onKeyDown } = useDayFocus(scroller, {
    start,
    rules,
    onMove: scrollIntoView,
  })
  const stateOf = useDayStates(rules, days)
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
        <div className={styles['all']} style={{ blockSize }}>
          {visibleMonths(boxes, view).map(({ month, top }) => (
            <MonthSection
              key={month}
              month={month}
              top={top}
              labelledBy={`${id}${month}`}
              title={words.month(month)}
              multiple={rules.mode !== 'single'}
              today={today}
              active={active}
              stateOf={stateOf}
              onPress={(day) => {
                setActive(day)
                onPress(day)
              }}
              onKeyDown={onKeyDown}
            />
          ))}
        </div>
      </div>
    </>
  )
}
