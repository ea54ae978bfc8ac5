import { useId, useRef, useState, type ReactNode } from 'react'
import {
  ChevronLeft,
  ChevronRight,
  ChevronsLeft,
  ChevronsRight,
  type LucideIcon,
} from 'lucide-react'
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

interface TurnStep {
  readonly months?: number
  readonly years?: number
}

interface TurnsProps {
  /** Why the calendar ends here: with a reason a button keeps the focus. */
  readonly stop: string | undefined
  readonly onTurn: (step: TurnStep) => void
}

interface TurnButtonProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly stop: string | undefined
  readonly onPress: () => void
}

function TurnButton({ label, icon, stop, onPress }: TurnButtonProps) {
  return (
    <IconButton
      size="small"
      label={label}
      icon={<Icon of={icon} />}
      disabled={stop !== undefined}
      disabledReason={stop}
      onClick={onPress}
    />
  )
}

/** The buttons to the year and the month before. */
function TurnsBack({ stop, onTurn }: TurnsProps) {
  const { previousYear, previousMonth } = useUiStrings()
  const toYear = () => onTurn({ years: -1 })
  const toMonth = () => onTurn({ months: -1 })
  return (
    <>
      <TurnButton label={previousYear} icon={ChevronsLeft} stop={stop} onPress={toYear} />
      <TurnButton label={previousMonth} icon={ChevronLeft} stop={stop} onPress={toMonth} />
    </>
  )
}

/** The buttons to the month and the year after. */
function TurnsForward({ stop, onTurn }: TurnsProps) {
  const { nextMonth: nextMonthLabel, nextYear } = useUiStrings()
  const toMonth = () => onTurn({ months: 1 })
  const toYear = () => onTurn({ years: 1 })
  return (
    <>
      <TurnButton label={nextMonthLabel} icon={ChevronRight} stop={stop} onPress={toMonth} />
      <TurnButton label={nextYear} icon={ChevronsRight} stop={stop} onPress={toYear} />
    </>
  )
}

/** Why the pages cannot be turned beyond the first and the last month. */
function useStops(
  shown: ReturnType<typeof monthOf>,
  { rules, months }: Pick<CalendarViewProps, 'rules' | 'months'>,
) {
  const strings = useUiStrings()
  const isFirst = clampMonth(nextMonth(shown, -1), { rules, months }) === shown
  const isLast = clampMonth(nextMonth(shown), { rules, months }) === shown
  return {
    start: isFirst ? strings.dateEarliest({ date: rules.min }) : undefined,
    end: isLast ? strings.dateLatest({ date: rules.max }) : undefined,
  }
}

interface MonthHeadProps {
  readonly id: string
  readonly title: string
  readonly start: ReactNode
  readonly end: ReactNode
}

/** The name of a month between the buttons that turn the pages. */
function MonthHead({ id, title, start, end }: MonthHeadProps) {
  return (
    <div className={styles['head']}>
      <span className={styles['turns']}>{start}</span>
      <span id={id} className={styles['title']} aria-live="polite" data-x-part="month-title">
        {title}
      </span>
      <span className={styles['turns']} data-end="">
        {end}
      </span>
    </div>
  )
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
  const turn = (step: TurnStep) => {
    const month = clampMonth(monthOf(addTo(firstDayOf(shown), step)), { rules, months })
    setShown(month)
    if (monthOf(active) < month || monthOf(active) > nextMonth(month, months - 1))
      setActive(clampDay(firstDayOf(month), rules))
  }
  const stops = useStops(shown, { rules, months })
  return (
    <div ref={root} className={styles['view']} data-x-part="calendar">
      <div className={styles['months']}>
        {all.map((month, index) => (
          <div key={index} className={styles['month']}>
            <MonthHead
              id={`${id}-${index}`}
              title={words.month(month)}
              start={index === 0 ? <TurnsBack stop={stops.start} onTurn={turn} /> : null}
              end={index === months - 1 ? <TurnsForward stop={stops.end} onTurn={turn} /> : null}
            />
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
