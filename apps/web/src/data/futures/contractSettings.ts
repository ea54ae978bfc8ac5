import type { FuturesAccount } from '@x/api'
import type { Contract } from './contracts.ts'

/** How the user trades a contract; one that was never set is cross at 20 times. */
export function settingsOf({ contracts }: Pick<FuturesAccount, 'contracts'>, contract: Contract) {
  const most = Math.min(20, contract.maxLeverage)
  return (
    contracts.find(({ symbol }) => symbol === contract.name) ?? {
      symbol: contract.name,
      marginMode: 2 as const,
      longLeverage: most,
      shortLeverage: most,
      autoMargin: false,
    }
  )
}
