import {
  abortable,
  type Clock,
  exponentialDelay,
  isPlainObject,
  type Random,
  type TimerHandle,
  withJitter,
} from '@x/kit'
import { createStamper } from '../createStamper.ts'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalRequest } from '../request.ts'
import { failure, isRequestError } from '../RequestError.ts'
import { hasNoBody } from '../serialise.ts'
import { TIME_REFUSED } from '../wire.ts'

/** Options of `retry`. */
export interface RetryOptions {
  readonly clock: Clock
  readonly random: Random
  readonly serverClock: { now(): number }
  /** Retries of requests without a `retries` option. Default 0. */
  readonly retries?: number
  /**
   * Longest delay in milliseconds before retry `n` (from 1). Default 300, 600, 1200 …, at most
   * 5,000.
   */
  readonly delayMs?: (n: number) => number
}

const RETRIED_STATUSES: readonly (number | undefined)[] = [502, 503, 504]

/**
 * Retries requests that are safe to repeat: GET, HEAD, and writes with an idempotency key (Q5).
 * Each attempt has its own `tm` and trace id. One whose time was refused goes out once more, even
 * without `retries`, when the refusal has corrected the clock by over a second (spec 8.14).
 */
export function retry({
  clock,
  random,
  serverClock,
  retries = 0,
  delayMs = (n) => exponentialDelay(n, { firstDelayMs: 300, maxDelayMs: 5_000 }),
}: RetryOptions): LogicalMiddleware {
  const stamp = createStamper({ now: serverClock.now, random })
  return logical('retry', async (request, next) => {
    let mayCorrect = isRepeatable(request)
    let limit = mayCorrect ? (request.options.retries ?? retries) : 0
    for (let n = 1, attempt = request; ; n++, attempt = { ...request, stamp: stamp() }) {
      try {
        return await next(attempt)
      } catch (error) {
        if (!isRequestError(error)) throw error
        error.attempts = n
        const isOff =
          error.code === TIME_REFUSED &&
          Math.abs(serverClock.now() - Number(attempt.stamp.tm)) > 1_000
        if (mayCorrect && isOff) {
          mayCorrect = false
          limit++
        } else if (n > limit || !isTransient(error)) throw error
        // Jitter between half and all of the delay, so that clients do not retry at the same time.
        let timer: TimerHandle | undefined
        const elapsed = new Promise<void>((resolve) => {
          timer = clock.after(withJitter(delayMs(n), random), resolve)
        })
        await abortable(elapsed, request.signal).finally(() => timer?.cancel())
      }
    }
  })
}

/**
 * Whether a retry may succeed: network errors, timeouts and HTTP 502, 503, 504. Also useful for
 * query libraries.
 */
export function isTransient(error: unknown): boolean {
  return (
    isRequestError(error) &&
    (error.kind === 'network' ||
      error.kind === 'timeout' ||
      (error.kind === 'http' && RETRIED_STATUSES.includes(error.status)))
  )
}

function isRepeatable(request: LogicalRequest): boolean {
  const { idempotencyField } = request.options
  if (idempotencyField === undefined) return hasNoBody(request.method)
  const key = isPlainObject(request.body) && request.body[idempotencyField]
  if (key && typeof key === 'string') return true
  throw failure(request, 'config', {
    message: `the body has no idempotency key ${JSON.stringify(idempotencyField)}`,
  })
}
