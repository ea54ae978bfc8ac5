import type { GatewayModule } from '../../platform/http/route.ts'
import { createHoldings } from './createHoldings.ts'
import { assetRoutes, type AssetRoutesOptions } from './routes.ts'

/** Balances, holdings and the worth of spot accounts. */
export function createAssetsModule(options: Omit<AssetRoutesOptions, 'holdings'>): GatewayModule {
  return { routes: assetRoutes({ ...options, holdings: createHoldings(options) }) }
}
