import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_FORMAT,
  validateMoment,
  MOMENT_FORMAT,
  momentRefusal,
  parseMoment,
  parseTime,
  momentOfDay,
  TIME_FORMAT,
  type MomentRules,
} from './moment.ts'

const rules: MomentRules = {
  min: '2026-11-10',
  max: '2026-11-20',
  isDisabled: (day) => day === '2026-11-15',
  withTime: false,
}
const timed: MomentRules = { ...rules, min: '2026-11-10 09:30:00', withTime: true }

describe('parseMoment (U14)', () => {
  it.each([
    ['2026-11-21', '2026-11-21'],
    [' 2026-1-5 ', '2026-01-05'],
    ['2026/11/21', '2026-11-21'],
    ['2026.11.21', '2026-11-21'],
    ['٢٠٢٦-١١-٢١', '2026-11-21'],
    ['۲۰۲۶/۱۱/۲۱', '2026-11-21'],
    ['２０２６－１１－２１', '2026-11-21'],
    ['\u200f2026-11-21\u2069', '2026-11-21'],
    // Like text copied from a spreadsheet in a right-to-left language.
    ['\u202a2026-11-21\u202c', '2026-11-21'],
    ['\u202d2026-11-21\u202c', '2026-11-21'],
    ['๒๐๒๖-๑๑-๒๑', '2026-11-21'],
    ['२०२६/११/२१', '2026-11-21'],
    ['2026‑11‑21', '2026-11-21'],
    ['2026−11–21', '2026-11-21'],
    ['2026-11-21 10:20:30', '2026-11-21'],
  ])('reads %j as %s (U14.20)', (text, day) =>
    expect(parseMoment(text, { withTime: false })).toBe(day),
  )
  it('has the specified formats (U14.19)', () => {
    expect([DAY_FORMAT, TIME_FORMAT, MOMENT_FORMAT]).toEqual([
      'YYYY-MM-DD',
      'HH:mm:ss',
      'YYYY-MM-DD HH:mm:ss',
    ])
  })
  it.each([
    '',
    '2026',
    'x2026-11-21',
    '2026-11-215',
    '21-11-2026',
    '2026-02-29',
    '2026-11-31',
    '2026-11-21 25:00',
    '2026-11-21 10:00 x',
    'tomorrow',
    '0000-01-01',
    '\u202e12-11-6202',
    '2026-11-21T10:00Z',
    '20261121',
  ])('rejects %j (U14.21)', (text) => {
    expect(parseMoment(text, { withTime: false })).toBeUndefined()
  })
  it.each([
    ['2026-11-21 9:5', '2026-11-21 09:05:00'],
    ['2026-11-21  09:05', '2026-11-21 09:05:00'],
    ['2026-11-21T23:59:59', '2026-11-21 23:59:59'],
    ['2026-11-21', '2026-11-21 00:00:00'],
  ])('reads %j as %s with a time (U14.22)', (text, moment) =>
    expect(parseMoment(text, { withTime: true })).toBe(moment),
  )
  it.each([
    ['0:0', '00:00:00'],
    ['23:59:59', '23:59:59'],
    ['٩:٣٠', '09:30:00'],
    ['๙:๓๐', '09:30:00'],
    ['９：３０', '09:30:00'],
    ['24:00', undefined],
    ['12:60', undefined],
    ['12:00:60', undefined],
    ['noon', undefined],
    ['x10:00', undefined],
    ['10:00:000', undefined],
    ['12', undefined],
  ])('reads the time %j as %s (U14.23)', (text, time) => {
    expect(parseTime(text)).toBe(time)
  })
  it('round-trips values (U14.24)', () => {
    const part = (max: number) =>
      fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'))
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, part(23), part(59), part(59), (date, hours, minutes, seconds) => {
        const moment = `${date} ${hours}:${minutes}:${seconds}`
        expect(parseMoment(moment, { withTime: true })).toBe(moment)
        expect(parseMoment(date, { withTime: false })).toBe(date)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-/: T٣') }), (text) => {
        const read = parseMoment(text, { withTime: true })
        if (read !== undefined) expect(parseMoment(read, { withTime: true })).toBe(read)
      }),
    )
  })
})

describe('validateMoment (U14)', () => {
  it('accepts empty text and valid dates, gives reasons for others (U14.25)', () => {
    const reason = (text: string) => {
      const judged = validateMoment(text, rules)
      return judged.status === 'refused' ? judged.reason : judged.status
    }
    expect(
      ['', '  ', '2026-11-10', '2026-11-20', '2026-11-09', '2026-11-21', '2026-11-15', 'x'].map(
        reason,
      ),
    ).toEqual(['empty', 'empty', 'accepted', 'accepted', 'early', 'late', 'disabled', 'format'])
  })
  it('includes all seconds of an end that is a day (U14.26)', () => {
    expect(
      [
        '2026-11-10 09:29:59',
        '2026-11-10 09:30:00',
        '2026-11-20 23:59:59',
        '2026-11-21 00:00:00',
      ].map((moment) => momentRefusal(moment, timed)),
    ).toEqual(['early', undefined, undefined, 'late'])
    expect(momentRefusal('2026-11-20 18:00:01', { ...timed, max: '2026-11-20 18:00:00' })).toBe(
      'late',
    )
    expect(momentRefusal('2026-11-10', { ...timed, withTime: false })).toBeUndefined()
  })
  it("clamps a pressed day's time to the calendar's ends (U14.27)", () => {
    const placed = (day: string, time: string) =>
      momentOfDay(day, { ...timed, time, max: '2026-11-20 18:00:00' })
    expect([
      placed('2026-11-12', '08:00:00'),
      placed('2026-11-10', '08:00:00'),
      placed('2026-11-20', '23:59:59'),
    ]).toEqual(['2026-11-12 08:00:00', '2026-11-10 09:30:00', '2026-11-20 18:00:00'])
    expect(momentOfDay('2026-11-09', { ...rules, withTime: true, time: '08:00:00' })).toBe(
      '2026-11-10 00:00:00',
    )
    expect(momentOfDay('2026-11-12', { ...rules, time: '08:00:00' })).toBe('2026-11-12')
  })
})
