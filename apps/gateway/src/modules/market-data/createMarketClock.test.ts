import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMarketClock } from './createMarketClock.ts'

function setUp() {
  const clock = createManualClock(1_000)
  const marketClock = createMarketClock({ clock })
  const ran: number[] = []
  const tick = (): void => {
    marketClock.after(100, () => {
      ran.push(marketClock.monotonic())
      tick()
    })
  }
  tick()
  return { clock, marketClock, ran }
}

describe('the speed of the market (trading 5)', () => {
  it('is that of the clock at first', async () => {
    const { clock, ran } = setUp()
    await clock.advance(1_000)
    expect(ran).toHaveLength(10)
  })

  it('runs at the rate it is given, and ten times that', async () => {
    const clock = createManualClock(1_000)
    const marketClock = createMarketClock({ clock, rate: 0.25 })
    let ranAt: number | undefined
    marketClock.after(100, () => (ranAt = clock.monotonic()))
    await clock.advance(399)
    expect([ranAt, marketClock.monotonic()]).toEqual([undefined, 99.75])
    await clock.advance(1)
    expect([ranAt, marketClock.monotonic()]).toEqual([400, 100])
    marketClock.setSpeed('10')
    await clock.advance(100)
    expect(marketClock.monotonic()).toBe(350)
  })

  it('runs ten times as fast once set', async () => {
    const { clock, marketClock, ran } = setUp()
    await clock.advance(250)
    marketClock.setSpeed('10')
    await clock.advance(100)
    expect(ran).toHaveLength(12)
    expect(marketClock.monotonic()).toBe(1_250)
  })

  it('stands still while paused, and goes on where it stood', async () => {
    const { clock, marketClock, ran } = setUp()
    await clock.advance(150)
    marketClock.pause()
    await clock.advance(10_000)
    expect([ran.length, marketClock.monotonic(), marketClock.status()]).toEqual([
      1,
      150,
      { speed: '1', isPaused: true },
    ])
    marketClock.resume()
    await clock.advance(50)
    expect(ran).toEqual([100, 200])
  })

  it('goes on by a quarter of a second a step, and pauses', async () => {
    const { clock, marketClock, ran } = setUp()
    marketClock.step()
    expect(ran).toEqual([100, 200])
    await clock.advance(1_000)
    marketClock.step()
    expect([ran, marketClock.monotonic()]).toEqual([[100, 200, 300, 400, 500], 500])
  })

  it('keeps a cancelled timer from running', async () => {
    const clock = createManualClock()
    const marketClock = createMarketClock({ clock })
    let count = 0
    marketClock.after(10, () => count++).cancel()
    await clock.advance(100)
    expect(count).toBe(0)
  })

  it('leaves wall time alone', async () => {
    const { clock, marketClock } = setUp()
    marketClock.setSpeed('10')
    await clock.advance(500)
    expect(marketClock.now()).toBe(1_500)
  })
})
