import { createManualClock } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { silentLog } from '../../platform/log/Log.ts'
import { createHourlyPurge } from './hourlyPurge.ts'

const HOUR_MS = 3_600_000

it('goes on purging each hour after one purge failed (SL2)', async () => {
  const clock = createManualClock()
  let purged = 0
  const purge = async () => {
    purged += 1
    if (purged === 2) throw new Error('The database is away')
  }
  const hourly = createHourlyPurge({ clock, log: silentLog, purge })
  await hourly.start()
  for (let hour = 0; hour < 3; hour++) await clock.advance(HOUR_MS)
  expect(purged).toBe(4)
  hourly.stop()
  await clock.advance(HOUR_MS)
  expect(purged).toBe(4)
})
