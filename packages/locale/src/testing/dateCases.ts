import { CURRENCY_CODES } from '../currencies/currencies.ts'
import { currencyName } from '../currencies/currencyName.ts'
import { formatAge } from '../dates/formatAge.ts'
import { formatDateWith, formatTimestamp } from '../dates/formatDate.ts'

export const MOMENTS = Array.from({ length: 12 }, (_, month) =>
  Date.UTC(2026, month, 3 + 2 * month, month * 2, 7 * (month % 8), month),
)
const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kolkata']
export const AGES = [
  0, 1, 59, 60, 3599, 3600, 86_399, 86_400, 2_591_999, 2_592_000, 31_536_000, -5, -7200,
]

/** Every date option that Uzbek writes with its own data. */
export const UZBEK_OPTIONS: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'short' },
  { dateStyle: 'medium' },
  { dateStyle: 'long' },
  { dateStyle: 'full' },
  { timeStyle: 'short' },
  { timeStyle: 'medium' },
  { dateStyle: 'medium', timeStyle: 'short' },
  { dateStyle: 'short', timeStyle: 'medium' },
  { month: 'short', day: 'numeric' },
]

/**
 * The dates, ages and names that are written with data of our own and must therefore read alike
 * everywhere.
 */
export function dateLines(): string[] {
  const dates = UZBEK_OPTIONS.flatMap((options) =>
    ZONES.flatMap((timeZone) =>
      MOMENTS.map((at) => formatDateWith(at, { locale: 'uz', timeZone, options })),
    ),
  )
  const timestamps = ZONES.flatMap((timeZone) =>
    MOMENTS.map((at) => formatTimestamp(at, { timeZone })),
  )
  const ages = AGES.map((seconds) => formatAge(-seconds * 1000, { locale: 'uz', now: 0 }))
  return [
    ...dates,
    ...timestamps,
    ...ages,
    ...CURRENCY_CODES.map((code) => currencyName(code, 'uz')),
  ]
}
