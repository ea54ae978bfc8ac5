import { describe, expect, it } from 'vitest'
import { createZoneOffset, timeMarks } from './timeMarks.ts'

const HOUR = 3_600_000
const start = Date.UTC(2026, 10, 22, 11, 45)

const barsOf = ({
  length,
  count = 120,
  gap = 10,
}: {
  length: number
  count?: number
  gap?: number
}) =>
  Array.from({ length: count }, (_, index) => ({
    timestamp: start + index * length,
    x: index * gap,
  }))

describe('marks of a time axis', () => {
  it('stands on round times and marks the day', () => {
    const marks = timeMarks(barsOf({ length: 15 * 60_000 }), { offsetAt: createZoneOffset('UTC') })
    expect(
      marks.map(({ timestamp, kind }) => [new Date(timestamp).toISOString().slice(5, 16), kind]),
    ).toEqual([
      ['11-22T12:00', 'time'],
      ['11-22T15:00', 'time'],
      ['11-22T18:00', 'time'],
      ['11-22T21:00', 'time'],
      ['11-23T00:00', 'day'],
      ['11-23T03:00', 'time'],
      ['11-23T06:00', 'time'],
      ['11-23T09:00', 'time'],
      ['11-23T12:00', 'time'],
      ['11-23T15:00', 'time'],
    ])
  })

  it('begins a day at midnight of the chosen zone', () => {
    const marks = timeMarks(barsOf({ length: 15 * 60_000 }), {
      offsetAt: createZoneOffset('Asia/Tokyo'),
    })
    const day = marks.find(({ kind }) => kind === 'day')
    expect(new Date(day?.timestamp ?? 0).toISOString()).toBe('2026-11-22T15:00:00.000Z')
  })

  it('keeps marks apart at every interval and width of a bar', () => {
    const lengths = [1_000, 60_000, 300_000, HOUR, 4 * HOUR, 24 * HOUR, 168 * HOUR]
    for (const length of lengths)
      for (const gap of [2, 6, 10, 40]) {
        const marks = timeMarks(barsOf({ length, gap, count: 300 }), {
          offsetAt: createZoneOffset('UTC'),
        })
        const distances = marks.slice(1).map(({ x }, index) => x - (marks[index]?.x ?? 0))
        expect(Math.min(...distances, 64), `${length} ms at ${gap} px`).toBeGreaterThanOrEqual(64)
      }
  })
})

describe('marks of long intervals', () => {
  const day = 24 * HOUR
  const kindsOf = ({ length, gap }: { length: number; gap: number }) =>
    timeMarks(barsOf({ length, gap, count: 200 }), { offsetAt: createZoneOffset('UTC') })

  it('are months and years where days would be too close', () => {
    const marks = kindsOf({ length: day, gap: 4 })
    expect(
      marks.map(({ timestamp, kind }) => [new Date(timestamp).toISOString().slice(0, 10), kind]),
    ).toEqual([
      ['2026-12-01', 'month'],
      ['2027-01-01', 'year'],
      ['2027-02-01', 'month'],
      ['2027-03-01', 'month'],
      ['2027-04-01', 'month'],
      ['2027-05-01', 'month'],
      ['2027-06-01', 'month'],
    ])
  })

  it('are every day and noon for four hours on wide bars', () => {
    const kinds = new Set(kindsOf({ length: 4 * HOUR, gap: 40 }).map(({ kind }) => kind))
    expect(kinds).toContain('day')
    expect(kinds.size).toBeGreaterThanOrEqual(2)
  })

  it('are seconds for candles of a second', () => {
    const marks = kindsOf({ length: 1_000, gap: 14 })
    expect(marks.every(({ timestamp }) => timestamp % 5_000 === 0)).toBe(true)
  })

  it('are none of a single candle', () => {
    expect(timeMarks(barsOf({ length: day, count: 1 }), { offsetAt: () => 0 })).toEqual([])
  })

  it('follow the change of the clocks', () => {
    const offsetAt = createZoneOffset('Europe/Berlin')
    expect(offsetAt(Date.UTC(2026, 2, 29, 0, 30)) / HOUR).toBe(1)
    expect(offsetAt(Date.UTC(2026, 2, 29, 1, 30)) / HOUR).toBe(2)
    expect(offsetAt(Date.UTC(2026, 9, 25, 1, 30)) / HOUR).toBe(1)
  })
})

