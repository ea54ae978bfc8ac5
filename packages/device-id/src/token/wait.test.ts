import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { wait } from './wait.ts'

describe('wait', () => {
  it('resolves after the time', async () => {
    const clock = createManualClock()
    let done = false
    void wait(100, { clock, signal: new AbortController().signal }).then(() => (done = true))
    await clock.advance(99)
    expect(done).toBe(false)
    await clock.advance(1)
    expect(done).toBe(true)
  })

  it('resolves on abort and leaves no timer', async () => {
    const clock = createManualClock()
    const abort = new AbortController()
    const waiting = wait(100, { clock, signal: abort.signal })
    abort.abort()
    await waiting
    await wait(100, { clock, signal: abort.signal })
    expect(clock.pendingTimers()).toBe(0)
  })

  it('resolves when orUntil ends it, and unsubscribes', async () => {
    const clock = createManualClock()
    let end = () => {}
    let stopped = 0
    const waiting = wait(100, {
      clock,
      signal: new AbortController().signal,
      orUntil(finish) {
        end = finish
        return () => void stopped++
      },
    })
    end()
    await waiting
    expect([stopped, clock.pendingTimers()]).toEqual([1, 0])
  })
})
