import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createThrottle } from './createThrottle.ts'

describe('createThrottle', () => {
  it('passes a key once per interval (Q8)', async () => {
    const clock = createManualClock()
    const throttle = createThrottle({ clock, intervalMs: 2_000 })
    expect(throttle.pass('a')).toBe(true)
    await clock.advance(1_999)
    expect(throttle.pass('a')).toBe(false)
    await clock.advance(1)
    expect(throttle.pass('a')).toBe(true)
  })

  it('throttles keys separately', () => {
    const throttle = createThrottle({ clock: createManualClock(), intervalMs: 2_000 })
    expect(throttle.pass('a')).toBe(true)
    expect(throttle.pass('b')).toBe(true)
  })

  it('reports recent keys without passing them', async () => {
    const clock = createManualClock()
    const throttle = createThrottle({ clock, intervalMs: 2_000 })
    expect(throttle.recent('a')).toBe(false)
    throttle.pass('a')
    expect(throttle.recent('a')).toBe(true)
    await clock.advance(2_000)
    expect(throttle.recent('a')).toBe(false)
  })

  it('ignores wall clock jumps (Q8)', () => {
    const clock = createManualClock()
    const throttle = createThrottle({ clock, intervalMs: 2_000 })
    throttle.pass('a')
    clock.jump(3_600_000)
    expect(throttle.pass('a')).toBe(false)
  })
})
