import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addTo, daysBetween, isDay, weekdayOf, weekStartOf } from '../base/days.ts'
import { inZone, THREE_YEARS, ZONES } from '../testing/support/timeZones.ts'
import {
  clampDay,
  lastDayOf,
  monthOf,
  moveDay,
  nextMonth,
  positionInSpan,
  refusalOf,
  withDefaultEnds,
  clampMonth,
  weeksOf,
} from './calendarDays.ts'
import { todayOf } from './today.ts'
import { calendarNamesOf } from './useCalendarNames.ts'

const DAY = 86_400_000
const written = (at: number) => new Date(at).toISOString().slice(0, 10)
const anyDay = fc
  .integer({ min: Date.UTC(1900, 0, 1) / DAY, max: Date.UTC(2199, 11, 31) / DAY })
  .map((number) => written(number * DAY))

describe('days (U14)', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])(
    'accepts %s (U14.1)',
    (text) => expect(isDay(text)).toBe(true),
  )
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '20260101',
    '',
    '2026-01-01T00:00',
    ' 2026-01-01',
  ])('rejects %j (U14.1)', (text) => {
    expect(isDay(text)).toBe(false)
  })
  it('clamps to month ends and years 1 to 9999 (U14.2)', () => {
    expect(addTo('2026-01-31', { months: 1 })).toBe('2026-02-28')
    expect(addTo('2024-02-29', { years: 1 })).toBe('2025-02-28')
    expect(addTo('2026-03-31', { months: -1 })).toBe('2026-02-28')
    expect(addTo('0001-01-01', { days: -1 })).toBe('0001-01-01')
    expect(addTo('9999-12-31', { days: 1 })).toBe('9999-12-31')
  })
  it('counts days like a calendar without clocks (U14.3)', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        const expected = written(Date.parse(day) + count * DAY)
        expect(addTo(day, { days: count })).toBe(expected)
        expect(daysBetween(day, expected)).toBe(count)
        expect(weekdayOf(day)).toBe(new Date(day).getUTCDay())
      }),
    )
  })
  it.each([
    ['en', 0],
    ['en-GB', 1],
    ['de', 1],
    ['ar', 6],
    ['ja', 0],
    ['ru', 1],
    ['pt', 0],
    ['tr', 1],
    ['th', 0],
  ])('starts weeks in %s on weekday %i (U14.4)', (language, weekday) => {
    expect(weekStartOf(language)).toBe(weekday)
  })
})

describe.each(ZONES)('calendar days in %s over three years (U13)', (zone) => {
  it('follow each other once, under their weekday, despite clock changes (U13.1)', () => {
    inZone(zone, () => {
      let day = THREE_YEARS[0] ?? ''
      for (const expected of THREE_YEARS) {
        expect(day).toBe(expected)
        const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
        // Noon exists on every day in every zone, except the day that Samoa skipped in 2011.
        expect(weekdayOf(day)).toBe(new Date(year, month - 1, date, 12).getDay())
        day = addTo(day, { days: 1 })
      }
      for (let month = '2025-01'; month < '2028-01'; month = nextMonth(month)) {
        const days = weeksOf(month, 1)
          .flat()
          .filter((one) => one !== undefined)
        expect(days).toEqual(THREE_YEARS.filter((one) => monthOf(one) === month))
      }
    })
  })
  it('have today by the local clock in its first and last minute (U14.5)', () => {
    inZone(zone, () => {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
      for (let hour = 0; hour < 3 * 8766; hour += 7) {
        const now = Date.UTC(2025, 0, 1) + hour * 3_600_000 - 60_000
        expect(todayOf(now)).toBe(clock.format(now))
      }
    })
  })
})

describe('weeksOf (U14)', () => {
  it('starts on the given weekday and has only days of the month (U14.6)', () => {
    expect(weeksOf('2026-02', 0)).toHaveLength(4)
    expect(weeksOf('2026-08', 1)).toHaveLength(6)
    expect(weeksOf('2026-11', 1)[0]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      '2026-11-01',
    ])
    fc.assert(
      fc.property(anyDay.map(monthOf), fc.nat(6), (month, firstWeekday) => {
        const weeks = weeksOf(month, firstWeekday)
        for (const week of weeks)
          week.forEach(
            (day, place) => day && expect((weekdayOf(day) - firstWeekday + 7) % 7).toBe(place),
          )
        const days = weeks.flat().filter((day) => day !== undefined)
        expect([days[0], days.at(-1)]).toEqual([`${month}-01`, lastDayOf(month)])
      }),
    )
  })
})

describe('clampMonth (U14)', () => {
  const rules = { min: '2026-03-10', max: '2026-06-20' }
  it('stops at the end months, one earlier for two months (U14.13)', () => {
    expect(
      ['2026-02', '2026-03', '2026-05', '2026-06', '2026-07'].map((month) =>
        clampMonth(month, { rules, months: 1 }),
      ),
    ).toEqual(['2026-03', '2026-03', '2026-05', '2026-06', '2026-06'])
    expect(
      ['2026-02', '2026-05', '2026-06'].map((month) => clampMonth(month, { rules, months: 2 })),
    ).toEqual(['2026-03', '2026-05', '2026-05'])
  })
  it('shows the only month and the next one (U14.14)', () => {
    expect(
      clampMonth('2027-01', { rules: { min: '2026-03-10', max: '2026-03-20' }, months: 2 }),
    ).toBe('2026-03')
  })
})

