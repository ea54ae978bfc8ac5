import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMarketClock } from './createMarketClock.ts'

function setUp() {
  const clock = createManualClock(1_000)
  const paced = createMarketClock({ clock })
  const ran: number[] = []
  const tick = (): void => {
    paced.after(100, () => {
      ran.push(paced.monotonic())
      tick()
    })
  }
  tick()
  return { clock, paced, ran }
}

describe('the pace of the market (trading 5)', () => {
  it('is that of the clock at first', async () => {
    const { clock, ran } = setUp()
    await clock.advance(1_000)
    expect(ran).toHaveLength(10)
  })

  it('is ten times as fast when it is told so, from that moment on', async () => {
    const { clock, paced, ran } = setUp()
    await clock.advance(250)
    paced.setSpeed('10')
    await clock.advance(100)
    expect(ran).toHaveLength(12)
    expect(paced.monotonic()).toBe(1_250)
  })

  it('stands still while paused, and goes on where it stood', async () => {
    const { clock, paced, ran } = setUp()
    await clock.advance(150)
    paced.pause()
    await clock.advance(10_000)
    expect([ran.length, paced.monotonic(), paced.pace()]).toEqual([
      1,
      150,
      { speed: '1', isPaused: true },
    ])
    paced.resume()
    await clock.advance(50)
    expect(ran).toEqual([100, 200])
  })

  it('goes on by a quarter of a second a step, and pauses', async () => {
    const { clock, paced, ran } = setUp()
    paced.step()
    expect(ran).toEqual([100, 200])
    await clock.advance(1_000)
    paced.step()
    expect([ran, paced.monotonic()]).toEqual([[100, 200, 300, 400, 500], 500])
  })

  it('keeps a cancelled timer from running', async () => {
    const clock = createManualClock()
    const paced = createMarketClock({ clock })
    let count = 0
    paced.after(10, () => count++).cancel()
    await clock.advance(100)
    expect(count).toBe(0)
  })

  it('leaves wall time alone', async () => {
    const { clock, paced } = setUp()
    paced.setSpeed('10')
    await clock.advance(500)
    expect(paced.now()).toBe(1_500)
  })
})
