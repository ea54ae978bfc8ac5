import { EmptyState, type EmptyStateProps } from '@x/ui/empty-state'
import styles from './shell.module.css'

/**
 * The one thing that a page has to say, in the middle of it: what it says is the page's heading.
 */
export function PageFace({ children, ...face }: EmptyStateProps) {
  return (
    <div className={styles['face']}>
      <EmptyState {...face}>
        <span role="heading" aria-level={1}>
          {children}
        </span>
      </EmptyState>
    </div>
  )
}
