import { ErrorState } from '@x/ui/empty-state'
import { type ReactNode, Suspense } from 'react'
import { useMessages } from '../messages/messages.ts'
import { PageBoundary } from './PageBoundary.tsx'

interface LazyBoundaryProps {
  /** While its code is on its way. */
  readonly fallback?: ReactNode
  /** What is said when it cannot be had; default that of a list. */
  readonly title?: string
  readonly children: ReactNode
}

/**
 * What a page fetches when it is first shown: where its code cannot be had it fails in its own
 * place, and a chart, a book or a header beside it lives on (docs/adr/web.md).
 */
export function LazyBoundary({ fallback, title, children }: LazyBoundaryProps) {
  const t = useMessages()
  return (
    <PageBoundary
      place=""
      fallback={
        <ErrorState title={title ?? t('orders.failed')} onRetry={() => location.reload()} />
      }
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </PageBoundary>
  )
}
