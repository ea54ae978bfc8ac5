import type { ReactNode } from 'react'
import { Inbox, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Button } from '../button/Button.tsx'
import { classNames } from '../classNames.ts'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import { CopyText } from './CopyText.tsx'
import styles from './emptyState.module.css'

/** Props of `EmptyState`. */
export interface EmptyStateProps extends WidgetProps {
  /** One sentence. */
  readonly children?: ReactNode
  /** One action. */
  readonly action?: ReactNode
  readonly icon?: LucideIcon
}

/** A message for a place without content. */
export function EmptyState({
  children,
  action,
  icon = Inbox,
  id,
  className,
  style,
}: EmptyStateProps) {
  const strings = useUiStrings()
  return (
    <div
      id={id}
      className={classNames(styles['state'], className)}
      style={style}
      data-x-part="empty-state"
    >
      <Icon of={icon} size={20} className={styles['icon']} />
      <p className={styles['text']}>{children ?? strings.noData}</p>
      {action}
    </div>
  )
}

/** Props of `ErrorState`. */
export interface ErrorStateProps extends WidgetProps {
  /** What failed. */
  readonly title: ReactNode
  /** What to do. */
  readonly children?: ReactNode
  readonly onRetry?: (() => void) | undefined
  /** Trace id for support, shown with a copy button. */
  readonly traceId?: string | undefined
}

/** An error message with what to do and the trace id for support; screen readers announce it. */
export function ErrorState({
  title,
  children,
  onRetry,
  traceId,
  id,
  className,
  style,
}: ErrorStateProps) {
  const strings = useUiStrings()
  return (
    <div
      id={id}
      className={classNames(styles['state'], className)}
      style={style}
      data-x-part="error-state"
      data-tone="danger"
      role="alert"
    >
      <Icon of={TriangleAlert} size={20} className={styles['icon']} />
      <p className={styles['title']}>{title}</p>
      {children ? <p className={styles['text']}>{children}</p> : null}
      {onRetry ? (
        <Button size="small" onClick={onRetry}>
          {strings.retry}
        </Button>
      ) : null}
      {traceId ? (
        <p className={styles['trace']}>
          {strings.traceId} <CopyText text={traceId} />
        </p>
      ) : null}
    </div>
  )
}
