import { ErrorState } from '@x/ui/empty-state'
import { Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import { type FuturesProduct, useContracts } from '../../data/futures/contracts.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { TerminalSkeleton } from '../spot/index.ts'
import { ContractTitle } from './ContractTitle.tsx'
import styles from './futures.module.css'
import { FuturesTerminal } from './FuturesTerminal.tsx'
import { UnknownContract } from './UnknownContract.tsx'
import { useContractSpec } from './useContractSpec.ts'

/** `/futures/usdt/:symbol` */
export const UsdtFuturesPage = () => <FuturesPage product="usdt" />

/** `/futures/coin/:symbol` */
export const CoinFuturesPage = () => <FuturesPage product="coin" />

const FuturesPage = ({ product }: { readonly product: FuturesProduct }) => {
  const { symbol = '' } = useParams()
  return (
    <Suspense fallback={<TerminalSkeleton />}>
      <FuturesTexts>
        <ContractPage product={product} symbol={symbol} />
      </FuturesTexts>
    </Suspense>
  )
}

function ContractPage({
  product,
  symbol,
}: {
  readonly product: FuturesProduct
  readonly symbol: string
}) {
  const t = useFuturesMessages()
  const { storage } = useServices()
  const { data: contracts, isLoading, error, refetch } = useContracts()
  const found = contracts?.find(
    (each) => each.product === product && each.name === symbol.toUpperCase(),
  )
  const contract = useContractSpec(found)
  useEffect(() => {
    if (contract) storage.set(STORAGE_KEYS.selectedContract, contract.symbol)
  }, [storage, contract])
  if (isLoading) return <TerminalSkeleton />
  if (!contracts)
    return (
      <div className={styles['nothing']}>
        <ErrorState
          title={t('spot.unreachable')}
          onRetry={refetch}
          traceId={failureOf(error).traceId}
        />
      </div>
    )
  if (!contract) return <UnknownContract symbol={symbol} contracts={contracts} />
  return (
    <>
      <ContractTitle spec={contract} />
      <FuturesTerminal key={contract.symbol} spec={contract} />
    </>
  )
}
