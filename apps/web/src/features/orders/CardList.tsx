import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import type { ReactElement } from 'react'
import { FEW_CARDS } from './cardPlaces.ts'
import { LongCards } from './LongCards.tsx'
import styles from './orders.module.css'
import type { ListFace } from './useListFace.ts'

export interface CardListProps<Entry> {
  readonly label: string
  readonly face: ListFace
  readonly entries: readonly Entry[]
  /** What is said of no entries. */
  readonly empty: string
  /** Draws the lines of a card. */
  readonly children: (entry: Entry) => ReactElement
  readonly keyOf: (entry: Entry) => string
}

/** A list on a phone: two lines an entry, without scrolling sideways. Of a long one the cards in sight are drawn. */
export function CardList<Entry>({ label, face, entries, empty, children, keyOf }: CardListProps<Entry>) {
  if (face.kind === 'loading') return <SkeletonRows rows={3} />
  if (face.kind === 'error') return <ErrorState title={face.title} onRetry={face.onRetry} traceId={face.traceId} />
  if (entries.length === 0) return <EmptyState>{empty}</EmptyState>
  if (entries.length > FEW_CARDS) return <LongCards label={label} entries={entries} keyOf={keyOf}>{children}</LongCards>
  return (
    <ul className={styles['cards']} aria-label={label}>
      {entries.map((entry) => <li key={keyOf(entry)} className={styles['card']}>{children(entry)}</li>)}
    </ul>
  )
}
