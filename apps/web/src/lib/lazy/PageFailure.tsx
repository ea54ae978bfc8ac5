import { isRequestError } from '@x/request'
import { ErrorState } from '@x/ui/empty-state'
import { useMessages } from '../messages/messages.ts'
import styles from './pageMessage.module.css'

/**
 * Replaces a page that could not be shown: what failed, what to do, and the trace id where there
 * is one.
 */
export function PageFailure({ cause }: { cause: unknown }) {
  const t = useMessages()
  const traceId = isRequestError(cause) ? cause.traceId : undefined
  return (
    <div className={styles['message']}>
      <ErrorState title={t('failure.title')} onRetry={() => location.reload()} traceId={traceId}>
        {traceId === undefined ? null : t('failure.text')}
      </ErrorState>
    </div>
  )
}
