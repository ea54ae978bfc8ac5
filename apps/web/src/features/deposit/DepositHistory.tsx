import { useDates, useNumbers } from '@x/locale/react'
import { type Column, DataTable } from '@x/ui/data-table'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { useMemo } from 'react'
import { type Deposit, useDeposits } from '../../data/deposits/api.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import type { ListStatus } from '../../lib/lists/useListStatus.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import styles from './deposit.module.css'

/** What has come, the latest first, with its confirmations. */
export function DepositHistory({ isPage = false }: { readonly isPage?: boolean }) {
  const t = useWalletMessages()
  const isPhone = useMedia(PHONE)
  const { data, error, isLoading, refetch } = useDeposits()
  const columns = useDepositColumns()
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
    <section className={styles['history']} aria-labelledby="deposits">
      <Heading id="deposits" className={styles['heading']}>
        {t('deposit.history')}
      </Heading>
      {isPhone ? (
        <Cards status={status} rows={rows} />
      ) : (
        <DataTable
          label={t('deposit.history')}
          columns={columns}
          rows={rows}
          rowKey={({ depositId }) => depositId}
          headerHeight={32}
          status={status}
          empty={{ text: t('deposit.empty') }}
        />
      )}
    </section>
  )
}

function Cards({
  status,
  rows,
}: {
  readonly status: ListStatus
  readonly rows: readonly Deposit[]
}) {
  const t = useWalletMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  if (status.kind === 'loading') return <SkeletonRows rows={3} />
  if (status.kind === 'error')
    return <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId} />
  if (rows.length === 0) return <EmptyState>{t('deposit.empty')}</EmptyState>
  return (
    <ul className={styles['cards']} aria-label={t('deposit.history')}>
      {rows.map((deposit) => (
        <li key={deposit.depositId} className={styles['entry']}>
          <span className={styles['line']}>
            <NumberText full={deposit.amount} unit={deposit.asset}>
              {numbers.number(deposit.amount, { digits: 8, trim: true })}
            </NumberText>
            <NumberText tone="muted">{dates.timestamp(deposit.createdAt)}</NumberText>
          </span>
          <span className={styles['line']}>
            <State deposit={deposit} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The state in words, and how far the next one is. */
function State({ deposit }: { readonly deposit: Deposit }) {
  const t = useWalletMessages()
  const { state, confirmations, creditAt, unlockAt } = deposit
  const needed = state === 'confirming' ? creditAt : state === 'credited' ? unlockAt : undefined
  return (
    <span>
      {t(`deposit.${state}`)}
      {needed === undefined ? null : (
        <>
          {' '}
          <NumberText tone="muted">{`${Math.min(confirmations, needed)} / ${needed}`}</NumberText>
        </>
      )}
    </span>
  )
}

function useDepositColumns() {
  const t = useWalletMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  return useMemo(
    () =>
      [
        {
          key: 'time',
          header: t('orders.time'),
          minWidth: 150,
          cell: ({ createdAt }) => <NumberText>{dates.timestamp(createdAt)}</NumberText>,
        },
        {
          key: 'asset',
          header: t('orders.asset'),
          minWidth: 64,
          cell: ({ asset }) => <bdi>{asset}</bdi>,
        },
        {
          key: 'network',
          header: t('deposit.network'),
          minWidth: 72,
          cell: ({ network }) => <bdi>{network}</bdi>,
        },
        {
          key: 'amount',
          header: t('spot.amount'),
          kind: 'number',
          minWidth: 120,
          cell: ({ amount }) => (
            <NumberText full={amount}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
        {
          key: 'state',
          header: t('orders.status'),
          minWidth: 220,
          cell: (deposit) => <State deposit={deposit} />,
        },
      ] satisfies Column<Deposit>[],
    [t, dates, numbers],
  )
}
