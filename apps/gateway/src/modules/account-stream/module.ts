import type { Trading } from '../trading/module.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import { createAccountStream, type AccountStreamOptions } from './createAccountStream.ts'

/** The private socket: orders, fills and balances of a session's account. */
export function createAccountStreamModule({
  trading,
  ...options
}: Omit<AccountStreamOptions, 'trading'> & { readonly trading: Trading }): GatewayModule {
  const stream = createAccountStream({ ...options, trading: trading.service })
  const unsubscribe = trading.service.core.onPublished(stream.publish)
  return {
    routes: [],
    sockets: [{ path: '/v1/user/stream', upgrade: stream.upgrade }],
    async stop() {
      unsubscribe()
      stream.stop()
    },
  }
}
