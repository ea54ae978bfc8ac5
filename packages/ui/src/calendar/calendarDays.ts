import { addTo, daysBetween, isDay, weekdayOf, type Day } from '../base/days.ts'

/** A month as `YYYY-MM`. */
export type Month = string

/** Days that a calendar allows: from `min` to `max`, except disabled ones. */
export interface DayRules {
  readonly min: Day
  readonly max: Day
  readonly isDisabled?: ((day: Day) => boolean) | undefined
}

/** Why a day is not allowed. */
export type DayRefusal = 'early' | 'late' | 'disabled'

/** Years before and after today in a calendar without `min` and `max` (U14, spec section 9). */
export const DEFAULT_CALENDAR_YEARS = 10

/** Returns the month of a day. */
export const monthOf = (day: Day): Month => day.slice(0, 7)
/** Returns the first day of a month. */
export const firstDayOf = (month: Month): Day => `${month}-01`
/** Returns the month `count` months later; negative is earlier. Default 1. */
export const nextMonth = (month: Month, count = 1): Month =>
  monthOf(addTo(firstDayOf(month), { months: count }))
/** Returns the last day of a month. */
export const lastDayOf = (month: Month): Day =>
  addTo(addTo(firstDayOf(month), { months: 1 }), { days: -1 })

/**
 * Returns the day of a value that was passed in, a day or a day with a time; `undefined` for any
 * other text, which a link or storage may contain.
 */
export function dayOfValue(text: string | undefined): Day | undefined {
  const day = text?.slice(0, 10) ?? ''
  return isDay(day) ? day : undefined
}

/** Returns rules with both ends set: an end that is missing or no day is ten years from today. */
export function withDefaultEnds(today: Day, { min, max, isDisabled }: Partial<DayRules>): DayRules {
  const end = (given: string | undefined, years: number) =>
    given !== undefined && dayOfValue(given) ? given : addTo(today, { years })
  return {
    min: end(min, -DEFAULT_CALENDAR_YEARS),
    max: end(max, DEFAULT_CALENDAR_YEARS),
    isDisabled,
  }
}

/** Returns why a day is not allowed; `undefined` if it is. */
export function refusalOf(day: Day, { min, max, isDisabled }: DayRules): DayRefusal | undefined {
  if (day < min) return 'early'
  if (day > max) return 'late'
  return isDisabled?.(day) ? 'disabled' : undefined
}

/** Clamps a day to the ends of a calendar. */
export const clampDay = (day: Day, { min, max }: DayRules): Day =>
  day < min ? min : day > max ? max : day

/** Clamps the first of the shown months, so that no month is entirely outside the calendar. */
export function clampMonth(
  month: Month,
  { rules: { min, max }, months }: { readonly rules: DayRules; readonly months: number },
): Month {
  const [lowest, highest] = [monthOf(min), nextMonth(monthOf(max), 1 - months)]
  if (month < lowest || highest < lowest) return lowest
  return month > highest ? highest : month
}

/** Returns the weeks of a month; days of the months around it are `undefined`. */
export function weeksOf(
  month: Month,
  firstWeekday: number,
): readonly (readonly (Day | undefined)[])[] {
  const first = firstDayOf(month)
  const before = (weekdayOf(first) - firstWeekday + 7) % 7
  const days = daysBetween(first, lastDayOf(month)) + 1
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_place, place) => {
      const number = week * 7 + place - before + 1
      return number >= 1 && number <= days
        ? `${month}-${String(number).padStart(2, '0')}`
        : undefined
    }),
  )
}

/** A key press on a day; `firstWeekday` 0 is Sunday. */
export interface DayKey {
  readonly key: string
  readonly shift: boolean
  readonly rtl: boolean
  readonly firstWeekday: number
}

/**
 * Returns the day that a key moves the focus to; `undefined` for other keys. Disabled days are not
 * skipped, so that screen readers can announce them.
 */
export function moveDay(day: Day, { key, shift, rtl, firstWeekday }: DayKey): Day | undefined {
  const inWeek = (weekdayOf(day) - firstWeekday + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addTo(day, { days: rtl ? 1 : -1 })
    case 'ArrowRight':
      return addTo(day, { days: rtl ? -1 : 1 })
    case 'ArrowUp':
      return addTo(day, { days: -7 })
    case 'ArrowDown':
      return addTo(day, { days: 7 })
    case 'Home':
      return addTo(day, { days: -inWeek })
    case 'End':
      return addTo(day, { days: 6 - inWeek })
    case 'PageUp':
      return addTo(day, shift ? { years: -1 } : { months: -1 })
    case 'PageDown':
      return addTo(day, shift ? { years: 1 } : { months: 1 })
    default:
      return undefined
  }
}

/** A range of days in time order; a single day is both ends. */
export interface Span {
  readonly from: Day
  readonly to: Day
}

/** Position of a day in a span. */
export type SpanPosition = 'start' | 'end' | 'both' | 'inside'

/** Returns the position of a day in a span; `undefined` outside it. */
export function positionInSpan(day: Day, span: Span | undefined): SpanPosition | undefined {
  if (!span || day < span.from || day > span.to) return undefined
  if (span.from === span.to) return 'both'
  return day === span.from ? 'start' : day === span.to ? 'end' : 'inside'
}
