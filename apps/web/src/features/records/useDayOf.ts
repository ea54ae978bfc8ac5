import { useDates } from '@x/locale/react'

/** The day of a moment where the reader is, `YYYY-MM-DD`. */
export function useDayOf(): (at: number) => string {
  const dates = useDates()
  return (at) => dates.timestamp(at, 'date')
}
