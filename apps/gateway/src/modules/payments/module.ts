import { api } from '@x/api'
import type { GatewayModule, RouteSpec } from '../../platform/http/route.ts'
import { createPrivateRoutes } from '../trading/ports/privateRoutes.ts'
import type { PaymentsOptions } from './context.ts'
import { createConversions } from './createConversions.ts'
import { createSends } from './createSends.ts'

export interface PaymentsModuleOptions extends PaymentsOptions {
  /** Gives routes the device check and the line in the log of account routes. */
  readonly guardRoutes: (routes: readonly RouteSpec[]) => RouteSpec[]
}

/** Conversions and payments between users (wallet 5). */
export function createPaymentsModule(options: PaymentsModuleOptions): GatewayModule {
  const { read, write } = createPrivateRoutes(options.trading.service)
  const conversions = createConversions(options)
  const sends = createSends(options)
  return {
    routes: [
      write(api.convert.quote, (session, params) => conversions.quote(session, params)),
      write(api.convert.accept, (session, params) => conversions.accept(session, params)),
      read(api.convert.history, (session, params) => conversions.history(session, params)),
      ...options.guardRoutes([
        write(api.sends.send, (session, params) => sends.send(session, params)),
      ]),
      read(api.sends.history, (session, params) => sends.history(session, params)),
    ],
  }
}
