import type { Day } from '../base/days.ts'

/**
 * Returns today by the clock of the device; `now` is in milliseconds since 1970. Read it when a
 * calendar opens, not while rendering: the server may have another day.
 */
export function todayOf(now: number = Date.now()): Day {
  const date = new Date(now)
  const two = (number: number) => String(number).padStart(2, '0')
  const year = String(date.getFullYear()).padStart(4, '0')
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
