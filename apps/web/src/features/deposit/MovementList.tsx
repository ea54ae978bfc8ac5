import { type Column, DataTable } from '@x/ui/data-table'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import type { ReactNode } from 'react'
import { failureOf } from '../../lib/errors/serverText.ts'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import styles from './deposit.module.css'

interface MovementListProps<Row> {
  /** Of the heading, unique on the page. */
  readonly id: string
  readonly title: string
  /** Whether the list is what the page is about. */
  readonly isPage: boolean
  readonly query: {
    readonly data?: { readonly items: readonly Row[] } | undefined
    readonly error?: unknown
    readonly isLoading: boolean
    readonly refetch: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** What a card on a phone has in its two lines. */
  readonly card: (row: Row) => { readonly head: ReactNode; readonly body: ReactNode }
  readonly empty: string
}

/** Coins that came or went, the latest first: a table, or cards on a phone. */
export function MovementList<Row>({
  id,
  title,
  isPage,
  query: { data, error, isLoading, refetch },
  columns,
  rowKey,
  card,
  empty,
}: MovementListProps<Row>) {
  const t = useWalletMessages()
  const isPhone = useMedia(PHONE)
  const rows = data?.items ?? []
  const { traceId } = failureOf(error)
  const status: ListStatus = isLoading
    ? { kind: 'loading' }
    : error && !data
      ? {
          kind: 'error',
          title: t('orders.failed'),
          onRetry: () => void refetch(),
          ...(traceId === undefined ? {} : { traceId }),
        }
      : { kind: 'ready' }
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <section className={styles['history']} aria-labelledby={id}>
      <Heading id={id} className={styles['heading']}>
        {title}
      </Heading>
      {isPhone ? (
        <Cards {...{ title, status, rows, rowKey, card, empty }} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          headerHeight={32}
          status={status}
          empty={{ text: <Pictured of="list">{empty}</Pictured> }}
        />
      )}
    </section>
  )
}

interface CardsProps<Row> extends Pick<
  MovementListProps<Row>,
  'title' | 'rowKey' | 'card' | 'empty'
> {
  readonly status: ListStatus
  readonly rows: readonly Row[]
}

function Cards<Row>({ title, status, rows, rowKey, card, empty }: CardsProps<Row>) {
  if (status.kind === 'loading') return <SkeletonRows rows={3} />
  if (status.kind === 'error')
    return <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId} />
  if (rows.length === 0)
    return (
      <EmptyState>
        <Pictured of="list">{empty}</Pictured>
      </EmptyState>
    )
  return (
    <ul className={styles['cards']} aria-label={title}>
      {rows.map((row) => {
        const { head, body } = card(row)
        return (
          <li key={rowKey(row)} className={styles['entry']}>
            <span className={styles['line']}>{head}</span>
            <span className={styles['line']}>{body}</span>
          </li>
        )
      })}
    </ul>
  )
}
