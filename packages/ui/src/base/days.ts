import { getDayOfWeek, parseDate } from '@internationalized/date'

/**
 * A calendar day as `YYYY-MM-DD`, years 0001 to 9999, without a time zone. Text order is time
 * order.
 */
export type Day = string

const WRITTEN = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const FIRST: Day = '0001-01-01'
const LAST: Day = '9999-12-31'

/** Returns whether the text is a day that exists in its month. */
export function isDay(text: string): boolean {
  if (!WRITTEN.test(text)) return false
  try {
    parseDate(text)
    return true
  } catch {
    return false
  }
}

/**
 * Adds days, months or years to a day. Daylight saving does not matter; a day beyond the end of its
 * month becomes the last one.
 */
export function addTo(
  day: Day,
  step: { readonly days?: number; readonly months?: number; readonly years?: number },
): Day {
  const next = parseDate(day).add(step)
  if (next.era === 'BC') return FIRST
  return next.year > 9999 ? LAST : next.toString()
}

/** Returns the days from one day to another, negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return parseDate(to).compare(parseDate(from))
}

/** Returns the weekday, 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return getDayOfWeek(parseDate(day), 'en-US', 'sun')
}

/** Returns the first weekday of a week in a language (an Intl tag); 0 is Sunday. */
export function weekStartOf(language: string): number {
  const sunday = parseDate('2026-01-04')
  return (7 - getDayOfWeek(sunday, language)) % 7
}
