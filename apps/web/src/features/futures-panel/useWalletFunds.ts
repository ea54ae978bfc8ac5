import type { FuturesProduct } from '@x/api'
import { useBalances } from '../../data/balances/hooks.ts'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import type { WalletName } from '../../data/futures/moveApi.ts'
import { useMarginMaxima, useMarginRates, useMarginTiers } from '../../data/margin/api.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import type { TransferAccount } from '../../data/transfers/api.ts'
import { useTransferAccounts } from '../../data/transfers/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm, selectUserId } from '../../data/store/slice.ts'
import { receiversOf, sendersOf } from '../transfer/index.ts'
import {
  accountEnd,
  type Ends,
  isAccountEnd,
  isTransfer,
  type Place,
  userIdOf,
} from './moveEnds.ts'

const NONE: readonly string[] = []
const NO_ACCOUNTS: readonly TransferAccount[] = []
const MOVE_DECIMALS = 8

/** The wallets of the account, what both ends of a move can hold, and what the first one has. */
export function useWalletFunds(ends: Ends, product: FuturesProduct | undefined) {
  const { from, to } = ends
  const own = useOwnAccounts()
  const { data: balances } = useBalances()
  const { data: account } = useFuturesAccount()
  const { data: maxima } = useMarginMaxima({ symbol: pairOf(from) })
  const { data: rates } = useMarginRates()
  const { data: tiers } = useMarginTiers()
  const specs = useSymbolIndex()
  const pairs = [...new Set(tiers?.map(({ symbol }) => symbol))]
  const coins = account?.wallets.map(({ marginCoin }) => marginCoin) ?? NONE

  /** `undefined`: any asset. */
  function heldBy(wallet: Place): readonly string[] | undefined {
    if (wallet === 'spot' || isAccountEnd(wallet)) return undefined
    if (wallet === 'futures')
      return product === undefined
        ? coins
        : coins.filter((coin) => (coin === 'USDT') === (product === 'usdt'))
    if (wallet === 'margin') return rates?.map(({ asset }) => asset) ?? NONE
    const spec = specs.get(pairOf(wallet) ?? '')
    return spec ? [spec.quote, spec.base] : NONE
  }

  const [first, second] = [heldBy(from), heldBy(to)]
  const assets =
    first && second ? first.filter((asset) => second.includes(asset)) : (first ?? second)
  const wallets = [
    'spot',
    'futures',
    'margin',
    ...pairs.map((pair) => `margin:${pair}` as const),
  ] satisfies readonly WalletName[]
  const sent = isTransfer(ends) ? own.assetsOf(from) : undefined
  return {
    ...own,
    senders: [...wallets, ...own.senders],
    receivers: [...wallets, ...own.receivers],
    assets: sent?.map(({ asset }) => asset) ?? assets ?? NONE,
    decimalsOf: (asset: string): number =>
      sent?.find((row) => row.asset === asset)?.decimals ?? MOVE_DECIMALS,
    availableOf(asset: string): string {
      if (sent) return sent.find((row) => row.asset === asset)?.available ?? '0'
      if (from === 'spot') return balances?.find((row) => row.asset === asset)?.available ?? '0'
      if (from === 'futures')
        return account?.wallets.find(({ marginCoin }) => marginCoin === asset)?.transferable ?? '0'
      return maxima?.find((row) => row.asset === asset)?.leave ?? '0'
    },
  }
}

/** Other accounts of the holder; on paper there are none. */
function useOwnAccounts() {
  const userId = useAppSelector(selectUserId) ?? ''
  const isLive = useAppSelector(selectRealm) === 'live'
  const { data: accounts = NO_ACCOUNTS } = useTransferAccounts({ isNeeded: isLive })
  const endsOf = (some: readonly TransferAccount[]) =>
    some.filter((each) => each.userId !== userId).map((each) => accountEnd(each.userId))
  const ofPlace = (place: Place) => (isAccountEnd(place) ? userIdOf(place) : userId)
  return {
    accounts,
    userIdOf: ofPlace,
    senders: endsOf(sendersOf(accounts)),
    receivers: endsOf(receiversOf(accounts, userId)),
    assetsOf: (place: Place) =>
      accounts.find((each) => each.userId === ofPlace(place))?.assets ?? [],
  }
}

/** The pair of an isolated margin account. */
const pairOf = (wallet: Place): string | undefined =>
  wallet.startsWith('margin:') ? wallet.slice('margin:'.length) : undefined
