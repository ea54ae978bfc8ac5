import { weekdayOf, weekStartOf, type Day } from '../base/days.ts'
import { useUiEnvironment } from '../provider/useUiEnvironment.ts'
import { firstDayOf, type Month } from './calendarDays.ts'

/**
 * Uzbek names from CLDR. Chromium claims to support Uzbek but formats it with root data (`2026
 * M11`, `Sat`), so Intl cannot be used.
 */
const words = (text: string) => text.split(' ')

/** January first. */
const UZBEK_MONTHS = words(
  'yanvar fevral mart aprel may iyun iyul avgust sentabr oktabr noyabr dekabr',
)
/** Sunday first. */
const UZBEK_WEEKDAYS = words('yakshanba dushanba seshanba chorshanba payshanba juma shanba')
/** Sunday first. */
const UZBEK_SHORT_WEEKDAYS = words('Yak Dush Sesh Chor Pay Jum Shan')

/** Names of months and weekdays in one language; 0 is Sunday. */
export interface CalendarNames {
  readonly firstWeekday: number
  readonly month: (month: Month) => string
  /** The day for screen readers: weekday, day, month, year. */
  readonly day: (day: Day) => string
  /** Weekdays in the order of the week. */
  readonly weekdays: readonly {
    readonly index: number
    readonly short: string
    readonly long: string
  }[]
}

/** A Sunday, so that a weekday's index is the distance in days from it. */
const SUNDAY = Date.UTC(2026, 0, 4)
/** Letters that fit into a column of the narrowest calendar. */
const MAX_SHORT_NAME = 4
const cache = new Map<string, CalendarNames>()

/**
 * Returns the calendar names of a language (an Intl tag), in the Gregorian calendar with Latin
 * digits like all numbers on a trading screen.
 */
export function calendarNamesOf(language: string): CalendarNames {
  const found = cache.get(language)
  if (found) return found
  const words = language.split('-', 1)[0] === 'uz' ? uzbekNames(language) : intlNames(language)
  cache.set(language, words)
  return words
}

/** Returns the seven weekdays, starting with `firstWeekday`. */
const weekOf = (firstWeekday: number) =>
  Array.from({ length: 7 }, (_, place) => (firstWeekday + place) % 7)

function intlNames(language: string): CalendarNames {
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
    month: (month) => months.format(Date.parse(firstDayOf(month))),
    day: (day) => days.format(Date.parse(day)),
    // In some languages, for instance Arabic, the short names are whole words and too wide.
    weekdays: weekdays.some((day) => day.short.length > MAX_SHORT_NAME)
      ? weekdays.map((day) => ({ ...day, short: narrow.format(SUNDAY + day.index * 86_400_000) }))
      : weekdays,
  }
}

function uzbekNames(language: string): CalendarNames {
  const firstWeekday = weekStartOf(language)
  const monthName = (month: Month) => UZBEK_MONTHS[Number(month.slice(5, 7)) - 1] ?? ''
  return {
    firstWeekday,
    month: (month) => `${monthName(month)}, ${month.slice(0, 4)}`,
    day: (day) =>
      [
        UZBEK_WEEKDAYS[weekdayOf(day)],
        `${Number(day.slice(8))}-${monthName(day)}`,
        day.slice(0, 4),
      ].join(', '),
    weekdays: weekOf(firstWeekday).map((index) => ({
      index,
      short: UZBEK_SHORT_WEEKDAYS[index] ?? '',
      long: UZBEK_WEEKDAYS[index] ?? '',
    })),
  }
}

/** Returns the calendar names of the provider's language; English without a provider. */
export function useCalendarNames(): CalendarNames {
  const { language } = useUiEnvironment()
  return calendarNamesOf(language ?? 'en')
}
