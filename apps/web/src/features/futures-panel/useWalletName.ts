import type { TransferAccount } from '../../data/transfers/api.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useAccountName as useMarginName } from '../../data/margin/accountName.ts'
import { useAccountName } from '../transfer/index.ts'
import { isAccountEnd, type Place, userIdOf } from './moveEnds.ts'

/** How a wallet, or another account, is called. */
export function useWalletName(accounts: readonly TransferAccount[]): (place: Place) => string {
  const t = useFuturesMessages()
  const marginName = useMarginName()
  const accountName = useAccountName(accounts)
  return (wallet) => {
    if (isAccountEnd(wallet)) return accountName(userIdOf(wallet))
    if (wallet === 'spot') return t('positions.spotWallet')
    if (wallet === 'futures') return t('positions.futuresWallet')
    return marginName(wallet === 'margin' ? null : wallet.slice('margin:'.length))
  }
}
