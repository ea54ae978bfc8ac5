import { useMemo } from 'react'
import type { Contract } from '../../data/futures/contracts.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'

/** A contract with what its sizes are counted in: contracts, where it is inverse. */
export function useContractSpec(contract: Contract | undefined): Contract | undefined {
  const t = useFuturesMessages()
  const sizeUnit = t('contract.contracts')
  return useMemo(
    () => (contract && contract.contractValue !== null ? { ...contract, sizeUnit } : contract),
    [contract, sizeUnit],
  )
}
