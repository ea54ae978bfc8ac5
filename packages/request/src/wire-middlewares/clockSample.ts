import type { Clock } from '@x/kit'
import type { ServerClock } from '../createServerClock.ts'
import { wire, type WireMiddleware } from '../middleware.ts'
import { REQUEST_TIME } from '../wire.ts'

/**
 * Feeds the server clock from the `request-time` of every answer, errors included (wire protocol
 * 6).
 */
export function clockSample({
  clock,
  serverClock,
}: {
  readonly clock: Clock
  readonly serverClock: Pick<ServerClock, 'sample'>
}): WireMiddleware {
  return wire('clock-sample', async (request, next) => {
    const start = clock.monotonic()
    const response = await next(request)
    const received = clock.now()
    // Counted back on the monotonic clock: a wall clock set meanwhile would falsify the round trip.
    serverClock.sample({
      sent: received - (clock.monotonic() - start),
      received,
      requestTime: response.header(REQUEST_TIME),
    })
    return response
  })
}
