import { THIRD_PROVIDERS, type ThirdPartyName } from '../users/identityQueries.ts'
import type { ThirdPartyProviders } from './ports/ThirdPartyProvider.ts'

/**
 * What the page knows of third parties: which may be offered, and for which of them a stand-in
 * answers. A wallet is asked on the page itself; where there is none, development has one. It needs
 * an origin to name in its message.
 */
export function offeredThirdParties(
  { isDevelopment, publicOrigin }: { isDevelopment: boolean; publicOrigin?: string | undefined },
  {
    demoProvider,
    providers,
  }: {
    demoProvider: { readonly providers: ThirdPartyProviders } | undefined
    providers: ThirdPartyProviders
  },
): { thirdParties: ThirdPartyName[]; standins: ThirdPartyName[] } {
  const hasOrigin = isDevelopment || publicOrigin !== undefined
  return {
    thirdParties: THIRD_PROVIDERS.filter(
      (name) => providers[name] !== undefined && (name !== 'wallet' || hasOrigin),
    ),
    standins: THIRD_PROVIDERS.filter((name) =>
      name === 'wallet'
        ? demoProvider !== undefined
        : providers[name] !== undefined && providers[name] === demoProvider?.providers[name],
    ),
  }
}
