import { Skeleton, SkeletonRows } from '@x/ui/skeleton'
import { useTerminalLayout } from './useTerminalLayout.ts'
import styles from './terminal.module.css'

/** The terminal's own geometry, before the pair is known. */
export function TerminalSkeleton() {
  const { rootProps } = useTerminalLayout()
  return (
    <div {...rootProps} aria-busy="true">
      <div className={styles['stripPlace']}>
        <Skeleton width="160px" height="20px" />
      </div>
      <div className={styles['chart']} />
      <div className={styles['book']}>
        <SkeletonRows rows={12} />
      </div>
      <div className={styles['form']} />
      <div className={styles['orders']} />
    </div>
  )
}
