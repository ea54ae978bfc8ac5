import type { WalletName } from '../../data/futures/moveApi.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useAccountName } from '../../data/margin/accountName.ts'

/** How a wallet is called. */
export function useWalletName(): (wallet: WalletName) => string {
  const t = useFuturesMessages()
  const marginName = useAccountName()
  return (wallet) => {
    if (wallet === 'spot') return t('positions.spotWallet')
    if (wallet === 'futures') return t('positions.futuresWallet')
    return marginName(wallet === 'margin' ? null : wallet.slice('margin:'.length))
  }
}
