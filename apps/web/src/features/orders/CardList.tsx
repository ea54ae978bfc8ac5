import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { lazy, type ReactElement, Suspense } from 'react'
import styles from './orders.module.css'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'

// Few traders have so many on the first sight of their terminal.
const LongCards = lazy(() => import('./LongCards.tsx'))
/**
 * Up to this many cards are all drawn: the browser's own search finds them, and windowing them
 * would gain nothing.
 */
const FEW_CARDS = 40

export interface CardListProps<Entry> {
  readonly label: string
  readonly status: ListStatus
  readonly entries: readonly Entry[]
  /** What is said of no entries. */
  readonly empty: string
  /** What can be done about it. */
  readonly emptyAction?: ReactElement | undefined
  /** Draws the lines of a card. */
  readonly children: (entry: Entry) => ReactElement
  readonly keyOf: (entry: Entry) => string
}

/**
 * A list on a phone: two lines an entry, without scrolling sideways. Of a long one the cards in
 * sight are drawn.
 */
export function CardList<Entry>({
  label,
  status,
  entries,
  empty,
  emptyAction,
  children,
  keyOf,
}: CardListProps<Entry>) {
  if (status.kind === 'loading') return <SkeletonRows rows={3} />
  if (status.kind === 'error')
    return <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId} />
  if (entries.length === 0) return <EmptyState action={emptyAction}>{empty}</EmptyState>
  if (entries.length > FEW_CARDS)
    return (
      <Suspense fallback={<SkeletonRows rows={3} />}>
        <LongCards label={label} keys={entries.map(keyOf)}>
          {(index) => children(entries[index]!)}
        </LongCards>
      </Suspense>
    )
  return (
    <ul className={styles['cards']} aria-label={label}>
      {entries.map((entry) => (
        <li key={keyOf(entry)} data-row={keyOf(entry)} className={styles['card']}>
          {children(entry)}
        </li>
      ))}
    </ul>
  )
}
