import { SkeletonRows } from '@x/ui/skeleton'
import { Suspense } from 'react'
import { ReservesTexts } from '../../lib/lazy/ReservesTexts.tsx'
import styles from '../../lib/product-page/product.module.css'
import { usePagePath } from '../../lib/router/paths.ts'
import { ProtectionPage } from './ProtectionPage.tsx'
import { ReservesPage } from './ReservesPage.tsx'

/** `/proof-of-reserves` and `/protection-fund`. */
export function ReservesPages() {
  const path = usePagePath()
  const waiting = (
    <div className={styles['page']}>
      <SkeletonRows rows={8} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <ReservesTexts>
        {path === '/protection-fund' ? <ProtectionPage /> : <ReservesPage />}
      </ReservesTexts>
    </Suspense>
  )
}
