import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { BRANDS, type ThirdParty } from '../../lib/config/thirdParties.ts'

/** What a third party is called on screen. */
export function useThirdName(): (provider: ThirdParty) => string {
  const t = usePageMessages()
  const { config } = useServices()
  return (provider) => {
    if (provider === 'wallet') return t('third.wallet')
    return provider === 'oidc' ? (config.oidcName ?? 'OpenID Connect') : BRANDS[provider]
  }
}
