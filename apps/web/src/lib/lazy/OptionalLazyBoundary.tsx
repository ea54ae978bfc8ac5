import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { useMessages } from '../messages/messages.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { useServices } from '../services/servicesContext.ts'

interface OptionalLazyBoundaryProps {
  /** Shuts it. */
  readonly onFail: () => void
  /** Says nothing of a failure: nobody asked for it. */
  readonly quiet?: boolean
  readonly children: ReactNode
}

/**
 * What lies above a page and is fetched when it is wanted: where its code or its texts cannot be
 * had, a toast says so and the page lives on (docs/adr/web.md).
 */
export function OptionalLazyBoundary({
  onFail,
  quiet = false,
  children,
}: OptionalLazyBoundaryProps) {
  return (
    <PageBoundary place="" fallback={<Failed onFail={onFail} quiet={quiet} />}>
      <Suspense fallback={null}>{children}</Suspense>
    </PageBoundary>
  )
}

function Failed({
  onFail,
  quiet,
}: Required<Pick<OptionalLazyBoundaryProps, 'onFail' | 'quiet'>>): null {
  const t = useMessages()
  const { toasts } = useServices()
  // Once for each failure, whatever is handed in meanwhile.
  const notify = useEffectEvent(() => {
    if (!quiet) toasts.error(t('error.other'))
    onFail()
  })
  useEffect(() => notify(), [])
  return null
}
