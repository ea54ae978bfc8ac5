import { describe, expect, it } from 'vitest'
import { formatDate, formatTimestamp } from '../dates/formatDate.ts'
import { CLOCK_CHANGES } from './extremeCases.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, 1, 12) + day * DAY)

/** What the wall clock shows where it is `hours` ahead of Greenwich. */
const wall = (at: number, hours: number) =>
  new Date(at + hours * HOUR).toISOString().slice(0, 19).replace('T', ' ')

/**
 * The platform's own word for the distance to Greenwich, in hours: another of its features than the
 * one under test.
 */
function offsetReader(zone: string): (at: number) => number {
  const formatter = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const name =
      formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
  }
}

describe('dates in the stored time zone', () => {
  it.each(CLOCK_CHANGES)(
    '$zone goes from $from to $to hours at its second (locale Numbers)',
    ({ zone, at, from, to }) => {
      const moments = [at - HOUR, at - 1000, at, at + 1000, at + HOUR]
      expect(moments.map((moment) => formatTimestamp(moment, { timeZone: zone }))).toEqual(
        moments.map((moment) => wall(moment, moment < at ? from : to)),
      )
      // The prose of a language without data in every browser follows the same clock.
      expect(formatDate(at, { locale: 'uz', timeZone: zone })).toContain(wall(at, to).slice(11, 16))
    },
  )

  it('shows the local time of every time zone (locale Numbers)', () => {
    const wrong = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
      const offset = offsetReader(zone)
      // One day in 29 meets every month and both halves of every clock.
      return YEAR.filter((_, day) => day % 29 === 0)
        .filter((at) => formatTimestamp(at, { timeZone: zone }) !== wall(at, offset(at)))
        .map((at) => `${zone} at ${at}`)
    })
    expect(wrong).toEqual([])
  })

  it('formats 365 distinct dates across daylight saving (locale Numbers)', () => {
    const dates = YEAR.map((at) =>
      formatTimestamp(at, { timeZone: 'Europe/Berlin', style: 'date' }),
    )
    expect(new Set(dates).size).toBe(365)
  })
})
