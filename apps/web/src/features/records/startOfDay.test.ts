import { dateFormat } from './startOfDay.setup.ts'
import { describe, expect, it } from 'vitest'
import { startOfDay } from './startOfDay.ts'

const ZONES = [
  'UTC',
  'Asia/Tokyo',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'America/Santiago',
  'Africa/Cairo',
]

describe('where a reader’s day begins', () => {
  it.each(ZONES)('starts the day exactly at its first moment: %s', (timeZone) => {
    const dayOf = dateFormat(timeZone)
    for (let at = Date.UTC(2026, 0, 1, 12); at < Date.UTC(2027, 0, 1); at += 5 * 86_400_000) {
      const day = dayOf(at)
      const start = startOfDay(day, { dayOf }) ?? 0
      expect([dayOf(start), dayOf(start - 1) < day]).toEqual([day, true])
    }
  })
  it('is one o’clock where clocks are put forward at midnight', () => {
    // Chile, 6 September 2026: 24:00 of the 5th is 01:00 of the 6th, 04:00 UTC.
    expect(startOfDay('2026-09-06', { dayOf: dateFormat('America/Santiago') })).toBe(
      Date.UTC(2026, 8, 6, 4),
    )
  })
  it('counts days later, over the end of a month', () => {
    expect(startOfDay('2026-02-28', { days: 1, dayOf: dateFormat('UTC') })).toBe(
      Date.UTC(2026, 2, 1),
    )
  })
  it('is nowhere for what is no day', () => {
    expect(startOfDay('2026-13-40', { dayOf: dateFormat('UTC') })).toBeUndefined()
  })
})
