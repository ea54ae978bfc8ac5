import { describe, expect, it } from 'vitest'
import { readTimeZone, TIME_ZONES } from './timeZones.ts'

describe('the time zone of the chart (spec 3)', () => {
  it('is one that every browser knows', () => {
    for (const timeZone of TIME_ZONES)
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  })
  it("uses the device's zone unless a valid one is stored", () => {
    expect([readTimeZone(undefined), readTimeZone('Mars/Olympus'), readTimeZone('UTC')]).toEqual([
      undefined,
      undefined,
      'UTC',
    ])
  })
})
