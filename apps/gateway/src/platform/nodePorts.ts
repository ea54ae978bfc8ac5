import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Clock, Random } from '@x/kit'

/** The process's own clock; its timers keep nothing alive that should end. */
export function nodeClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms).unref()
      return { cancel: () => clearTimeout(timer) }
    },
  }
}

export function nodeRandom(): Random {
  return { bytes: (length) => Uint8Array.from(randomBytes(length)) }
}
