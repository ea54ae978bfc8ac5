import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { type ReactElement, useMemo } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { AssetName } from '../../lib/coins/AssetName.tsx'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import { type TransferRecord, useTransfers } from '../../data/transfers/api.ts'
import styles from './transfer.module.css'

/** What was moved, the latest first. */
export function TransferHistory({ nameOf }: { readonly nameOf: (userId: string) => string }) {
  const t = usePageMessages()
  const isPhone = useMedia(PHONE)
  const query = useTransfers()
  const status: ListStatus = query.isLoading
    ? { kind: 'loading' }
    : query.error && !query.data
      ? failed(t('orders.failed'), query)
      : { kind: 'ready' }
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  const columns = useTransferColumns(nameOf)
  const empty = t('assets.pnlNone')
  return (
    <section className={styles['history']} aria-labelledby="transfers">
      <h2 id="transfers" className={styles['heading']}>
        {t('transfer.history')}
      </h2>
      {isPhone ? (
        <Cards label={t('transfer.history')} status={status} rows={rows} empty={empty}>
          {(transfer) => <TransferCard transfer={transfer} nameOf={nameOf} />}
        </Cards>
      ) : (
        <DataTable
          label={t('transfer.history')}
          columns={columns}
          rows={rows}
          rowKey={({ transferId }) => transferId}
          headerHeight={32}
          status={status}
          empty={{ text: <Pictured of="list">{empty}</Pictured> }}
        />
      )}
      {query.hasNextPage ? (
        <div className={styles['more']}>
          <Button
            size="small"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('orders.loadMore')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function failed(
  title: string,
  { error, refetch }: { readonly error?: unknown; readonly refetch: () => unknown },
): ListStatus {
  const { traceId } = failureOf(error)
  return {
    kind: 'error',
    title,
    onRetry: () => void refetch(),
    ...(traceId === undefined ? {} : { traceId }),
  }
}

interface CardsProps {
  readonly label: string
  readonly status: ListStatus
  readonly rows: readonly TransferRecord[]
  readonly empty: string
  readonly children: (row: TransferRecord) => ReactElement
}

/**
 * On a phone two lines a transfer. Its own: the cards of orders travel with the terminal, in one
 * piece with what else it needs.
 */
function Cards({ label, status, rows, empty, children }: CardsProps) {
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
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => (
        <li key={row.transferId} className={styles['entry']}>
          {children(row)}
        </li>
      ))}
    </ul>
  )
}

function TransferCard({
  transfer: { createdAt, fromUserId, toUserId, asset, amount },
  nameOf,
}: {
  readonly transfer: TransferRecord
  readonly nameOf: (userId: string) => string
}) {
  const t = usePageMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return (
    <>
      <span className={styles['line']}>
        <NumberText full={amount} unit={asset}>
          {numbers.number(amount, { digits: 8, trim: true })}
        </NumberText>
        <NumberText tone="muted">{dates.timestamp(createdAt)}</NumberText>
      </span>
      <span className={styles['line']}>
        <span>
          {t('transfer.from')} <bdi>{nameOf(fromUserId)}</bdi>
        </span>
        <span>
          {t('transfer.to')} <bdi>{nameOf(toUserId)}</bdi>
        </span>
      </span>
    </>
  )
}

function useTransferColumns(nameOf: (userId: string) => string) {
  const t = usePageMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(
    () =>
      [
        {
          key: 'time',
          header: t('orders.time'),
          minWidth: 160,
          cell: ({ createdAt }) => <NumberText>{dates.timestamp(createdAt)}</NumberText>,
        },
        {
          key: 'from',
          header: t('transfer.from'),
          minWidth: 120,
          cell: ({ fromUserId }) => <bdi>{nameOf(fromUserId)}</bdi>,
        },
        {
          key: 'to',
          header: t('transfer.to'),
          minWidth: 120,
          cell: ({ toUserId }) => <bdi>{nameOf(toUserId)}</bdi>,
        },
        {
          key: 'asset',
          header: t('orders.asset'),
          minWidth: 96,
          cell: ({ asset }) => <AssetName asset={asset} />,
        },
        {
          key: 'amount',
          header: t('spot.amount'),
          kind: 'number',
          minWidth: 160,
          cell: ({ amount }) => (
            <NumberText full={amount}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
      ] satisfies Column<TransferRecord>[],
    [t, dates, numbers, nameOf],
  )
}
