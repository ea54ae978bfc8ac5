import { useMemo } from 'react'
import {
  useCachedFuturesAccount,
  useCachedFuturesOrders,
  useCachedPositions,
} from './accountData.ts'
import { type Contract, useContracts, useTiersOf } from './contracts.ts'
import type { AccountState } from './formulaAccount.ts'
import { useMark } from './useMark.ts'

const NO_CONTRACTS: readonly Contract[] = []

/**
 * The account of the user with the mark of the contract on screen; `undefined` for guests and until
 * it is known.
 */
export function useAccountState(contract: Contract): AccountState | undefined {
  const account = useCachedFuturesAccount()
  const positions = useCachedPositions()
  const orders = useCachedFuturesOrders()
  const { data: contracts = NO_CONTRACTS } = useContracts()
  const mark = useMark(contract)?.mark
  const names = useMemo(
    () => [
      ...new Set([
        contract.name,
        ...[...(positions ?? []), ...(orders ?? [])].map(({ symbol }) => symbol),
      ]),
    ],
    [contract, positions, orders],
  )
  const tiersOf = useTiersOf(names)
  return useMemo(
    () =>
      account && positions && orders
        ? {
            account,
            positions,
            orders,
            contracts,
            tiersOf,
            markOf: (name) => (name === contract.name ? mark : undefined),
          }
        : undefined,
    [account, positions, orders, contracts, tiersOf, mark, contract],
  )
}
