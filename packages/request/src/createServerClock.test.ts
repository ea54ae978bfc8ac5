import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createServerClock } from './createServerClock.ts'

const START = 1_732_238_512_345

function setUp() {
  const clock = createManualClock(START)
  const serverClock = createServerClock({ clock })
  /** An exchange of `roundTrip` ms with a server whose clock is `ahead` ms ahead. */
  async function exchange({
    ahead,
    roundTrip,
    skew = 0,
  }: {
    ahead: number
    roundTrip: number
    skew?: number
  }) {
    const sent = clock.now()
    await clock.advance(roundTrip)
    const received = clock.now()
    serverClock.sample({
      sent,
      received,
      requestTime: String((sent + received) / 2 + ahead + skew),
    })
  }
  return { clock, serverClock, exchange }
}

describe('createServerClock', () => {
  it('equals the local clock before the first sample', () => {
    const { serverClock } = setUp()
    expect(serverClock.now()).toBe(START)
    expect(serverClock.offset()).toBe(0)
  })

  it('uses server time minus the midpoint of sent and received (spec 3.16, wire 6)', () => {
    const { serverClock } = setUp()
    serverClock.sample({ sent: START, received: START + 100, requestTime: String(START + 5_050) })
    expect(serverClock.offset()).toBe(5_000)
    expect(serverClock.now()).toBe(START + 5_000)
  })

  it('uses the sample with the lowest round trip (wire 6)', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 5_000, roundTrip: 40 })
    await exchange({ ahead: 5_000, roundTrip: 2_000, skew: 900 })
    expect(serverClock.offset()).toBe(5_000)
  })

  it('uses the last eight samples only (wire 6)', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 1_000, roundTrip: 10 })
    for (let n = 0; n < 7; n++) await exchange({ ahead: 3_000, roundTrip: 20 })
    expect(serverClock.offset()).toBe(1_000)
    await exchange({ ahead: 3_000, roundTrip: 20 })
    expect(serverClock.offset()).toBe(3_000)
  })

  it('ignores samples with a round trip over 10 s (wire 6)', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 7_000, roundTrip: 10_001 })
    expect(serverClock.offset()).toBe(0)
    await exchange({ ahead: 7_000, roundTrip: 10_000 })
    expect(serverClock.offset()).toBe(7_000)
  })

  it.each([undefined, null, '', 'soon', '12.5', '1e3', '-5', Number.NaN, Infinity, {}])(
    'ignores a request-time that is not a number: %s (wire 6)',
    (requestTime) => {
      const { serverClock } = setUp()
      serverClock.sample({ sent: START, received: START + 10, requestTime })
      expect(serverClock.offset()).toBe(0)
    },
  )

  it('ignores a sample received before it was sent', () => {
    const { serverClock } = setUp()
    serverClock.sample({ sent: START + 10, received: START, requestTime: String(START + 9_000) })
    expect(serverClock.offset()).toBe(0)
  })

  it('limits the offset to 24 hours each way (wire 6)', () => {
    const { serverClock, clock } = setUp()
    serverClock.sample({
      sent: START,
      received: START,
      requestTime: String(START + 400 * 3_600_000),
    })
    expect(serverClock.offset()).toBe(86_400_000)
    const other = createServerClock({ clock })
    other.sample({ sent: START, received: START, requestTime: '5' })
    expect(other.offset()).toBe(-86_400_000)
  })

  it('limits the monotonic correction to 24 hours (wire 6)', async () => {
    const { serverClock, clock, exchange } = setUp()
    await exchange({ ahead: 5_000, roundTrip: 10 })
    clock.jump(-48 * 3_600_000)
    expect(serverClock.offset()).toBe(86_400_000)
  })

  it('discards samples once wall and monotonic clocks differ by over 1 s (wire 6)', async () => {
    const { serverClock, clock, exchange } = setUp()
    for (let n = 0; n < 8; n++) await exchange({ ahead: 0, roundTrip: 2 })
    clock.jump(-3_600_000)
    // This slow sample is the only one taken with the new wall clock.
    await exchange({ ahead: 3_600_000, roundTrip: 900 })
    expect(serverClock.offset()).toBe(3_600_000)
  })

  it('keeps samples while the clocks differ by up to 1 s (wire 6)', async () => {
    const { serverClock, clock, exchange } = setUp()
    await exchange({ ahead: 500, roundTrip: 2 })
    clock.jump(1_000)
    await exchange({ ahead: -500, roundTrip: 800 })
    expect(serverClock.offset()).toBe(500)
  })

  it.each([-12 * 3_600_000, -1_001])(
    'compensates a wall clock set back by %i ms (wire 6)',
    async (ms) => {
      const { serverClock, clock, exchange } = setUp()
      await exchange({ ahead: 5_000, roundTrip: 10 })
      clock.jump(ms)
      await clock.advance(90_000)
      expect(serverClock.now()).toBe(START + 10 + 90_000 + 5_000)
      expect(serverClock.offset()).toBe(5_000 - ms)
    },
  )

  it.each([12 * 3_600_000, 1_001])(
    'uses the wall clock after a sleep of %i ms (wire 6)',
    async (ms) => {
      const { serverClock, clock, exchange } = setUp()
      await exchange({ ahead: 5_000, roundTrip: 10 })
      clock.jump(ms)
      expect(serverClock.now()).toBe(START + 10 + ms + 5_000)
    },
  )

  it('uses the wall clock before the first sample (wire 6)', () => {
    const { serverClock, clock } = setUp()
    clock.jump(3_600_000)
    expect(serverClock.now()).toBe(START + 3_600_000)
  })

  it('stays accurate after any backward wall clock changes (wire 6)', async () => {
    const step = fc.record({
      jump: fc.integer({ min: -16_000_000, max: 16_000_000 }),
      wait: fc.nat(600_000),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -3_600_000, max: 3_600_000 }),
        async (steps, ahead) => {
          const { serverClock, clock, exchange } = setUp()
          await exchange({ ahead, roundTrip: 0 })
          for (const { jump, wait } of steps) {
            clock.jump(jump)
            await clock.advance(wait)
          }
          const parted = steps.reduce((sum, { jump }) => sum + jump, 0)
          const server = START + clock.monotonic() + ahead
          fc.pre(parted <= 1_000)
          expect(Math.abs(serverClock.now() - server)).toBeLessThanOrEqual(
            parted < -1_000 ? 0 : 1_000,
          )
        },
      ),
    )
  })

  it('replaces a wrong sample by that of a time refusal (wire 7)', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 900_000, roundTrip: 2 })
    await exchange({ ahead: 0, roundTrip: 400 })
    expect(serverClock.offset()).toBe(900_000)
    serverClock.reset()
    expect(serverClock.offset()).toBe(0)
  })

  it('uses the next sample when the refusal contained no time (wire 7)', async () => {
    const { serverClock, exchange } = setUp()
    await exchange({ ahead: 900_000, roundTrip: 2 })
    serverClock.sample({ sent: START, received: START + 1, requestTime: undefined })
    serverClock.reset()
    expect(serverClock.offset()).toBe(900_000)
    await exchange({ ahead: 0, roundTrip: 9_000 })
    expect(serverClock.offset()).toBe(0)
  })

  it('keeps the correction until the next sample after a refusal (wire 7)', async () => {
    const { serverClock, clock, exchange } = setUp()
    await exchange({ ahead: 5_000, roundTrip: 2 })
    clock.jump(-12 * 3_600_000)
    serverClock.sample({ sent: clock.now(), received: clock.now(), requestTime: undefined })
    serverClock.reset()
    await clock.advance(60_000)
    expect(serverClock.now()).toBe(START + 2 + 60_000 + 5_000)
    await exchange({ ahead: 12 * 3_600_000 + 7_000, roundTrip: 9_000 })
    expect(serverClock.offset()).toBe(12 * 3_600_000 + 7_000)
  })

  it('uses the wall clock after a refusal before any sample (wire 7)', () => {
    const { serverClock, clock } = setUp()
    serverClock.reset()
    clock.jump(-3_600_000)
    expect(serverClock.now()).toBe(START - 3_600_000)
  })

  it('is accurate within half the best round trip after a refusal (wire 7)', () => {
    const trip = fc.record({ out: fc.nat(4_000), back: fc.nat(4_000) })
    const wrong = fc.record({
      roundTrip: fc.nat(10_000),
      ahead: fc.integer({ min: -86_400_000, max: 86_400_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(wrong, { maxLength: 10 }),
        fc.array(trip, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: -3_600_000, max: 3_600_000 }),
        (wrongSamples, journeys, ahead) => {
          const serverClock = createServerClock({ clock: createManualClock(START) })
          for (const wrong of wrongSamples)
            serverClock.sample({
              sent: START,
              received: START + wrong.roundTrip,
              requestTime: START + wrong.ahead,
            })
          journeys.forEach(({ out, back }, index) => {
            serverClock.sample({
              sent: START,
              received: START + out + back,
              requestTime: START + out + ahead,
            })
            if (index === 0) serverClock.reset()
          })
          const best = Math.min(...journeys.map(({ out, back }) => out + back))
          expect(Math.abs(serverClock.offset() - ahead)).toBeLessThanOrEqual(best / 2)
        },
      ),
    )
  })

  it('is accurate within half the best round trip (wire 6)', () => {
    const trips = fc.array(fc.record({ out: fc.nat(4_000), back: fc.nat(4_000) }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(trips, fc.integer({ min: -3_600_000, max: 3_600_000 }), (journeys, ahead) => {
        const serverClock = createServerClock({ clock: createManualClock(START) })
        for (const { out, back } of journeys)
          serverClock.sample({
            sent: START,
            received: START + out + back,
            requestTime: START + out + ahead,
          })
        const best = Math.min(...journeys.map(({ out, back }) => out + back))
        expect(Math.abs(serverClock.offset() - ahead)).toBeLessThanOrEqual(best / 2)
      }),
    )
  })
})
