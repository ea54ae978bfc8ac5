import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createThrottle } from './createThrottle.ts'

describe('a throttle', () => {
  it('lets a key pass once in the interval and again at its end (Q8)', async () => {
    const clock = createManualClock()
    const throttle = createThrottle({ clock, intervalMs: 2_000 })
    expect(throttle.pass('a')).toBe(true)
    await clock.advance(1_999)
    expect(throttle.pass('a')).toBe(false)
    await clock.advance(1)
    expect(throttle.pass('a')).toBe(true)
  })

  it('counts keys apart', () => {
    const throttle = createThrottle({ clock: createManualClock(), intervalMs: 2_000 })
    expect(throttle.pass('a')).toBe(true)
    expect(throttle.pass('b')).toBe(true)
  })

  it('tells what passed without letting it pass', async () => {
    const clock = createManualClock()
    const throttle = createThrottle({ clock, intervalMs: 2_000 })
    expect(throttle.recent('a')).toBe(false)
    throttle.pass('a')
    expect(throttle.recent('a')).toBe(true)
    await clock.advance(2_000)
    expect(throttle.recent('a')).toBe(false)
  })

  it('is not misled by a wall clock that jumps (Q8)', () => {
    const clock = createManualClock()
    const throttle = createThrottle({ clock, intervalMs: 2_000 })
    throttle.pass('a')
    clock.jump(3_600_000)
    expect(throttle.pass('a')).toBe(false)
  })
})
