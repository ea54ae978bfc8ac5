import type { Clock } from '@x/kit'

export interface ServerClockSample {
  /** Local wall time when the request left, in milliseconds. */
  readonly sent: number
  /** Local wall time when the answer came. */
  readonly received: number
  /** The `request-time` header, or the number it holds; anything else is dropped. */
  readonly requestTime: unknown
}

export interface ServerClock {
  /** Server time in whole milliseconds, as well as it is known. */
  now(): number
  /** Server time minus local wall time, in milliseconds; 0 before the first sample. */
  offset(): number
  sample(sample: ServerClockSample): void
  /**
   * The server refused the time (00022): what its newest answer says counts alone, or, where that
   * told no time, what the next one says.
   */
  reset(): void
}

const SAMPLES = 8
const MAX_ROUND_TRIP_MS = 10_000
const MAX_OFFSET_MS = 24 * 3_600_000
const MAX_DRIFT_MS = 1_000

interface ResponseContext {
  readonly roundTrip: number
  readonly offset: number
}

/** The offset to the server's time, from the answers it gives (wire protocol 6). */
export function createServerClock({ clock }: { readonly clock: Clock }): ServerClock {
  let samples: readonly ResponseContext[] = []
  /** Of the newest answer, if it told the time. */
  let newest: ResponseContext | undefined
  let best = 0
  const drift = () => clock.now() - clock.monotonic()
  /** Before the first sample nothing is known that could be carried on. */
  let knownDrift = -Infinity
  const parted = () => knownDrift - drift()

  function keep(readings: readonly ResponseContext[]): void {
    samples = readings.slice(-SAMPLES)
    best = samples.reduce((a, b) => (a.roundTrip <= b.roundTrip ? a : b), {
      roundTrip: Infinity,
      offset: best,
    }).offset
  }

  // The samples speak of the wall clock as it was. Where it has been set back since, the monotonic
  // clock carries it on; a leap forward is a machine that slept, for all a page can tell, and then
  // the wall clock is the one that is right (docs/adr/requests.md).
  const offset = () =>
    Math.min(
      MAX_OFFSET_MS,
      Math.max(-MAX_OFFSET_MS, parted() > MAX_DRIFT_MS ? best + parted() : best),
    )

  return {
    now: () => Math.round(clock.now() + offset()),
    offset,
    reset: () => keep(newest ? [newest] : []),
    sample({ sent, received, requestTime }) {
      newest = undefined
      const server = readTime(requestTime)
      const roundTrip = received - sent
      if (server === null || !(roundTrip >= 0 && roundTrip <= MAX_ROUND_TRIP_MS)) return
      // The wall clock was set, or the machine slept: samples taken before speak of another clock.
      if (Math.abs(parted()) > MAX_DRIFT_MS) samples = []
      if (samples.length === 0) knownDrift = drift()
      newest = { roundTrip, offset: server - (sent + received) / 2 }
      keep([...samples, newest])
    },
  }
}

function readTime(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value.trim())) return null
  return Number(value)
}
