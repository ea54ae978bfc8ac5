import { addTo, daysBetween, isDay, type Day } from '../base/days.ts'
import {
  refusalOf,
  weeksOf,
  monthOf,
  nextMonth,
  type DayRefusal,
  type DayRules,
  type Month,
} from '../calendar/calendarDays.ts'

/** How many days can be chosen. */
export type CalendarMode = 'single' | 'multiple' | 'range'

/** Rules of a mobile calendar. */
export interface CalendarRules extends DayRules {
  readonly mode: CalendarMode
  /** Maximal number of days, of a range its length; 0 is no limit (U13). */
  readonly maximum: number
}

/** Message for a press that was refused or changed. */
export type CalendarNote = { readonly reason: 'maximum' } | { readonly reason: DayRefusal }

/** State of a mobile calendar. */
export interface CalendarState {
  /** Chosen days in time order; of a range one or both ends. */
  readonly days: readonly Day[]
  /** Message for the last press. */
  readonly note?: CalendarNote
}

/** Returns the state after a press on a day (U13). */
export function pressDay(
  state: CalendarState,
  { day, rules }: { readonly day: Day; readonly rules: CalendarRules },
): CalendarState {
  const reason = refusalOf(day, rules)
  if (reason) return { days: state.days, note: { reason } }
  if (rules.mode === 'single') return { days: [day] }
  return rules.mode === 'multiple' ? toggle(state, { day, rules }) : extend(state, { day, rules })
}

interface Press {
  readonly day: Day
  readonly rules: CalendarRules
}

function toggle({ days }: CalendarState, { day, rules }: Press): CalendarState {
  if (days.includes(day)) return { days: days.filter((one) => one !== day) }
  if (rules.maximum > 0 && days.length >= rules.maximum)
    return { days, note: { reason: 'maximum' } }
  return { days: [...days, day].sort() }
}

/** An earlier second press swaps the ends; a range that is too long is shortened at its end. */
function extend({ days }: CalendarState, { day, rules }: Press): CalendarState {
  const [anchor] = days
  if (anchor === undefined || days.length === 2) return { days: [day] }
  const [start = day, end = day] = [anchor, day].sort()
  if (rules.maximum === 0 || daysBetween(start, end) < rules.maximum) return { days: [start, end] }
  return {
    days: [start, lastEnabled({ start, end: addTo(start, { days: rules.maximum - 1 }), rules })],
    note: { reason: 'maximum' },
  }
}

/** A shortened end must not be disabled; the start is always allowed. */
function lastEnabled({
  start,
  end,
  rules,
}: {
  readonly start: Day
  readonly end: Day
  readonly rules: CalendarRules
}): Day {
  for (let day = end; day > start; day = addTo(day, { days: -1 }))
    if (refusalOf(day, rules) === undefined) return day
  return start
}

/** Returns whether the choice can be confirmed: a range needs both ends. */
export function isComplete({ days }: CalendarState, mode: CalendarMode): boolean {
  return mode === 'range' ? days.length === 2 : days.length > 0
}

/**
 * Returns the state for a value; invalid, duplicate and surplus days are left out. Both ends of a
 * range may be one day.
 */
export function initialCalendar(
  value: readonly Day[],
  { mode, maximum }: Pick<CalendarRules, 'mode' | 'maximum'>,
): CalendarState {
  const days = (mode === 'range' ? [...value] : [...new Set(value)]).filter(isDay).sort()
  const most = mode === 'single' ? 1 : mode === 'range' ? 2 : maximum || days.length
  return { days: days.slice(0, most) }
}

/** Height of a month title in pixels. */
export const MONTH_TITLE = 44
/** Height of a week in pixels. */
export const WEEK_HEIGHT = 48

/** Position of a month in the list, in pixels. */
export interface MonthBox {
  readonly month: Month
  readonly top: number
  readonly height: number
}

/**
 * Returns the positions of all months in pixels. Heights follow from the calendar, so that months
 * outside the viewport need not be rendered.
 */
export function layoutMonths({ min, max }: DayRules, firstWeekday: number): readonly MonthBox[] {
  const boxes: MonthBox[] = []
  let top = 0
  for (let month = monthOf(min); month <= monthOf(max); month = nextMonth(month)) {
    const height = MONTH_TITLE + weeksOf(month, firstWeekday).length * WEEK_HEIGHT
    boxes.push({ month, top, height })
    top += height
    if (month === '9999-12') break
  }
  return boxes
}

/** Returns the months in the viewport and one more at each end. */
export function visibleMonths(
  boxes: readonly MonthBox[],
  { top, height }: { readonly top: number; readonly height: number },
): readonly MonthBox[] {
  const first = boxes.findIndex((box) => box.top + box.height > top)
  const last = boxes.findLastIndex((box) => box.top < top + height)
  return first === -1 ? boxes.slice(-2) : boxes.slice(Math.max(0, first - 1), last + 2)
}
