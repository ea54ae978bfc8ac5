import { EmptyState, type EmptyStateProps } from '@x/ui/empty-state'
import styles from './pageMessage.module.css'

/**
 * A page that shows one message in its middle; the message is the page's heading.
 */
export function PageMessage({ children, ...state }: EmptyStateProps) {
  return (
    <div className={styles['message']}>
      <EmptyState {...state}>
        <span role="heading" aria-level={1}>
          {children}
        </span>
      </EmptyState>
    </div>
  )
}
