import { createEventQueue, type Moment } from '../simulation/createEventQueue.ts'

/** The time of a simulation, in milliseconds: it jumps from one event to the next. */
export interface Timeline {
  now(): number
  after(ms: number, run: () => void): void
  /** Runs what happens until then. */
  runUntil(at: number): void
}

interface Event extends Moment {
  readonly run: () => void
}

export function createTimeline(): Timeline {
  const queue = createEventQueue<Event>()
  let now = 0
  let orders = 0
  return {
    now: () => now,
    after: (ms, run) => queue.push({ at: now + Math.max(0, ms), order: orders++, run }),
    runUntil(end) {
      for (let event = queue.first(); event && event.at <= end; event = queue.first()) {
        queue.pop()
        now = event.at
        event.run()
      }
      now = Math.max(now, end)
    },
  }
}
