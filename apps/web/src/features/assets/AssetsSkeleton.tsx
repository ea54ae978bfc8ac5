import { Skeleton, SkeletonRows } from '@x/ui/skeleton'
import styles from './assets.module.css'

/** The page while it is not known who looks at it. */
export function AssetsSkeleton() {
  return (
    <div className={styles['assets']}>
      <div className={styles['summary']}>
        <p className={styles['label']}>
          <Skeleton width="120px" />
        </p>
        <p className={styles['total']}>
          <Skeleton width="220px" />
        </p>
      </div>
      <div className={styles['list']}>
        <SkeletonRows rows={6} columns={['20%', '20%', '20%', '20%']} />
      </div>
    </div>
  )
}
