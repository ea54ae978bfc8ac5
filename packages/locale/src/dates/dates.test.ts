import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '../locales/localeTable.ts'
import { dateFields } from './dateFields.ts'
import { formatAge } from './formatAge.ts'
import {
  DATE_STYLES,
  type DateStyle,
  formatDate,
  formatDateWith,
  formatTimestamp,
} from './formatDate.ts'
import { isTimeZone, resolveTimeZone } from './timeZone.ts'

/** 2026-11-05T21:04:09Z, the next morning in Tokyo. */
const EVENING = Date.UTC(2026, 10, 5, 21, 4, 9)
const NOT_TIMES = [Number.NaN, Number.POSITIVE_INFINITY, -8.7e15]

describe('timestamps', () => {
  it('writes year-month-day and hour:minute:second, in every language (spec 9.9)', () => {
    const all = (['date', 'time', 'minute', 'dateTime'] as const).map((style) =>
      formatTimestamp(EVENING, { timeZone: 'UTC', style }),
    )
    expect(all).toEqual(['2026-11-05', '21:04:09', '2026-11-05 21:04', '2026-11-05 21:04:09'])
  })

  it('follows the stored time zone, across midnight and half-hour offsets', () => {
    const at = (timeZone: string) => formatTimestamp(EVENING, { timeZone })
    expect([at('Asia/Tokyo'), at('America/New_York'), at('Asia/Kolkata'), at('+05:45')]).toEqual([
      '2026-11-06 06:04:09',
      '2026-11-05 16:04:09',
      '2026-11-06 02:34:09',
      '2026-11-06 02:49:09',
    ])
  })

  it('writes midnight as hour 00 of the new day', () => {
    expect(formatTimestamp(Date.UTC(2026, 0, 1), { timeZone: 'UTC' })).toBe('2026-01-01 00:00:00')
  })

  it("uses the zone's hour when a clock change repeats or skips it", () => {
    const berlin = (at: number) =>
      formatTimestamp(at, { timeZone: 'Europe/Berlin', style: 'minute' })
    expect([
      berlin(Date.UTC(2026, 2, 29, 0, 59)),
      berlin(Date.UTC(2026, 2, 29, 1, 0)),
      berlin(Date.UTC(2026, 9, 25, 0, 30)),
      berlin(Date.UTC(2026, 9, 25, 1, 30)),
    ]).toEqual(['2026-03-29 01:59', '2026-03-29 03:00', '2026-10-25 02:30', '2026-10-25 02:30'])
  })

  it('equals the ISO form in UTC', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(formatTimestamp(seconds * 1000, { timeZone: 'UTC' })).toBe(
          new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '),
        )
      }),
    )
  })

  it('returns the double dash for an invalid time', () => {
    for (const at of NOT_TIMES)
      expect([
        formatTimestamp(at),
        formatDate(at, { locale: 'de' }),
        formatDate(at, { locale: 'uz' }),
      ]).toEqual(['--', '--', '--'])
  })

  it('knows the weekday', () => {
    expect(
      [0, 1, 2, 3, 4, 5, 6].map((day) => dateFields(Date.UTC(2026, 10, 1 + day), 'UTC').weekday),
    ).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})

