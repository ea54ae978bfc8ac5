import { createManualClock } from '@x/kit/testing'
import { expect, it } from 'vitest'
import { createThrottledRunner } from './createThrottledRunner.ts'

function setUp({ lasts = 0, undone = 0 } = {}) {
  const clock = createManualClock()
  const from = clock.monotonic()
  const ran: number[] = []
  const runner = createThrottledRunner({
    clock,
    everyMs: 3_000,
    async run() {
      ran.push(clock.monotonic() - from)
      if (lasts > 0) await new Promise<void>((resolve) => void clock.after(lasts, resolve))
      return undone-- > 0
    },
  })
  return { clock, ran, runner }
}

it('runs at once, and once for all triggers meanwhile', async () => {
  const { clock, ran, runner } = setUp()
  for (let step = 0; step < 40; step++) {
    runner.trigger()
    await clock.advance(250)
  }
  await clock.advance(60_000)
  expect(ran).toEqual([0, 3_000, 6_000, 9_000, 12_000])
  runner.trigger()
  await clock.advance(0)
  expect(ran).toHaveLength(6)
})

it('is never at it twice, and counts its time from the end', async () => {
  const { clock, ran, runner } = setUp({ lasts: 5_000 })
  runner.trigger()
  await clock.advance(1_000)
  runner.trigger()
  await clock.advance(60_000)
  expect(ran).toEqual([0, 8_000])
})

it('tries again what could not be done', async () => {
  const { clock, ran, runner } = setUp({ undone: 2 })
  runner.trigger()
  await clock.advance(60_000)
  expect(ran).toEqual([0, 3_000, 6_000])
})

it('does not run after it was stopped', async () => {
  const { clock, ran, runner } = setUp({ lasts: 1_000 })
  runner.trigger()
  await clock.advance(500)
  runner.trigger()
  runner.stop()
  await clock.advance(60_000)
  runner.trigger()
  await clock.advance(60_000)
  expect([ran, clock.pendingTimers()]).toEqual([[0], 0])
})

it('runs again after the pause where a run was rejected', async () => {
  const clock = createManualClock()
  let runs = 0
  const runner = createThrottledRunner({
    clock,
    everyMs: 3_000,
    async run() {
      if (++runs === 1) throw new TypeError('Failed to fetch')
      return false
    },
  })
  runner.trigger()
  await clock.advance(2_999)
  expect(runs).toBe(1)
  await clock.advance(1)
  expect(runs).toBe(2)
  runner.trigger()
  await clock.advance(3_000)
  expect(runs).toBe(3)
})
