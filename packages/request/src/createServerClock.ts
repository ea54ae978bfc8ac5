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
  /** Server time minus local time, in milliseconds; 0 before the first sample. */
  offset(): number
  sample(sample: ServerClockSample): void
}

const SAMPLES = 8
const MAX_ROUND_TRIP_MS = 10_000
const MAX_OFFSET_MS = 24 * 3_600_000
const MAX_DRIFT_MS = 1_000

/** The offset to the server's time, from the answers it gives (wire protocol 6). */
export function createServerClock({ clock }: { readonly clock: Clock }): ServerClock {
  let samples: { readonly roundTrip: number; readonly offset: number }[] = []
  let offset = 0
  const drift = () => clock.now() - clock.monotonic()
  let knownDrift = drift()

  return {
    now: () => Math.round(clock.now() + offset),
    offset: () => offset,
    sample({ sent, received, requestTime }) {
      const server = readTime(requestTime)
      const roundTrip = received - sent
      if (server === null || !(roundTrip >= 0 && roundTrip <= MAX_ROUND_TRIP_MS)) return
      // The wall clock was set, or the machine slept: samples taken before speak of another clock.
      if (Math.abs(drift() - knownDrift) > MAX_DRIFT_MS) samples = []
      if (samples.length === 0) knownDrift = drift()
      samples = [...samples, { roundTrip, offset: server - (sent + received) / 2 }].slice(-SAMPLES)
      const best = samples.reduce((a, b) => (b.roundTrip < a.roundTrip ? b : a))
      offset = Math.min(MAX_OFFSET_MS, Math.max(-MAX_OFFSET_MS, best.offset))
    },
  }
}

function readTime(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value.trim())) return null
  return Number(value)
}
