import { Skeleton, SkeletonRows } from '@x/ui/skeleton'
import { NoticeLine } from '../notices/index.ts'
import { AllocationToCome } from './AllocationPanel.tsx'
import styles from './assets.module.css'

/** The page, with the space of each part, while it is not known who looks at it. */
export function AssetsSkeleton({ isOverview }: { readonly isOverview: boolean }) {
  return (
    <div className={styles['assets']}>
      {isOverview ? <NoticeLine /> : null}
      <div className={styles['top']}>
        <div className={styles['summary']} data-to-come="total">
          <p className={styles['label']}>
            <Skeleton width="120px" />
          </p>
          <p className={styles['total']}>
            <Skeleton width="220px" />
          </p>
        </div>
        <AllocationToCome />
        <div className={styles['summary']} data-to-come="profit" />
      </div>
      {isOverview ? <div className={styles['summary']} data-to-come="accounts" /> : null}
      <div className={styles['list']}>
        <SkeletonRows rows={6} columns={['20%', '20%', '20%', '20%']} />
      </div>
    </div>
  )
}
