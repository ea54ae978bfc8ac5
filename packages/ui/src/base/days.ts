import { getDayOfWeek, parseDate } from '@internationalized/date'

/**
 * A day of the calendar as it is written, `YYYY-MM-DD`, in no zone: the text order is the order of
 * time. Years 0001 to 9999.
 */
export type Day = string

const WRITTEN = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const FIRST: Day = '0001-01-01'
const LAST: Day = '9999-12-31'

/** False for a day that its month does not have. */
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
 * Calendar arithmetic: no clock change makes a day longer or shorter. A month that is too short
 * gives its last day.
 */
export function addTo(
  day: Day,
  step: { readonly days?: number; readonly months?: number; readonly years?: number },
): Day {
  const next = parseDate(day).add(step)
  if (next.era === 'BC') return FIRST
  return next.year > 9999 ? LAST : next.toString()
}

/** Days from one to another, negative backwards. */
export function daysBetween(from: Day, to: Day): number {
  return parseDate(to).compare(parseDate(from))
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return getDayOfWeek(parseDate(day), 'en-US', 'sun')
}

/** The weekday on which weeks begin where a language is spoken: an Intl tag, 0 is Sunday. */
export function weekStartOf(language: string): number {
  const sunday = parseDate('2026-01-04')
  return (7 - getDayOfWeek(sunday, language)) % 7
}
