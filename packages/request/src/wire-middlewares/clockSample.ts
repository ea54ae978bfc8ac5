import type { Clock } from '@x/kit'
import type { ServerClock } from '../createServerClock.ts'
import { wire, type WireMiddleware } from '../middleware.ts'
import { REQUEST_TIME } from '../wire.ts'

/**
 * Updates the server clock with the `request-time` of every response, errors included (wire
 * protocol 6).
 */
export function clockSample({
  clock,
  serverClock,
}: {
  readonly clock: Clock
  readonly serverClock: Pick<ServerClock, 'sample'>
}): WireMiddleware {
  return wire('clock-sample', async (request, next) => {
    // The clock of another origin is not the gateway's.
    if (request.origin !== undefined) return next(request)
    const start = clock.monotonic()
    const response = await next(request)
    const received = clock.now()
    // Derive the start from the monotonic clock, because a change of the wall clock would falsify
    // the round trip.
    serverClock.sample({
      sent: received - (clock.monotonic() - start),
      received,
      requestTime: response.headers.get(REQUEST_TIME) ?? undefined,
    })
    return response
  })
}
