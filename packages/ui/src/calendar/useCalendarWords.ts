import { weekdayOf, weekStartOf, type Day } from '../base/days.ts'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'
import { firstOf, type Month } from './calendarDays.ts'
import { UZBEK_MONTHS, UZBEK_SHORT_WEEKDAYS, UZBEK_WEEKDAYS } from './uzbek.ts'

export interface CalendarWords {
  readonly firstWeekday: number
  readonly month: (month: Month) => string
  /** The day as it is spoken: weekday, day, month, year. */
  readonly day: (day: Day) => string
  /** In the order of the week; `index` 0 is Sunday. */
  readonly weekdays: readonly {
    readonly index: number
    readonly short: string
    readonly long: string
  }[]
}

/** A Sunday, so that a weekday's index is the distance from it. */
const SUNDAY = Date.UTC(2026, 0, 4)
/** Letters that fit a column of the narrowest calendar. */
const LONGEST = 4
const known = new Map<string, CalendarWords>()

/**
 * The names of a language's months and weekdays, in the Gregorian calendar with Latin digits, as
 * everywhere on a trading screen.
 */
export function calendarWordsOf(language: string): CalendarWords {
  const found = known.get(language)
  if (found) return found
  const words = language.split('-', 1)[0] === 'uz' ? uzbekWords(language) : wordsOfIntl(language)
  known.set(language, words)
  return words
}

/** The seven weekdays from the first of a week on. */
const weekOf = (firstWeekday: number) =>
  Array.from({ length: 7 }, (_, place) => (firstWeekday + place) % 7)

function wordsOfIntl(language: string): CalendarWords {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: 'UTC',
      ...options,
    })
  const [months, days, short, long, narrow] = [
    format({ year: 'numeric', month: 'long' }),
    format({ dateStyle: 'full' }),
    format({ weekday: 'short' }),
    format({ weekday: 'long' }),
    format({ weekday: 'narrow' }),
  ]
  const firstWeekday = weekStartOf(language)
  const weekdays = weekOf(firstWeekday).map((index) => {
    const at = SUNDAY + index * 86_400_000
    return { index, short: short.format(at), long: long.format(at) }
  })
  return {
    firstWeekday,
    month: (month) => months.format(Date.parse(firstOf(month))),
    day: (day) => days.format(Date.parse(day)),
    // Where the short names are whole words, as in Arabic, a column has no room for them.
    weekdays: weekdays.some((day) => day.short.length > LONGEST)
      ? weekdays.map((day) => ({ ...day, short: narrow.format(SUNDAY + day.index * 86_400_000) }))
      : weekdays,
  }
}

function uzbekWords(language: string): CalendarWords {
  const firstWeekday = weekStartOf(language)
  const monthName = (month: Month) => UZBEK_MONTHS[Number(month.slice(5, 7)) - 1] ?? ''
  return {
    firstWeekday,
    month: (month) => `${monthName(month)}, ${month.slice(0, 4)}`,
    day: (day) =>
      `${UZBEK_WEEKDAYS[weekdayOf(day)]}, ${Number(day.slice(8))}-${monthName(day)}, ${day.slice(0, 4)}`,
    weekdays: weekOf(firstWeekday).map((index) => ({
      index,
      short: UZBEK_SHORT_WEEKDAYS[index] ?? '',
      long: UZBEK_WEEKDAYS[index] ?? '',
    })),
  }
}

/** Those of the provider's language; English without one. */
export function useCalendarWords(): CalendarWords {
  const { language } = useUiEnvironment()
  return calendarWordsOf(language ?? 'en')
}
