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

export type CalendarMode = 'single' | 'multiple' | 'range'

export interface CalendarRules extends DayRules {
  readonly mode: CalendarMode
  /** U13: the most days that can be chosen; of a range, its length. 0 is no limit. */
  readonly maximum: number
}

export type CalendarNote = { readonly reason: 'maximum' } | { readonly reason: DayRefusal }

export interface CalendarState {
  /** In the order of time. Of a range one or both ends. */
  readonly days: readonly Day[]
  /** What the last press has to say. */
  readonly note?: CalendarNote
}

/** U13: what is chosen after a press. */
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

/** An earlier second press swaps the ends; a range that is too long is cut at its end. */
function extend({ days }: CalendarState, { day, rules }: Press): CalendarState {
  const [anchor] = days
  if (anchor === undefined || days.length === 2) return { days: [day] }
  const [start = day, end = day] = [anchor, day].sort()
  if (rules.maximum === 0 || daysBetween(start, end) < rules.maximum) return { days: [start, end] }
  return {
    days: [start, lastOpen({ start, end: addTo(start, { days: rules.maximum - 1 }), rules })],
    note: { reason: 'maximum' },
  }
}

/** An end that was cut may be no disabled day either; the start can always be one. */
function lastOpen({
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

/** A range needs both ends. */
export function isComplete({ days }: CalendarState, mode: CalendarMode): boolean {
  return mode === 'range' ? days.length === 2 : days.length > 0
}

/** What was handed in, as far as the rules allow it: days, sorted, none twice. */
export function calendarOf(
  value: readonly Day[],
  { mode, maximum }: Pick<CalendarRules, 'mode' | 'maximum'>,
): CalendarState {
  const days = [...new Set(value)].filter(isDay).sort()
  const most = mode === 'single' ? 1 : mode === 'range' ? 2 : maximum || days.length
  return { days: days.slice(0, most) }
}

export const MONTH_TITLE = 44
export const WEEK_HEIGHT = 48

export interface MonthBox {
  readonly month: Month
  readonly top: number
  readonly height: number
}

/**
 * Where every month of the list stands, in px: heights follow from the calendar, so that months out
 * of sight need not be built.
 */
export function layMonths({ min, max }: DayRules, firstWeekday: number): readonly MonthBox[] {
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

/** The months that are in a window of the list, and one more each way. */
export function monthsInSight(
  boxes: readonly MonthBox[],
  { top, height }: { readonly top: number; readonly height: number },
): readonly MonthBox[] {
  const first = boxes.findIndex((box) => box.top + box.height > top)
  const last = boxes.findLastIndex((box) => box.top < top + height)
  return first === -1 ? boxes.slice(-2) : boxes.slice(Math.max(0, first - 1), last + 2)
}
