import type { DateRange } from '@x/ui/date-range'
import { useState } from 'react'
import { startOfDay } from './startOfDay.ts'
import { useDayOf } from './useDayOf.ts'

/** How the server narrows a list; times in milliseconds as text. */
type DatedFilter = Readonly<Partial<Record<'symbol' | 'from' | 'to' | NarrowingField, string>>>

/** What orders and fills are narrowed by, besides their days and symbol. */
export type NarrowingField = 'side' | 'status'
const NONE: readonly NarrowingField[] = []

/**
 * A symbol and days that records are looked for by, and those of the fields that the list on
 * screen has; all are kept while the lists change.
 */
export function useDatedFilter(fields = NONE) {
  const dayOf = useDayOf()
  const [symbol, setSymbol] = useState<string | undefined>(undefined)
  const [dates, setDates] = useState<DateRange | null>(null)
  const [narrowing, setNarrowing] = useState<Readonly<Partial<Record<NarrowingField, string>>>>({})
  const narrowed = fields.flatMap((field) =>
    narrowing[field] === undefined ? [] : [[field, narrowing[field]] as const],
  )
  const from = dates && startOfDay(dates.start, { dayOf })
  const until = dates && startOfDay(dates.end, { days: 1, dayOf })
  const filter: DatedFilter = {
    ...(symbol === undefined ? {} : { symbol }),
    ...(typeof from === 'number' ? { from: String(from) } : {}),
    ...(typeof until === 'number' ? { to: String(until - 1) } : {}),
    ...Object.fromEntries(narrowed),
  }
  return {
    filter,
    symbol,
    setSymbol,
    dates,
    setDates,
    narrowing,
    setNarrowing,
    count: (symbol === undefined ? 0 : 1) + (dates ? 1 : 0) + narrowed.length,
    clear() {
      setSymbol(undefined)
      setDates(null)
      setNarrowing({})
    },
  }
}
