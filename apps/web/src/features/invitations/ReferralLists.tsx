import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import {
  type InvitedUser,
  type ReferralRebate,
  useInvited,
  useRebates,
} from '../../data/referral/api.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'

/** Who registered with the own code, the latest first. */
export function InvitedList() {
  const t = useProductMessages()
  const dates = useDates()
  const query = useInvited()
  const columns = useMemo(
    () =>
      [
        {
          key: 'user',
          header: t('referral.invited'),
          minWidth: 120,
          cell: ({ user }) => <bdi>{user}</bdi>,
        },
        {
          key: 'time',
          header: t('orders.time'),
          minWidth: 168,
          cell: ({ at }) => <NumberText>{dates.timestamp(at)}</NumberText>,
        },
      ] satisfies Column<InvitedUser>[],
    [t, dates],
  )
  return (
    <List
      id="referral-invited"
      title={t('referral.invited')}
      empty={t('referral.none')}
      query={query}
      columns={columns}
      rowKey={({ user, at }) => `${user} ${at}`}
    />
  )
}

/** What was paid, the latest first. */
export function RebateList() {
  const t = useProductMessages()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const query = useRebates()
  const columns = useMemo(
    () =>
      [
        {
          key: 'time',
          header: t('orders.time'),
          minWidth: 168,
          cell: ({ at }) => <NumberText>{dates.timestamp(at)}</NumberText>,
        },
        {
          key: 'asset',
          header: t('orders.asset'),
          minWidth: 72,
          cell: ({ asset }) => <bdi>{asset}</bdi>,
        },
        {
          key: 'amount',
          header: t('orders.amount'),
          kind: 'number',
          minWidth: 136,
          cell: ({ amount }) => (
            <NumberText full={amount}>
              {numbers.number(amount, { digits: 8, trim: true })}
            </NumberText>
          ),
        },
      ] satisfies Column<ReferralRebate>[],
    [t, dates, numbers],
  )
  return (
    <List
      id="referral-rebates"
      title={t('referral.rebates')}
      empty={t('referral.noRebates')}
      query={query}
      columns={columns}
      rowKey={({ rebateId }) => rebateId}
    />
  )
}

function List<Row>({
  id,
  title,
  empty,
  query,
  columns,
  rowKey,
}: {
  readonly id: string
  readonly title: string
  readonly empty: string
  readonly query: Parameters<ReturnType<typeof useListStatus>>[0] & {
    readonly data?: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
}) {
  const t = useProductMessages()
  const statusOf = useListStatus()
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id} className={styles['heading']}>
        {title}
      </h2>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        headerHeight={32}
        status={statusOf(query, { hasData: query.data !== undefined })}
        empty={{ text: empty }}
      />
      {query.hasNextPage ? (
        <Button
          size="small"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('orders.loadMore')}
        </Button>
      ) : null}
    </section>
  )
}
