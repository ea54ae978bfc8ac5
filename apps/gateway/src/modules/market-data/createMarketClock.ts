import type { Clock, TimerHandle } from '@x/kit'

export const SPEEDS = ['1', '10'] as const
export type Speed = (typeof SPEEDS)[number]

export interface MarketStatus {
  readonly speed: Speed
  readonly isPaused: boolean
}

/**
 * The time of a market source: it may run faster, stand still, or go on by one step. Wall time
 * stays the real one.
 */
export interface MarketClock extends Clock {
  status(): MarketStatus
  setSpeed(speed: Speed): void
  pause(): void
  resume(): void
  /** Lets one step of time pass at once, and stands still before and after it. */
  step(): void
}

interface Waiting {
  readonly due: number
  readonly run: () => void
}

export function createMarketClock({
  clock,
  stepMs = 250,
  rate = 1,
}: {
  clock: Clock
  stepMs?: number
  /** Its seconds per second at speed 1. */
  rate?: number
}): MarketClock {
  const timers = createTimerList()
  let status: MarketStatus = { speed: '1', isPaused: false }
  /** Source time `at` was reached at the monotonic time `since`. */
  let at = clock.monotonic()
  let since = at
  let timer: TimerHandle | undefined

  const perSecond = () => Number(status.speed) * rate
  const monotonic = () => (status.isPaused ? at : at + (clock.monotonic() - since) * perSecond())

  function change(next: MarketStatus): void {
    at = monotonic()
    since = clock.monotonic()
    status = next
    schedule()
  }

  function schedule(): void {
    timer?.cancel()
    timer = undefined
    const first = timers.earliest()
    if (!first || status.isPaused) return
    timer = clock.after(Math.max(0, Math.ceil((first.due - monotonic()) / perSecond())), () => {
      timers.runUntil(monotonic())
      schedule()
    })
  }

  return {
    now: () => clock.now(),
    monotonic,
    after(ms, run) {
      const entry = timers.add({ due: monotonic() + Math.max(0, ms), run })
      schedule()
      return entry
    },
    status: () => status,
    setSpeed: (speed) => change({ ...status, speed }),
    pause: () => change({ ...status, isPaused: true }),
    resume: () => change({ ...status, isPaused: false }),
    step() {
      change({ ...status, isPaused: true })
      const until = at + stepMs
      timers.runUntil(until, { onDue: (due) => (at = Math.max(at, due)) })
      at = until
    },
  }
}

/** What is to run, each at its own time. */
function createTimerList() {
  const waiting = new Set<Waiting>()
  const earliest = () =>
    [...waiting].reduce<Waiting | undefined>(
      (first, entry) => (first && first.due <= entry.due ? first : entry),
      undefined,
    )
  return {
    earliest,
    add(entry: Waiting): TimerHandle {
      waiting.add(entry)
      return { cancel: () => void waiting.delete(entry) }
    },
    /** What a run puts on the list for the same time runs too. */
    runUntil(until: number, { onDue }: { readonly onDue?: (due: number) => void } = {}): void {
      for (let first = earliest(); first && first.due <= until; first = earliest()) {
        onDue?.(first.due)
        waiting.delete(first)
        first.run()
      }
    },
  }
}
