import {
  abortable,
  type Clock,
  exponentialDelay,
  isPlainObject,
  type Random,
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

/** A stamp that is off by more was refused for its time, and not as one that was seen before. */
const STAMP_IS_OFF_MS = 1_000

/**
 * Retries requests that are safe to repeat: GET, HEAD, and writes with an idempotency key (Q5).
 * Each attempt has its own `tm` and trace id. One whose time was refused goes out once more, at
 * once and without `retries`, when the refusal has corrected the clock (spec 8.14).
 */
export function retry({
  clock,
  random,
  serverClock,
  retries = 0,
  delayMs = (n) => exponentialDelay(n, { firstDelayMs: 300, maxDelayMs: 5_000 }),
}: RetryOptions): LogicalMiddleware {
  const stamp = createStamper({ now: serverClock.now, random })
  // Jitter between half and all of the delay, so that clients do not retry at the same time.
  const pause = (n: number) => withJitter(delayMs(n), random)
  const isOff = ({ stamp: { tm } }: LogicalRequest) =>
    Math.abs(serverClock.now() - Number(tm)) > STAMP_IS_OFF_MS
  return logical('retry', async (request, next) => {
    const mayRepeat = isRepeatable(request)
    let limit = mayRepeat ? (request.options.retries ?? retries) : 0
    let mayCorrect = mayRepeat
    for (let n = 1, attempt = request; ; n++, attempt = { ...request, stamp: stamp() }) {
      try {
        return await next(attempt)
      } catch (error) {
        if (isRequestError(error)) error.attempts = n
        if (request.signal.aborted) throw error
        if (mayCorrect && isTimeRefused(error) && isOff(attempt)) {
          mayCorrect = false
          limit++
          continue
        }
        if (n > limit || !isTransient(error)) throw error
        await delay(pause(n), { clock, signal: request.signal })
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
    isRequestError(error, 'network') ||
    isRequestError(error, 'timeout') ||
    (isRequestError(error, 'http') && RETRIED_STATUSES.includes(error.status))
  )
}

const isTimeRefused = (error: unknown): boolean =>
  isRequestError(error, 'gateway-sign') && error.code === TIME_REFUSED

function isRepeatable(request: LogicalRequest): boolean {
  const { idempotencyField } = request.options
  if (idempotencyField === undefined) return hasNoBody(request.method)
  const key =
    isPlainObject(request.body) && Object.hasOwn(request.body, idempotencyField)
      ? request.body[idempotencyField]
      : undefined
  if (typeof key === 'string' && key !== '') return true
  throw failure(request, 'config', {
    message: `the body has no idempotency key ${JSON.stringify(idempotencyField)}`,
  })
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts. */
async function delay(
  ms: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  let cancel = () => {}
  const elapsed = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve).cancel
  })
  await abortable(elapsed, signal).finally(cancel)
}
