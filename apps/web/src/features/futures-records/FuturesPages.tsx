import { SkeletonRows } from '@x/ui/skeleton'
import { lazy, Suspense } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { ProofTexts } from '../../lib/lazy/ProofTexts.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { GuestPlaceholder } from '../orders/index.ts'
import styles from './futuresRecords.module.css'

const AssetsPage = lazy(() => import('./FuturesAssetsPage.tsx'))
const OrdersPage = lazy(() => import('./FuturesOrdersPage.tsx'))
const RecordsPage = lazy(() => import('./FuturesRecordsPage.tsx'))
const ReportPage = lazy(() => import('./LiquidationPage.tsx'))
const ProofPage = lazy(() => import('./ProofPage.tsx'))

/**
 * Assets, lists, reports and proof of futures: one piece, so that the table of pages in every first
 * load names one.
 */
export function FuturesPages() {
  const path = usePagePath()
  const waiting = (
    <div className={styles['page']}>
      <SkeletonRows rows={8} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      {path === '/futures/proof' ? (
        <ProofTexts>
          <ProofPage />
        </ProofTexts>
      ) : (
        <FuturesTexts>
          <OwnPage path={path} />
        </FuturesTexts>
      )}
    </Suspense>
  )
}

const REPORT = /^\/record\/mcp\/((?:adl)?\d{1,16})$/

function OwnPage({ path }: { readonly path: string }) {
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  if (!user && status === 'unknown') return <SkeletonRows rows={8} />
  if (!user) return <GuestPlaceholder />
  const [, liquidationId] = REPORT.exec(path) ?? []
  if (liquidationId !== undefined) return <ReportPage liquidationId={liquidationId} />
  if (path === '/asset/futures') return <AssetsPage />
  return path.startsWith('/order/mcp') ? <OrdersPage /> : <RecordsPage />
}