describe('the offset of a zone', () => {
  const winter = Date.UTC(2026, 0, 15, 12)
  const summer = Date.UTC(2026, 6, 15, 12)
  it.each([
    ['UTC', 0, 0],
    ['Asia/Kolkata', 5.5, 5.5],
    ['Asia/Kathmandu', 5.75, 5.75],
    ['America/New_York', -5, -4],
    ['America/Sao_Paulo', -3, -3],
    ['Europe/London', 0, 1],
    ['Australia/Sydney', 11, 10],
  ])('is known for %s: %d hours in January, %d in July', (zone, inWinter, inSummer) => {
    const offsetAt = createZoneOffset(zone)
    expect([offsetAt(winter) / HOUR, offsetAt(summer) / HOUR]).toEqual([inWinter, inSummer])
  })

  it('holds within an hour and across midnight', () => {
    const offsetAt = createZoneOffset('Asia/Tokyo')
    const midnight = Date.UTC(2026, 11, 31, 15)
    expect([midnight - 1, midnight, midnight + HOUR - 1].map(offsetAt)).toEqual([
      9 * HOUR,
      9 * HOUR,
      9 * HOUR,
    ])
  })
})

describe('marks at the borders of calendars', () => {
  const marksOf = (
    timestamps: readonly number[],
    { gap = 100, zone = 'UTC' }: { readonly gap?: number; readonly zone?: string } = {},
  ) =>
    timeMarks(
      timestamps.map((timestamp, index) => ({ timestamp, x: index * gap })),
      { offsetAt: createZoneOffset(zone) },
    ).map(({ timestamp, kind }) => [new Date(timestamp).toISOString().slice(0, 16), kind])
  const hours = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => from + index * HOUR)

  it('name the year before the month and the day', () => {
    expect(marksOf(hours(Date.UTC(2026, 11, 31, 23), 3))).toEqual([
      ['2027-01-01T00:00', 'year'],
      ['2027-01-01T01:00', 'time'],
    ])
  })

  it('name the month before the day', () => {
    expect(marksOf(hours(Date.UTC(2026, 1, 28, 23), 3))).toEqual([
      ['2026-03-01T00:00', 'month'],
      ['2026-03-01T01:00', 'time'],
    ])
  })

  it('begin the year with midnight of the zone', () => {
    expect(marksOf(hours(Date.UTC(2026, 11, 31, 14), 3), { zone: 'Asia/Tokyo' })).toEqual([
      ['2026-12-31T15:00', 'year'],
      ['2026-12-31T16:00', 'time'],
    ])
  })

  it('stand on whole hours of a zone half an hour off', () => {
    const halves = Array.from({ length: 4 }, (_, at) => Date.UTC(2026, 5, 1, 6) + at * (HOUR / 2))
    const marks = marksOf(halves, { zone: 'Asia/Kolkata', gap: 40 })
    expect(marks).toEqual([
      ['2026-06-01T06:30', 'time'],
      ['2026-06-01T07:30', 'time'],
    ])
  })

  it('mark a day that has no candle at midnight', () => {
    const day = Date.UTC(2026, 5, 1)
    expect(marksOf([day + 22 * HOUR, day + 30 * HOUR, day + 31 * HOUR])).toEqual([
      ['2026-06-02T06:00', 'day'],
      ['2026-06-02T07:00', 'time'],
    ])
  })

  it('prefer days to hours where both would be too close', () => {
    const fourHours = Array.from({ length: 13 }, (_, at) => Date.UTC(2026, 5, 1) + at * 4 * HOUR)
    expect(marksOf(fourHours, { gap: 12 })).toEqual([
      ['2026-06-02T00:00', 'day'],
      ['2026-06-03T00:00', 'day'],
    ])
  })

  it('keep those days that have space where not all do', () => {
    const days = Array.from({ length: 7 }, (_, at) => Date.UTC(2026, 5, 1) + at * 24 * HOUR)
    expect(marksOf(days, { gap: 30 })).toEqual([
      ['2026-06-02T00:00', 'day'],
      ['2026-06-05T00:00', 'day'],
    ])
  })

  it('stand as near to each other as their labels allow', () => {
    const day = Date.UTC(2026, 5, 1, 12)
    expect(marksOf(hours(day, 4), { gap: 64 })).toHaveLength(3)
    expect(marksOf(hours(day, 4), { gap: 63 })).toEqual([['2026-06-01T15:00', 'time']])
  })

  it('are none without candles', () => {
    expect(marksOf([])).toEqual([])
  })
})
