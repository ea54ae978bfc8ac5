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
