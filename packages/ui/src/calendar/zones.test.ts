import { describe, expect, it } from 'vitest'
import { validateMoment, momentOfDay, type MomentRules } from '../date-picker/moment.ts'
import { reduceRange, initialRange, spanOf, type RangeEvent } from '../date-range/rangeReducer.ts'
import {
  layoutMonths,
  MONTH_TITLE,
  pressDay,
  WEEK_HEIGHT,
  type CalendarRules,
  type CalendarState,
} from '../mobile-calendar/daySelection.ts'
import { inZone, THREE_YEARS, ZONES } from '../testing/support/timeZones.ts'

const first = THREE_YEARS[0] ?? ''
const last = THREE_YEARS.at(-1) ?? ''
const isDisabled = (day: string) => day.endsWith('-15')
const rules: MomentRules = { min: first, max: last, isDisabled, withTime: false }
const timed: MomentRules = { ...rules, withTime: true }
const calendar: CalendarRules = { min: first, max: last, isDisabled, mode: 'range', maximum: 7 }
/** Neither of two ends a week apart is disabled. */
const LENGTH = 7
const pairs = THREE_YEARS.slice(0, -LENGTH).map((start, index) => ({
  start,
  end: THREE_YEARS[index + LENGTH] ?? '',
  cut: THREE_YEARS[index + LENGTH - 1] ?? '',
}))
/** An hour that a clock change skips or repeats, its neighbours, and the ends of the day. */
const TIMES = ['00:00:00', '00:30:00', '01:30:00', '02:30:00', '03:30:00', '23:59:59']

const pressed = (days: readonly string[], given: CalendarRules) =>
  days.reduce((state, day) => pressDay(state, { day, rules: given }), { days: [] } as CalendarState)
const ranged = (events: readonly RangeEvent[], given: MomentRules) =>
  events.reduce((state, event) => reduceRange(state, event, given), initialRange(undefined))

describe.each(ZONES)('calendar dates in %s over three years (U14)', (zone) => {
  const here = (run: () => void) => inZone(zone, run)

  it('use the clock of the zone', () =>
    here(() =>
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(
        new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
      ),
    ))
  it('keep every typed day and time, including skipped local times (U14.20, U14.22)', () =>
    here(() => {
      for (const day of THREE_YEARS.filter((one) => !isDisabled(one))) {
        expect(validateMoment(day.replaceAll('-', '/'), rules)).toEqual({
          status: 'accepted',
          value: day,
        })
        for (const time of TIMES) {
          expect(validateMoment(`${day} ${time}`, timed)).toEqual({
            status: 'accepted',
            value: `${day} ${time}`,
          })
          expect(momentOfDay(day, { ...timed, time })).toBe(`${day} ${time}`)
        }
      }
    }))
  it('make a range of two pressed days, first to last second (U14.30, U14.31, U14.35)', () =>
    here(() => {
      for (const { start, end } of pairs.filter(
        (pair) => !isDisabled(pair.start) && !isDisabled(pair.end),
      )) {
        const there: readonly RangeEvent[] = [
          { type: 'press', day: start },
          { type: 'press', day: end },
        ]
        expect(ranged(there, rules)).toEqual(initialRange({ start, end }))
        const back = ranged(there.toReversed(), timed)
        expect(back).toEqual(initialRange({ start: `${start} 00:00:00`, end: `${end} 23:59:59` }))
        expect(spanOf(back)).toEqual({ from: start, to: end })
      }
    }))
  it('refuses a disabled or outside end by its day, not hour (U14.33)', () =>
    here(() => {
      for (const day of THREE_YEARS.filter(isDisabled))
        expect(validateMoment(`${day} 02:30:00`, timed)).toEqual({
          status: 'refused',
          reason: 'disabled',
        })
      expect(validateMoment('2024-12-31 23:59:59', timed)).toEqual({
        status: 'refused',
        reason: 'early',
      })
      expect(validateMoment('2028-01-01 00:00:00', timed)).toEqual({
        status: 'refused',
        reason: 'late',
      })
    }))
  it('count the days of a mobile range across clock changes (U13.7, U13.9)', () =>
    here(() => {
      for (const { start, end, cut } of pairs.filter(
        (pair) => !isDisabled(pair.start) && !isDisabled(pair.end) && !isDisabled(pair.cut),
      )) {
        expect(pressed([start, cut], calendar)).toEqual({ days: [start, cut] })
        expect(pressed([start, end], calendar)).toEqual({
          days: [start, cut],
          note: { reason: 'maximum' },
        })
        expect(pressed([end, start], { ...calendar, mode: 'multiple' })).toEqual({
          days: [start, end],
        })
      }
    }))
  it('give 36 months of the right height (U13.13)', () =>
    here(() => {
      const heights = layoutMonths(calendar, 1).map((box) => box.height)
      const counted = Array.from({ length: 36 }, (_, month) => {
        const before = (new Date(Date.UTC(2025, month, 1)).getUTCDay() + 6) % 7
        return (
          MONTH_TITLE +
          WEEK_HEIGHT *
            Math.ceil((before + new Date(Date.UTC(2025, month + 1, 0)).getUTCDate()) / 7)
        )
      })
      expect(heights).toEqual(counted)
    }))
})
