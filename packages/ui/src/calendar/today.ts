import type { Day } from '../base/days.ts'

/**
 * The day on the clock of this device. Read when a calendar opens, never while a page is drawn: the
 * server's clock may show another.
 */
export function todayOf(now: number = Date.now()): Day {
  const date = new Date(now)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
