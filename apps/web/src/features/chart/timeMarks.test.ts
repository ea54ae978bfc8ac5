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
