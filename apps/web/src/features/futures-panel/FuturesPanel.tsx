import type { FuturesProduct } from '@x/api'
import { SkeletonRows } from '@x/ui/skeleton'
import { lazy } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { GuestPlaceholder } from '../orders/index.ts'

// With the query cache, which a guest does not load.
const UserPanel = lazy(() => import('./UserPanel.tsx'))

export interface FuturesPanelProps {
  readonly product: FuturesProduct
  /** The contract in front. */
  readonly symbol: string
}

/** Positions, orders and records of futures, below their market. */
export function FuturesPanel(props: FuturesPanelProps) {
  const waiting = <SkeletonRows rows={3} />
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  if (!user) return status === 'unknown' ? waiting : <GuestPlaceholder />
  return (
    <LazyBoundary fallback={waiting}>
      <FuturesTexts>
        <UserPanel {...props} />
      </FuturesTexts>
    </LazyBoundary>
  )
}
