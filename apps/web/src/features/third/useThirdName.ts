import { usePageMessages } from '../../lib/messages/messages.ts'
import { BRANDS, type ThirdParty } from '../../lib/config/thirdParties.ts'

/** What a third party is called on screen. */
export function useThirdName(): (provider: ThirdParty) => string {
  const t = usePageMessages()
  return (provider) => (provider === 'wallet' ? t('third.wallet') : BRANDS[provider])
}
