import { Skeleton, SkeletonRows } from '@x/ui/skeleton'
import styles from '../product-page/product.module.css'

/** In the place of a page whose code, texts or user are not known yet: a title and a list. */
export const PageSkeleton = () => (
  <div className={styles['page']}>
    {/* One part: what follows a part that loads is not shown yet. */}
    <div className={styles['form']}>
      <Skeleton width="180px" height="27px" />
      <div className={styles['card']}>
        <SkeletonRows rows={8} />
      </div>
    </div>
  </div>
)
