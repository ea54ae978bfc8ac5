import { THIRD_PROVIDERS, type ThirdProviderName } from '../users/identityQueries.ts'
import type { ThirdProviders } from './ThirdPartyProvider.ts'

/**
 * What the page is told of third parties: which may be offered, and for which of them a stand-in
 * answers. A wallet is asked on the page itself; where there is none, development has one. It needs
 * an origin to name in its message.
 */
export function offeredThirdParties(
  { isDevelopment, publicOrigin }: { isDevelopment: boolean; publicOrigin?: string | undefined },
  {
    standin,
    providers,
  }: { standin: { readonly providers: ThirdProviders } | undefined; providers: ThirdProviders },
): { thirdParties: ThirdProviderName[]; standins: ThirdProviderName[] } {
  const hasOrigin = isDevelopment || publicOrigin !== undefined
  return {
    thirdParties: THIRD_PROVIDERS.filter(
      (name) => providers[name] !== undefined && (name !== 'wallet' || hasOrigin),
    ),
    standins: THIRD_PROVIDERS.filter((name) =>
      name === 'wallet'
        ? standin !== undefined
        : providers[name] !== undefined && providers[name] === standin?.providers[name],
    ),
  }
}
