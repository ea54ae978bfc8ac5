import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createServerClock } from './createServerClock.ts'

const START = 1_732_238_512_345

function setUp() {
  const clock = createManualClock(START)
  const serverClock = createServerClock({ clock })
  /** An exchange of `roundTrip` ms with a server whose clock is `ahead` of ours. */
  async function exchange({ ahead, roundTrip, skew = 0 }: { ahead: number; roundTrip: number; skew?: number }) {
    const sent = clock.now()
    await clock.advance(roundTrip)
    const received = clock.now()
    serverClock.sample({ sent, received, requestTime: String((sent + received) / 2 + ahead + skew) })
  }
  return { clock, serverClock, exchange }
}

describe('the server clock', () => {
  it('is the local clock before the first answer', () => {
    const { serverClock } = setUp()
    expect(serverClock.now()).toBe(START)
    expect(serverClock.offset()).toBe(0)
  })

  it('spec 3.16 wire 6 takes server time minus the middle of sent and received', () => {
    const { serverClock } = setUp()
    serverClock.sample({ sent: START, received: START + 100, requestTime: String(START + 5_050) })
    expect(serverClock.offset()).toBe(5_000)
    expect(serverClock.now()).toBe(START + 5_000)
  })

  it('wire 6 keeps the sample with the lowest round trip', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 5_000, roundTrip: 40 })
    await exchange({ ahead: 5_000, roundTrip: 2_000, skew: 900 })
    expect(serverClock.offset()).toBe(5_000)
  })

  it('wire 6 looks at the last eight samples only', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 1_000, roundTrip: 10 })
    for (let n = 0; n < 7; n++) await exchange({ ahead: 3_000, roundTrip: 20 })
    expect(serverClock.offset()).toBe(1_000)
    await exchange({ ahead: 3_000, roundTrip: 20 })
    expect(serverClock.offset()).toBe(3_000)
  })

  it('wire 6 drops a sample whose round trip is over 10 s, and keeps one of exactly 10 s', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 7_000, roundTrip: 10_001 })
    expect(serverClock.offset()).toBe(0)
    await exchange({ ahead: 7_000, roundTrip: 10_000 })
    expect(serverClock.offset()).toBe(7_000)
  })

  it.each([undefined, null, '', 'soon', '12.5', '1e3', '-5', Number.NaN, Infinity, {}])('wire 6 drops a request-time that is no number: %s', (requestTime) => {
    const { serverClock } = setUp()
    serverClock.sample({ sent: START, received: START + 10, requestTime })
    expect(serverClock.offset()).toBe(0)
  })

  it('drops an answer that came before it was asked', () => {
    const { serverClock } = setUp()
    serverClock.sample({ sent: START + 10, received: START, requestTime: String(START + 9_000) })
    expect(serverClock.offset()).toBe(0)
  })

  it('wire 6 caps the offset at 24 hours each way', () => {
    const { serverClock, clock } = setUp()
    serverClock.sample({ sent: START, received: START, requestTime: String(START + 400 * 3_600_000) })
    expect(serverClock.offset()).toBe(86_400_000)
    const other = createServerClock({ clock })
    other.sample({ sent: START, received: START, requestTime: '5' })
    expect(other.offset()).toBe(-86_400_000)
  })

  it('wire 6 samples anew once wall and monotonic clock part by over 1 s', async () => {
    const { serverClock, clock, exchange } = setUp()
    for (let n = 0; n < 8; n++) await exchange({ ahead: 0, roundTrip: 2 })
    clock.jump(-3_600_000)
    // Slow as it is, this sample is the only one that knows the new wall clock.
    await exchange({ ahead: 3_600_000, roundTrip: 900 })
    expect(serverClock.offset()).toBe(3_600_000)
  })

  it('wire 6 keeps its samples while the clocks part by a second or less', async () => {
    const { serverClock, clock, exchange } = setUp()
    await exchange({ ahead: 500, roundTrip: 2 })
    clock.jump(1_000)
    await exchange({ ahead: -500, roundTrip: 800 })
    expect(serverClock.offset()).toBe(500)
  })

  it('wire 6 is never further off than half the best round trip', () => {
    const trips = fc.array(fc.record({ out: fc.nat(4_000), back: fc.nat(4_000) }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(trips, fc.integer({ min: -3_600_000, max: 3_600_000 }), (journeys, ahead) => {
        const serverClock = createServerClock({ clock: createManualClock(START) })
        for (const { out, back } of journeys) serverClock.sample({ sent: START, received: START + out + back, requestTime: START + out + ahead })
        const best = Math.min(...journeys.map(({ out, back }) => out + back))
        expect(Math.abs(serverClock.offset() - ahead)).toBeLessThanOrEqual(best / 2)
      }),
    )
  })
})
