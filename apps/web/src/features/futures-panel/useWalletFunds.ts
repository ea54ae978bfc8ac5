import type { FuturesProduct } from '@x/api'
import { useBalances } from '../../data/balances/hooks.ts'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import type { WalletName } from '../../data/futures/moveApi.ts'
import { useMarginMaxima, useMarginRates, useMarginTiers } from '../../data/margin/api.ts'
import { useSymbolIndex } from '../../data/symbols/hooks.ts'
import type { Ends } from './moveEnds.ts'

const NONE: readonly string[] = []

/** The wallets of the account, what both ends of a move can hold, and what the first one has. */
export function useWalletFunds({ from, to }: Ends, product: FuturesProduct | undefined) {
  const { data: balances } = useBalances()
  const { data: account } = useFuturesAccount()
  const { data: maxima } = useMarginMaxima({ symbol: pairOf(from) })
  const { data: rates } = useMarginRates()
  const { data: tiers } = useMarginTiers()
  const specs = useSymbolIndex()
  const pairs = [...new Set(tiers?.map(({ symbol }) => symbol))]
  const coins = account?.wallets.map(({ marginCoin }) => marginCoin) ?? NONE

  /** `undefined`: any asset. */
  function heldBy(wallet: WalletName): readonly string[] | undefined {
    if (wallet === 'spot') return undefined
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
  return {
    wallets: [
      'spot',
      'futures',
      'margin',
      ...pairs.map((pair) => `margin:${pair}` as const),
    ] satisfies readonly WalletName[],
    assets: assets ?? NONE,
    availableOf(asset: string): string {
      if (from === 'spot') return balances?.find((row) => row.asset === asset)?.available ?? '0'
      if (from === 'futures')
        return account?.wallets.find(({ marginCoin }) => marginCoin === asset)?.transferable ?? '0'
      return maxima?.find((row) => row.asset === asset)?.leave ?? '0'
    },
  }
}

/** The pair of an isolated margin account. */
const pairOf = (wallet: WalletName): string | undefined =>
  wallet.startsWith('margin:') ? wallet.slice('margin:'.length) : undefined
