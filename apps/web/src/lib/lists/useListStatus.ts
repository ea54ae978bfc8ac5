import { useMessages } from '../messages/messages.ts'
import { failureOf } from '../errors/serverText.ts'

export type ListStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'error'
      readonly title: string
      readonly onRetry: () => void
      readonly traceId?: string
    }

interface Query {
  readonly isLoading: boolean
  readonly error?: unknown
  readonly refetch: () => unknown
}

/** Loading, failed, or what there is. What is there stays while it is asked for again. */
export function useListStatus(): (
  query: Query,
  options: { readonly hasData: boolean },
) => ListStatus {
  const t = useMessages()
  return ({ isLoading, error, refetch }, { hasData }) => {
    if (isLoading) return { kind: 'loading' }
    if (hasData || !error) return { kind: 'ready' }
    const { traceId } = failureOf(error)
    return {
      kind: 'error',
      title: t('orders.failed'),
      onRetry: () => void refetch(),
      ...(traceId === undefined ? {} : { traceId }),
    }
  }
}
