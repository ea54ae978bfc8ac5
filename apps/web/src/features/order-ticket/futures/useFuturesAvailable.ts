import { useMemo } from 'react'
import type { Contract } from '../../../data/futures/contracts.ts'
import { settingsOf } from '../../../data/futures/contractSettings.ts'
import { useAccountState } from '../../../data/futures/useAccountState.ts'
import { useMark } from '../../../data/futures/useMark.ts'
import type { FuturesAvailable } from './futuresTypes.ts'

/** The futures account as the ticket of a contract sees it; `undefined` for guests. */
export function useFuturesAvailable(contract: Contract): FuturesAvailable | undefined {
  const state = useAccountState(contract)
  const price = useMark(contract)
  return useMemo(() => {
    if (!state) return undefined
    const { account, positions } = state
    const settings = settingsOf(account, contract)
    const wallet = account.wallets.find(({ marginCoin }) => marginCoin === contract.marginCoin)
    return {
      state,
      available: wallet ? wallet.available : '0',
      mark: price?.mark ?? null,
      index: price?.index ?? null,
      positions: positions.filter(({ symbol }) => symbol === contract.name),
      isTwoWay: account.positionMode === 2,
      isCross: settings.marginMode === 2,
      leverage: { long: settings.longLeverage, short: settings.shortLeverage },
    }
  }, [state, price, contract])
}
