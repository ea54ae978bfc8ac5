import { api } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { requireSession, type GatewayModule } from '../../platform/http/route.ts'
import type { Instrument } from '../../exchange/instruments/Instrument.ts'
import { createPriceAlerts, type PriceAlertsOptions } from './createPriceAlerts.ts'

export interface PriceAlertsModuleOptions extends Omit<PriceAlertsOptions, 'instruments'> {
  /** Pairs and contracts of the market. */
  readonly symbols: readonly Instrument[]
  readonly contracts: readonly Instrument[]
}

/** Price alerts of users, kept here so that all their devices have them. */
export function createPriceAlertsModule(options: PriceAlertsModuleOptions): GatewayModule {
  const { symbols, contracts } = options
  const alerts = createPriceAlerts({ ...options, instruments: [...symbols, ...contracts] })
  return {
    routes: [
      route(api.priceAlerts.list, async (request) => ({
        items: [...alerts.list(requireSession(request).userId)],
      })),
      route(api.priceAlerts.place, async (request, params) =>
        alerts.place(requireSession(request).userId, params),
      ),
      route(api.priceAlerts.remove, async (request, { alertIds }) => {
        const { userId } = requireSession(request)
        await alerts.remove(userId, alertIds)
        return { items: [...alerts.list(userId)] }
      }),
    ],
    start: alerts.start,
    async stop() {
      alerts.stop()
      await alerts.settled()
    },
  }
}
