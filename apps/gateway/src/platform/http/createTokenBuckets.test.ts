import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createTokenBuckets } from './createTokenBuckets.ts'

const RATE = { perSecond: 10, burst: 3 }

describe('token buckets (SR5)', () => {
  it('give a burst, then one token at a time (SR5)', async () => {
    const clock = createManualClock()
    const { take } = createTokenBuckets({ clock })
    expect([take('ann', RATE), take('ann', RATE), take('ann', RATE), take('ann', RATE)]).toEqual([
      0, 0, 0, 100,
    ])
    await clock.advance(50)
    expect(take('ann', RATE)).toBe(50)
    await clock.advance(50)
    expect([take('ann', RATE), take('ann', RATE)]).toEqual([0, 100])
  })

  it('keep accounts apart (SR5)', () => {
    const { take } = createTokenBuckets({ clock: createManualClock() })
    for (let count = 0; count < 3; count++) take('ann', RATE)
    expect([take('ann', RATE), take('bob', RATE)]).toEqual([100, 0])
  })

  it('never hold more than a burst (SR5)', async () => {
    const clock = createManualClock()
    const { take } = createTokenBuckets({ clock })
    take('ann', RATE)
    await clock.advance(3_600_000)
    expect([1, 2, 3, 4].map(() => take('ann', RATE))).toEqual([0, 0, 0, 100])
  })

  it('forget buckets that are full again (SR5)', async () => {
    const clock = createManualClock()
    const { take, size } = createTokenBuckets({ clock })
    for (let nth = 0; nth < 10_000; nth++) take(`user${nth}`, RATE)
    expect(size()).toBe(10_000)
    await clock.advance(1_000)
    take('ann', RATE)
    expect(size()).toBe(1)
  })

  it('go by the monotonic clock, not the wall (SR5)', () => {
    const clock = createManualClock()
    const { take } = createTokenBuckets({ clock })
    for (let count = 0; count < 3; count++) take('ann', RATE)
    clock.jump(86_400_000)
    expect(take('ann', RATE)).toBe(100)
  })
})
