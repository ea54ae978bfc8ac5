import { cached } from '../intlCache.ts'

export interface DateFields {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minute: string
  readonly second: string
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * The wall clock of a zone, two digits a field, 00 to 23 hours. `undefined` is the host's own zone.
 */
export function dateFields(at: number, timeZone: string | undefined): DateFields {
  const formatter = cached(
    `fields ${timeZone}`,
    () =>
      new Intl.DateTimeFormat('en-US', {
        ...(timeZone === undefined ? {} : { timeZone }),
        calendar: 'gregory',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        weekday: 'short',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      }),
  )
  const fields = Object.fromEntries(
    formatter.formatToParts(at).map(({ type, value }) => [type, value]),
  )
  const field = (name: string) => fields[name] ?? ''
  return {
    year: field('year').padStart(4, '0'),
    month: field('month'),
    day: field('day'),
    hour: field('hour'),
    minute: field('minute'),
    second: field('second'),
    weekday: WEEKDAYS.indexOf(field('weekday')),
  }
}
