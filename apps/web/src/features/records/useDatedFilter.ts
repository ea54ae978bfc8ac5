import type { DateRange } from '@x/ui/date-range'
import { useState } from 'react'
import { startOfDay } from './startOfDay.ts'
import { useDayOf } from './useDayOf.ts'

/** How the server narrows a list; times in milliseconds as text. */
type DatedFilter = Readonly<Partial<Record<'symbol' | 'from' | 'to', string>>>

/** A symbol and days that records are looked for by, kept while the lists change. */
export function useDatedFilter() {
  const dayOf = useDayOf()
  const [symbol, setSymbol] = useState<string | undefined>(undefined)
  const [dates, setDates] = useState<DateRange | null>(null)
  const from = dates && startOfDay(dates.start, { dayOf })
  const until = dates && startOfDay(dates.end, { days: 1, dayOf })
  const filter: DatedFilter = {
    ...(symbol === undefined ? {} : { symbol }),
    ...(typeof from === 'number' ? { from: String(from) } : {}),
    ...(typeof until === 'number' ? { to: String(until - 1) } : {}),
  }
  return {
    filter,
    symbol,
    setSymbol,
    dates,
    setDates,
    count: (symbol === undefined ? 0 : 1) + (dates ? 1 : 0),
    clear() {
      setSymbol(undefined)
      setDates(null)
    },
  }
}
