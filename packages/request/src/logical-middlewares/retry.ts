import { type Clock, exponentialDelay, isPlainObject, type Random, sleep, withJitter } from '@x/kit'
import { createStamper } from '../createStamper.ts'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalRequest } from '../request.ts'
import { failure, isRequestError } from '../RequestError.ts'
import { hasNoBody } from '../serialise.ts'

export interface RetryOptions {
  readonly clock: Clock
  readonly random: Random
  readonly serverClock: { now(): number }
  /** Further attempts of requests that say nothing themselves; default 0. */
  readonly retries?: number
  /**
   * Milliseconds before attempt `n` (1 for the first repetition) at most; default 300, 600, 1200 …,
   * capped at 5 s.
   */
  readonly delayMs?: (n: number) => number
}

const RETRIED_STATUSES: readonly (number | undefined)[] = [502, 503, 504]

/**
 * Repeats what can be repeated without harm: GET and HEAD, and writes that carry an idempotency key
 * (Q5). Each attempt has a `tm` and trace id of its own.
 */
export function retry({
  clock,
  random,
  serverClock,
  retries = 0,
  delayMs = (n) => exponentialDelay(n, { firstDelayMs: 300, maxDelayMs: 5_000 }),
}: RetryOptions): LogicalMiddleware {
  const stamp = createStamper({ now: serverClock.now, random })
  const pause = (n: number) => withJitter(delayMs(n), random)
  return logical('retry', async (request, next) => {
    const limit = isRepeatable(request) ? (request.options.retries ?? retries) : 0
    for (let n = 1; ; n++) {
      try {
        return await next(n === 1 ? request : { ...request, stamp: stamp() })
      } catch (error) {
        if (isRequestError(error)) error.attempts = n
        if (n > limit || request.signal.aborted || !isTransient(error)) throw error
        await sleep(pause(n), { clock, signal: request.signal })
        request.signal.throwIfAborted()
      }
    }
  })
}

/** Whether trying again may help. Query libraries ask the same question. */
export function isTransient(error: unknown): boolean {
  return (
    isRequestError(error, 'network') ||
    isRequestError(error, 'timeout') ||
    (isRequestError(error, 'http') && RETRIED_STATUSES.includes(error.status))
  )
}

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