describe('moveDay (U14)', () => {
  const from = (
    day: string,
    key: string,
    more: { shift?: boolean; rtl?: boolean; firstWeekday?: number } = {},
  ) => moveDay(day, { key, shift: false, rtl: false, firstWeekday: 1, ...more })
  it('moves by days and weeks, mirrored in Arabic (U14.7)', () => {
    expect(
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => from('2026-03-01', key)),
    ).toEqual(['2026-02-28', '2026-03-02', '2026-02-22', '2026-03-08'])
    expect(
      ['ArrowLeft', 'ArrowRight'].map((key) => from('2026-03-01', key, { rtl: true })),
    ).toEqual(['2026-03-02', '2026-02-28'])
  })
  it('moves to the ends of the week by Home and End (U14.8)', () => {
    expect([from('2026-11-21', 'Home'), from('2026-11-21', 'End')]).toEqual([
      '2026-11-16',
      '2026-11-22',
    ])
    expect([
      from('2026-11-21', 'Home', { firstWeekday: 0 }),
      from('2026-11-21', 'End', { firstWeekday: 0 }),
    ]).toEqual(['2026-11-15', '2026-11-21'])
  })
  it('moves by months and with Shift by years, ignores other keys (U14.9)', () => {
    expect([from('2026-03-31', 'PageUp'), from('2026-01-31', 'PageDown')]).toEqual([
      '2026-02-28',
      '2026-02-28',
    ])
    expect([
      from('2024-02-29', 'PageUp', { shift: true }),
      from('2024-02-29', 'PageDown', { shift: true }),
    ]).toEqual(['2023-02-28', '2025-02-28'])
    expect(from('2026-01-01', 'a')).toBeUndefined()
  })
})

describe('calendar ends (U14)', () => {
  it('default to ten years before and after today (U14.10, spec 9.5)', () => {
    expect(withDefaultEnds('2026-11-21', {})).toMatchObject({
      min: '2016-11-21',
      max: '2036-11-21',
    })
    expect(
      withDefaultEnds('2026-11-21', { min: '2026-13-45', max: 'soon' }),
      'no days',
    ).toMatchObject({
      min: '2016-11-21',
      max: '2036-11-21',
    })
    expect(withDefaultEnds('2026-11-21', { max: '2026-11-30 12:00:00' })).toMatchObject({
      max: '2026-11-30 12:00:00',
    })
    expect(withDefaultEnds('2024-02-29', { min: '2024-01-01' })).toMatchObject({
      min: '2024-01-01',
      max: '2034-02-28',
    })
  })
  it('refuse a day with a reason and accept the ends (U14.11)', () => {
    const rules = withDefaultEnds('2026-11-21', {
      min: '2026-11-10',
      max: '2026-11-20',
      isDisabled: (day) => day === '2026-11-15',
    })
    expect(
      ['2026-11-09', '2026-11-10', '2026-11-15', '2026-11-20', '2026-11-21'].map((day) =>
        refusalOf(day, rules),
      ),
    ).toEqual(['early', undefined, 'disabled', undefined, 'late'])
    expect([
      clampDay('2026-01-01', rules),
      clampDay('2026-11-12', rules),
      clampDay('2027-01-01', rules),
    ]).toEqual(['2026-11-10', '2026-11-12', '2026-11-20'])
  })
  it('give the position of a day in a span (U14.12)', () => {
    const span = { from: '2026-11-10', to: '2026-11-12' }
    expect(
      ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'].map((day) =>
        positionInSpan(day, span),
      ),
    ).toEqual([undefined, 'start', 'inside', 'end', undefined])
    expect(positionInSpan('2026-11-10', { from: '2026-11-10', to: '2026-11-10' })).toBe('both')
    expect(positionInSpan('2026-11-10', undefined)).toBeUndefined()
  })
})

describe('calendar names (U14)', () => {
  it('start with the first weekday and fit their columns in every language (U14.15)', () => {
    for (const language of [
      'en',
      'ar',
      'de',
      'ja',
      'th',
      'vi',
      'uk',
      'pt-PT',
      'zh-TW',
      'uz-Latn',
    ]) {
      const { weekdays, firstWeekday } = calendarNamesOf(language)
      expect(weekdays.map((day) => day.index)).toEqual(
        Array.from({ length: 7 }, (_, place) => (firstWeekday + place) % 7),
      )
      for (const { short, long } of weekdays)
        expect([short.length <= 4, long.length >= short.length]).toEqual([true, true])
    }
  })
  it('are Gregorian with Latin digits in every language (U14.16)', () => {
    expect(
      [calendarNamesOf('th').month('2026-11'), calendarNamesOf('ar').month('2026-11')].every(
        (text) => text.includes('2026'),
      ),
    ).toBe(true)
    expect(calendarNamesOf('en').day('2026-11-21')).toBe('Saturday, November 21, 2026')
    expect(calendarNamesOf('en')).toBe(calendarNamesOf('en'))
  })
})
