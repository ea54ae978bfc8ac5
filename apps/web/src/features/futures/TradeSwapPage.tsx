import { Suspense } from 'react'
import { useParams } from 'react-router'
import { type Contract, useContracts } from '../../data/futures/contracts.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { type FuturesDraft, LazyFuturesOrderTicket } from '../order-ticket/index.ts'
import { useUnansweredOrders } from '../futures-panel/index.ts'
import { PairStrip, TerminalSkeleton, useTerminalStore } from '../spot/index.ts'
import { AccountOfUser } from './AccountOfUser.tsx'
import { ContractHeading } from './ContractHeading.tsx'
import styles from './futures.module.css'
import { ContractFigures } from './strip/ContractFigures.tsx'
import { TicketPlace } from './TicketPlace.tsx'
import { UnknownContract } from './UnknownContract.tsx'
import { useContractSpec } from './useContractSpec.ts'

/**
 * `/trade-swap`: the order ticket of the contract of the address, else of the one chosen last, one
 * thing on its page.
 */
export function TradeSwapPage() {
  return (
    <Suspense fallback={<TerminalSkeleton />}>
      <FuturesTexts>
        <TradeSwap />
      </FuturesTexts>
    </Suspense>
  )
}

function TradeSwap() {
  const { storage } = useServices()
  const { data: contracts } = useContracts()
  const { symbol: named } = useParams()
  const kept = storage.get(STORAGE_KEYS.selectedContract)
  const chosen =
    named === undefined
      ? (contracts?.find(({ symbol }) => symbol === kept) ?? contracts?.[0])
      : contracts?.find(({ name }) => name === named.toUpperCase())
  const spec = useContractSpec(chosen)
  if (named !== undefined && contracts && !chosen)
    return <UnknownContract symbol={named} contracts={contracts} level={2} />
  return spec ? <SwapTicket key={spec.symbol} spec={spec} /> : <TerminalSkeleton />
}

function SwapTicket({ spec }: { readonly spec: Contract }) {
  const user = useAppSelector(selectUser)
  const { terminal, generation } = useTerminalStore<FuturesDraft>()
  useUnansweredOrders()
  return (
    <div className={styles['swap']}>
      {user ? <AccountOfUser /> : null}
      <ContractHeading spec={spec} as="h2" />
      <PairStrip spec={spec} figures={<ContractFigures spec={spec} />} />
      <TicketPlace key={generation} spec={spec}>
        <LazyFuturesOrderTicket spec={spec} terminal={terminal} />
      </TicketPlace>
    </div>
  )
}
