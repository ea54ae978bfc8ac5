import { EmptyState, type EmptyStateProps } from '@x/ui/empty-state'
import styles from './pageMessage.module.css'

export interface PageMessageProps extends EmptyStateProps {
  /** 2: below the title of a page that has one. Default 1. */
  readonly level?: 1 | 2
}

/**
 * A page that shows one message in its middle; the message is the page's heading.
 */
export function PageMessage({ level = 1, children, ...state }: PageMessageProps) {
  return (
    <div className={styles['message']}>
      <EmptyState {...state}>
        <span role="heading" aria-level={level}>
          {children}
        </span>
      </EmptyState>
    </div>
  )
}
