import { SkeletonRows } from '@x/ui/skeleton'
import { Suspense } from 'react'
import { ReservesTexts } from '../../lib/lazy/ReservesTexts.tsx'
import styles from '../../lib/product-page/product.module.css'
import { ReservesPage } from './ReservesPage.tsx'

/** `/proof-of-reserves`. */
export function ReservesPages() {
  const waiting = (
    <div className={styles['page']}>
      <SkeletonRows rows={8} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <ReservesTexts>
        <ReservesPage />
      </ReservesTexts>
    </Suspense>
  )
}
