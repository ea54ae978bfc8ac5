import { Skeleton, SkeletonRows } from '@x/ui/skeleton'
import styles from './terminal.module.css'

/** The terminal's own geometry, before the pair is known. */
export function TerminalSkeleton() {
  return (
    <div className={styles['terminal']} aria-busy="true">
      <div className={styles['stripPlace']}>
        <div className={styles['bones']}><Skeleton width="112px" height="20px" /><Skeleton width="96px" height="20px" /></div>
      </div>
      <div className={styles['chart']}>
        <div className={styles['bones']}><Skeleton width="240px" height="20px" /></div>
      </div>
      <div className={styles['book']}>
        <SkeletonRows rows={12} />
      </div>
      <div className={styles['form']}><SkeletonRows rows={8} columns={['100%']} /></div>
      <div className={styles['orders']}><SkeletonRows rows={3} /></div>
    </div>
  )
}
