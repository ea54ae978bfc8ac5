import type { Clock } from '@x/kit'

/** Times of one request, to estimate the server's clock. */
export interface ServerClockSample {
  /** Local wall time when the request left, in milliseconds. */
  readonly sent: number
  /** Local wall time when the response arrived, in milliseconds. */
  readonly received: number
  /** The `request-time` header or its number. Other values are ignored. */
  readonly requestTime: unknown
}

/** Estimates the server's time. */
export interface ServerClock {
  /** Estimated server time in whole milliseconds since the epoch. */
  now(): number
  /** Server time minus local wall time, in milliseconds; 0 before the first sample. */
  offset(): number
  sample(sample: ServerClockSample): void
  /**
   * Call it when the server refused the time (00022). Keeps only the newest response's sample, or
   * waits for the next one if that response had no time.
   */
  reset(): void
}

const SAMPLES = 8
const MAX_ROUND_TRIP_MS = 10_000
const MAX_OFFSET_MS = 24 * 3_600_000
const MAX_DRIFT_MS = 1_000

interface Sample {
  readonly roundTrip: number
  readonly offset: number
}

/**
 * Creates a clock that estimates the offset to the server's time from its responses (wire protocol
 * 6).
 */
export function createServerClock({ clock }: { readonly clock: Clock }): ServerClock {
  let samples: readonly Sample[] = []
  /** Sample of the newest response, if it contained a time. */
  let newest: Sample | undefined
  let best = 0
  const drift = () => clock.now() - clock.monotonic()
  /** Wall minus monotonic clock at the first sample; -Infinity before it. */
  let knownDrift = -Infinity
  const clockShift = () => knownDrift - drift()

  function keep(readings: readonly Sample[]): void {
    samples = readings.slice(-SAMPLES)
    best = samples.reduce((a, b) => (a.roundTrip <= b.roundTrip ? a : b), {
      roundTrip: Infinity,
      offset: best,
    }).offset
  }

  // Samples refer to the wall clock at their time. If it has been set back since, the monotonic
  // clock corrects the offset. A forward jump is taken as a suspended machine, for which the wall
  // clock is right.
  const offset = () =>
    Math.min(
      MAX_OFFSET_MS,
      Math.max(-MAX_OFFSET_MS, clockShift() > MAX_DRIFT_MS ? best + clockShift() : best),
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
      // The wall clock was changed or the machine was suspended: earlier samples are invalid.
      if (Math.abs(clockShift()) > MAX_DRIFT_MS) samples = []
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
