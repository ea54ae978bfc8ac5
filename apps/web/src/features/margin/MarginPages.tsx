import { SkeletonRows } from '@x/ui/skeleton'
import { lazy, Suspense } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus, selectUser } from '../../data/store/slice.ts'
import { MarginTexts } from '../../lib/lazy/MarginTexts.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { GuestPlaceholder } from '../orders/index.ts'
import styles from './margin.module.css'

const AssetsPage = lazy(() => import('./MarginAssetsPage.tsx'))
const OrdersPage = lazy(() => import('./MarginOrdersPage.tsx'))
const RecordsPage = lazy(() => import('./MarginRecordsPage.tsx'))

/**
 * Accounts, orders and records of margin: one piece, so that the table of pages in every first load
 * names one.
 */
export function MarginPages() {
  const path = usePagePath()
  const status = useAppSelector(selectStatus)
  const user = useAppSelector(selectUser)
  const waiting = (
    <div className={styles['page']}>
      <SkeletonRows rows={8} />
    </div>
  )
  if (!user) return status === 'unknown' ? waiting : <GuestPlaceholder />
  return (
    <Suspense fallback={waiting}>
      <MarginTexts>
        {path.startsWith('/order/') ? (
          <OrdersPage />
        ) : path.startsWith('/record/') ? (
          <RecordsPage />
        ) : (
          <AssetsPage />
        )}
      </MarginTexts>
    </Suspense>
  )
}
