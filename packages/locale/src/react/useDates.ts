import { useMemo } from 'react'
import { formatAge } from '../dates/formatAge.ts'
import {
  type DateStyle,
  formatDate,
  formatTimestamp,
  type TimestampStyle,
} from '../dates/formatDate.ts'
import { useLocale } from './LocaleProvider.tsx'

/** Date formatters of the current language and time zone. */
export interface Dates {
  /** Prose, in the language's own order and words. */
  date(at: number, style?: DateStyle): string
  /** Tables: `YYYY-MM-DD HH:mm:ss` in every language. */
  timestamp(at: number, style?: TimestampStyle): string
  age(at: number, options: { readonly now: number }): string
}

/** The date formats, bound to the provider's language and time zone. */
export function useDates(): Dates {
  const { locale, timeZone } = useLocale()
  return useMemo(
    () => ({
      date: (at, style) => formatDate(at, { locale, timeZone, ...(style && { style }) }),
      timestamp: (at, style) => formatTimestamp(at, { timeZone, ...(style && { style }) }),
      age: (at, { now }) => formatAge(at, { now, locale }),
    }),
    [locale, timeZone],
  )
}
