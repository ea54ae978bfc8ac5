import { isRequestError } from '@x/request'
import { ErrorState } from '@x/ui/empty-state'
import { useMessages } from '../messages.ts'

/** The face of a page that could not be shown: what failed, what to do, and the trace id where there is one. */
export function PageFailure({ cause }: { cause: unknown }) {
  const t = useMessages()
  return (
    <ErrorState title={t('failure.title')} onRetry={() => location.reload()} traceId={isRequestError(cause) ? cause.traceId : undefined}>
      {t('failure.text')}
    </ErrorState>
  )
}
