import { cached } from '../intlCache.ts'
import { localeRow, type MessageLocale } from '../locales/localeTable.ts'
import { EMPTY_NUMBER } from '../numbers/formatNumber.ts'
import { dateFields } from './dateFields.ts'
import { formatUzbekDate } from './uzbekDate.ts'

/** The language and time zone of a formatted date. */
export interface DateContext {
  readonly locale: MessageLocale
  /** The zone the trader has stored; omitted: the host's own. */
  readonly timeZone?: string | undefined
}

/** Dates in prose, in the locale's own order and words. */
export const DATE_STYLES = {
  date: { dateStyle: 'medium' },
  longDate: { dateStyle: 'long' },
  monthDay: { month: 'short', day: 'numeric' },
  time: { timeStyle: 'short' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>
/** Name of an entry of the date style table. */
export type DateStyle = keyof typeof DATE_STYLES

/** `at` in milliseconds since the epoch; `--` for what is no time. */
export function formatDate(
  at: number,
  { style = 'dateTime', ...context }: DateContext & { readonly style?: DateStyle },
): string {
  return formatDateWith(at, { ...context, options: DATE_STYLES[style] })
}

/** With Intl's own options: what compiled messages ask for. */
export function formatDateWith(
  at: number,
  { locale, timeZone, options }: DateContext & { readonly options: Intl.DateTimeFormatOptions },
): string {
  if (!isTime(at)) return EMPTY_NUMBER
  const uzbek = locale === 'uz' ? formatUzbekDate(dateFields(at, timeZone), options) : null
  if (uzbek !== null) return uzbek
  const zone = timeZone === undefined ? {} : { timeZone }
  const make = () => new Intl.DateTimeFormat(localeRow(locale).tag, { ...options, ...zone })
  return cached(`date ${locale} ${timeZone} ${JSON.stringify(options)}`, make).format(at)
}

/**
 * Tables and pickers: `YYYY-MM-DD HH:mm:ss` in every language (spec section 9, "Default picker
 * formats").
 */
export type TimestampStyle = 'date' | 'time' | 'minute' | 'dateTime'

/**
 * `at` in milliseconds since the epoch, in `timeZone` or else the one of the host; `--` for what is
 * no time.
 */
export function formatTimestamp(
  at: number,
  {
    timeZone,
    style = 'dateTime',
  }: { readonly timeZone?: string | undefined; readonly style?: TimestampStyle } = {},
): string {
  if (!isTime(at)) return EMPTY_NUMBER
  const { year, month, day, hour, minute, second } = dateFields(at, timeZone)
  const date = `${year}-${month}-${day}`
  if (style === 'date') return date
  if (style === 'minute') return `${date} ${hour}:${minute}`
  return style === 'time' ? `${hour}:${minute}:${second}` : `${date} ${hour}:${minute}:${second}`
}

/** The range of a JavaScript date; outside of it Intl throws. */
const MAX_TIME = 8.64e15

function isTime(at: number): boolean {
  return Math.abs(at) <= MAX_TIME
}
