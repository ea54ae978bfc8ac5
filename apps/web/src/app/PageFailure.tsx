import { isRequestError } from '@x/request'
import { ErrorState } from '@x/ui/empty-state'
import { useRouteError } from 'react-router'
import { useMessages } from '../messages.ts'

/** The face of a page that could not be shown: what failed, what to do, and the trace id where there is one. */
export function PageFailure() {
  const t = useMessages()
  const error = useRouteError()
  return (
    <ErrorState title={t('failure.title')} onRetry={() => location.reload()} traceId={isRequestError(error) ? error.traceId : undefined}>
      {t('failure.text')}
    </ErrorState>
  )
}
