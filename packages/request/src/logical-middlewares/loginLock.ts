import type { Random } from '@x/kit'
import { createStamper } from '../createStamper.ts'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { GatewaySignPort } from '../ports.ts'

export interface LoginLockOptions {
  readonly withLoginLock: NonNullable<GatewaySignPort['withLoginLock']>
  readonly serverClock: { now(): number }
  readonly random: Random
}

const MAX_AGE_MS = 1_000

/**
 * Lets the signer hold a log-in back until another tab's has bound its key: both write the same
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
    // The waits for a token and a turn must not use up the minute that the gateway gives a `tm`.
    // Who did not wait keeps the trace id that its caller may be told.
    return withLoginLock(request.path, () =>
      next(
        Math.abs(now() - +request.stamp.tm) > MAX_AGE_MS ? { ...request, stamp: stamp() } : request,
      ),
    )
  })
}
