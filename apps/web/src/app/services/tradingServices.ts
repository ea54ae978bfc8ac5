import { createMarketClient } from '@x/market'
import type { RequestClient, ServerClock } from '@x/request'
import { createUserStream } from '../../data/account-stream/createUserStream.ts'
import { createReferenceData } from '../../data/reference/createReferenceData.ts'
import { cookieUser } from '../../data/session/sessionReference.ts'
import { createPendingOrders } from '../../data/submissions/createPendingOrders.ts'
import type { Platform } from '../platform.ts'
import type { AppCallbacks } from './appCallbacks.ts'

interface TradingContext {
  readonly links: Pick<AppCallbacks, 'screenUser' | 'sessionKey'>
  readonly client: RequestClient
  readonly serverClock: ServerClock
}

/** The sources of server state: reference data, market, the user's stream and pending orders. */
export function createTradingServices(
  platform: Platform,
  { links, client, serverClock }: TradingContext,
) {
  const { clock, cookies, frame, locks, openChannel, openSocket, random, session } = platform
  const hints = platform.connectivityHints
  const reference = createReferenceData({ client, clock })
  const market = createMarketClient({
    openSocket: openSocket('/v1/market/stream'),
    clock,
    random,
    frame,
    hints,
    tabs: { locks, openChannel },
  })
  const userStream = createUserStream({
    openSocket: openSocket('/v1/user/stream'),
    clock,
    random,
    hints,
    isCurrentSession: () => cookieUser(cookies) === links.screenUser(),
  })
  const pendingOrders = createPendingOrders({
    storage: session,
    serverClock,
    owner: links.sessionKey,
  })
  return { reference, market, userStream, pendingOrders }
}
