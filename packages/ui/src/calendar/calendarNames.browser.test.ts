import { describe, expect, it } from 'vitest'
import { calendarNamesOf } from './useCalendarNames.ts'

const ENGLISH = calendarNamesOf('en')
/** The languages of the platform by their page tags. */
const TAGS = [
  'bg',
  'ja',
  'vi',
  'ru',
  'es',
  'tr',
  'it',
  'fr',
  'de',
  'zh-Hans-CN',
  'zh-Hant-TW',
  'zh-Hant',
  'pt-BR',
  'id',
  'th',
  'pl',
  'uk',
  'pt-PT',
  'es-ES',
  'uz-Latn',
  'ar',
  'fil-PH',
  'es-AR',
]

describe('calendar names in the browser (U14)', () => {
  it.each(TAGS)('are in the language for %s, whatever the browser supports (U14.89)', (tag) => {
    const words = calendarNamesOf(tag)
    const march = words.month('2026-03')
    expect(march).toContain('2026')
    expect(march).not.toMatch(/M\d\d/)
    expect(march).not.toBe(ENGLISH.month('2026-03'))
    expect(
      words.weekdays
        .map(({ long }) => long)
        .filter((long) => ENGLISH.weekdays.some((day) => day.long === long)),
    ).toEqual([])
  })

  it.each(['uz', 'uz-Latn', 'uz-UZ'])('match CLDR for %s (U14.90)', (tag) => {
    const words = calendarNamesOf(tag)
    expect([words.month('2026-11'), words.day('2026-11-21'), words.firstWeekday]).toEqual([
      'noyabr, 2026',
      'shanba, 21-noyabr, 2026',
      1,
    ])
    expect(words.weekdays.map(({ short, long }) => `${short} ${long}`)).toEqual([
      'Dush dushanba',
      'Sesh seshanba',
      'Chor chorshanba',
      'Pay payshanba',
      'Jum juma',
      'Shan shanba',
      'Yak yakshanba',
    ])
  })
})
