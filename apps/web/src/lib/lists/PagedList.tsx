import { Button } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import type { ReactElement, ReactNode } from 'react'
import { failureOf, serverText } from '../errors/serverText.ts'
import { useMessages } from '../messages/messages.ts'

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** A list that is read in pages. */
export interface PagedQuery<Row> extends Pages {
  readonly data?: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined
  readonly error?: unknown
  readonly refetch: () => unknown
}

/** The way to older entries, where there are any. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) {
  const t = useMessages()
  if (!hasNextPage) return null
  return (
    <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('orders.loadMore')}
    </Button>
  )
}

interface PagedListProps<Row> {
  readonly query: PagedQuery<Row>
  /** What is said where there is nothing. */
  readonly empty: string
  /** What can be done about it. */
  readonly action?: ReactElement
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** Waiting, failed, nothing, or the rows and the way to older ones. */
export function PagedList<Row>({ query, empty, action, children }: PagedListProps<Row>) {
  const t = useMessages()
  const { data, error, refetch } = query
  if (data === undefined)
    return error ? (
      <ErrorState
        title={t('orders.failed')}
        onRetry={() => void refetch()}
        traceId={failureOf(error).traceId}
      >
        {serverText(error, t)}
      </ErrorState>
    ) : (
      <SkeletonRows rows={4} />
    )
  const rows = data.pages.flatMap(({ items }) => items)
  if (rows.length === 0) return <EmptyState action={action}>{empty}</EmptyState>
  return (
    <>
      {children(rows)}
      <MoreButton {...query} />
    </>
  )
}
