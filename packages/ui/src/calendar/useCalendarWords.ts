import { weekStartOf, type Day } from '../base/days.ts'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'
import { firstOf, type Month } from './machine.ts'

export interface CalendarWords {
  readonly firstWeekday: number
  readonly month: (month: Month) => string
  /** The day as it is spoken: weekday, day, month, year. */
  readonly day: (day: Day) => string
  /** In the order of the week; `index` 0 is Sunday. */
  readonly weekdays: readonly { readonly index: number; readonly short: string; readonly long: string }[]
}

/** A Sunday, so that a weekday's index is the distance from it. */
const SUNDAY = Date.UTC(2026, 0, 4)
/** Letters that fit a column of the narrowest calendar. */
const LONGEST = 4
const known = new Map<string, CalendarWords>()

/** The names of a language's months and weekdays, in the Gregorian calendar with Latin digits, as everywhere on a trading screen. */
export function calendarWordsOf(language: string): CalendarWords {
  const found = known.get(language)
  if (found) return found
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC', ...options })
  const [months, days, short, long, narrow] = [format({ year: 'numeric', month: 'long' }), format({ dateStyle: 'full' }), format({ weekday: 'short' }), format({ weekday: 'long' }), format({ weekday: 'narrow' })]
  const firstWeekday = weekStartOf(language)
  const weekdays = Array.from({ length: 7 }, (_, place) => {
    const index = (firstWeekday + place) % 7
    const at = SUNDAY + index * 86_400_000
    return { index, short: short.format(at), long: long.format(at) }
  })
  const words: CalendarWords = {
    firstWeekday,
    month: (month) => months.format(Date.parse(firstOf(month))),
    day: (day) => days.format(Date.parse(day)),
    // Where the short names are whole words, as in Arabic, a column has no room for them.
    weekdays: weekdays.some((day) => day.short.length > LONGEST) ? weekdays.map((day) => ({ ...day, short: narrow.format(SUNDAY + day.index * 86_400_000) })) : weekdays,
  }
  known.set(language, words)
  return words
}

/** Those of the provider's language; English without one. */
export function useCalendarWords(): CalendarWords {
  const { language } = useUiEnvironment()
  return calendarWordsOf(language ?? 'en')
}
