import type { Random } from '@x/kit'
import { createStamper } from '../createStamper.ts'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { GatewaySignPort } from '../ports.ts'

/** Options of `loginLock`. */
export interface LoginLockOptions {
  readonly withLoginLock: NonNullable<GatewaySignPort['withLoginLock']>
  readonly serverClock: { now(): number }
  readonly random: Random
}

const MAX_AGE_MS = 1_000

/**
 * Delays a log-in until the log-in of another tab has bound its key, because both write the same
 * cookies.
 */
export function loginLock({
  withLoginLock,
  serverClock: { now },
  random,
}: LoginLockOptions): LogicalMiddleware {
  const stamp = createStamper({ now, random })
  return logical('login-lock', (request, next) => {
    if (request.options.bare) return next(request)
    // Renew the stamp after waiting: the gateway accepts a `tm` for one minute only. A request that
    // did not wait keeps the trace id that its caller may know.
    return withLoginLock(request.path, () =>
      next(
        Math.abs(now() - +request.stamp.tm) > MAX_AGE_MS ? { ...request, stamp: stamp() } : request,
      ),
    )
  })
}