describe('dates in prose', () => {
  it('follow the order and the words of the language', () => {
    const date = (locale: 'de' | 'ja' | 'en-GB' | 'pl', style: DateStyle) =>
      formatDate(EVENING, { locale, timeZone: 'UTC', style })
    expect([
      date('de', 'longDate'),
      date('ja', 'longDate'),
      date('en-GB', 'date'),
      date('pl', 'longDate'),
    ]).toEqual(['5. November 2026', '2026年11月5日', '5 Nov 2026', '5 listopada 2026'])
  })

  it('follow the stored time zone', () => {
    expect(formatDate(EVENING, { locale: 'de', timeZone: 'Asia/Tokyo', style: 'longDate' })).toBe(
      '6. November 2026',
    )
  })

  it('show Thai and Arabic years as Gregorian, in Latin digits (locale Tags)', () => {
    for (const locale of ['th', 'ar'] as const)
      expect(formatDate(EVENING, { locale, timeZone: 'UTC', style: 'date' })).toMatch(/2026/)
  })

  it('name every style in every language, no two alike within a language', () => {
    for (const locale of LOCALES) {
      const texts = (Object.keys(DATE_STYLES) as DateStyle[]).map((style) =>
        formatDate(EVENING, { locale, timeZone: 'UTC', style }),
      )
      expect(
        texts.every((text) => /\d/.test(text)),
        locale,
      ).toBe(true)
      // Some languages have one form for the medium and the long date.
      expect(new Set(texts).size, locale).toBeGreaterThanOrEqual(4)
    }
  })

  it('Uzbek is written from its own data (locale Tags)', () => {
    const uzbek = (options: Intl.DateTimeFormatOptions) =>
      formatDateWith(EVENING, { locale: 'uz', timeZone: 'UTC', options })
    expect([
      uzbek({ dateStyle: 'short' }),
      uzbek({ dateStyle: 'medium' }),
      uzbek({ dateStyle: 'full' }),
      uzbek({ timeStyle: 'medium' }),
      uzbek({ dateStyle: 'long', timeStyle: 'short' }),
      uzbek({ month: 'short', day: 'numeric' }),
    ]).toEqual([
      '05/11/26',
      '5-noy, 2026',
      'payshanba, 5-noyabr, 2026',
      '21:04:09',
      '5-noyabr, 2026, 21:04',
      '5-noy',
    ])
  })

  it('Uzbek options without data of our own go to the platform', () => {
    expect(
      formatDateWith(EVENING, { locale: 'uz', timeZone: 'UTC', options: { year: 'numeric' } }),
    ).toContain('2026')
    expect(
      formatDateWith(EVENING, { locale: 'uz', timeZone: 'UTC', options: { timeStyle: 'full' } }),
    ).toMatch(/21:04:09/)
  })
})

describe('ages', () => {
  const age = (seconds: number, locale: 'en' | 'de' | 'uz' | 'ru' = 'en') =>
    formatAge(EVENING - seconds * 1000, { now: EVENING, locale })

  it('use the largest whole unit', () => {
    expect(
      [0, 59, 60, 3599, 3600, 86_400, 2_592_000, 31_536_000].map(
        (seconds) => age(seconds).replace(/\D+/, ' ').trim().split(' ')[0],
      ),
    ).toEqual(['0', '59', '1', '59', '1', '1', '1', '1'])
    expect([age(86_400 * 2), age(3600 * 3)]).toEqual(['2 days ago', '3 hr. ago'])
  })

  it('describes a future moment as future', () => {
    expect([age(-86_400 * 2), age(-86_400 * 2, 'uz')]).toEqual(['in 2 days', '2 kundan keyin'])
  })

  it('follow the language', () => {
    expect([age(86_400 * 2, 'de'), age(86_400 * 2, 'ru'), age(180, 'uz'), age(0, 'uz')]).toEqual([
      'vor 2 Tagen',
      '2 дн. назад',
      '3 daqiqa oldin',
      '0 soniya oldin',
    ])
  })

  it('never shows an age in the future', () => {
    expect(age(-0.4)).toBe(age(0.4))
  })

  it('return the double dash for an invalid time', () => {
    expect(formatAge(Number.NaN, { now: EVENING, locale: 'en' })).toBe('--')
  })
})

describe('time zones', () => {
  it('takes the stored zone where the platform knows it', () => {
    expect([resolveTimeZone('Asia/Tokyo'), resolveTimeZone('UTC')]).toEqual(['Asia/Tokyo', 'UTC'])
  })

  it("uses the host's zone if the stored one is missing or unknown", () => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    for (const stored of [undefined, null, '', 'Mars/Olympus', '+25:00'])
      expect(resolveTimeZone(stored)).toBe(own)
  })

  it('distinguishes a time zone from a word', () => {
    expect([
      isTimeZone('Europe/Berlin'),
      isTimeZone('+05:45'),
      isTimeZone('Berlin'),
      isTimeZone(''),
    ]).toEqual([true, true, false, false])
  })
})
