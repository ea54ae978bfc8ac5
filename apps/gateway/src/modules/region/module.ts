import { api, type Region } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import type { GatewayModule, GatewayRequest } from '../../platform/http/route.ts'
import type { RegionSettings } from './regionSettings.ts'

/**
 * Reports a visitor what the operator's proxy and settings say of the visitor's region. It reports,
 * and refuses nothing (docs/adr/gateway.md).
 */
export function createRegionModule(settings: RegionSettings | undefined): GatewayModule {
  return {
    routes: [route(api.configuration.region, async (request) => regionOf(request, settings))],
  }
}

function regionOf(
  { headers, isProxied }: Pick<GatewayRequest, 'headers' | 'isProxied'>,
  settings: RegionSettings | undefined,
): Region {
  const country = countryOf({ headers, isProxied }, settings)
  if (country === undefined) return { service: 'full' }
  if (settings?.none.has(country)) return { service: 'none', country }
  return settings?.limited.has(country) ? { service: 'limited', country } : { service: 'full' }
}

/**
 * The country that the operator's proxy names for a caller, such as `DE`; `undefined` where none
 * does.
 */
export function countryOf(
  { headers, isProxied }: Pick<GatewayRequest, 'headers' | 'isProxied'>,
  settings: RegionSettings | undefined,
): string | undefined {
  // The last of several is the proxy's own: it adds to what came.
  return settings && isProxied
    ? headers[settings.header]?.split(',').at(-1)?.trim().toUpperCase()
    : undefined
}
