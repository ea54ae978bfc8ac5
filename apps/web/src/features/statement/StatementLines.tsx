import { useDates, useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { useMemo } from 'react'
import { type StatementFilter, type StatementLine, useStatement } from '../../data/statement/api.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useStatementNames } from './kindNames.ts'
import { StatementCards } from './StatementCards.tsx'
import styles from './statement.module.css'

const PAGE_SIZES = ['10', '20', '30', '40', '50', '100']

interface StatementLinesProps {
  readonly wanted: StatementFilter
  readonly isNarrowed: boolean
  readonly pageSize: string
  readonly onPageSize: (size: string) => void
}

/** The lines that pass the filter, with the balance after each. */
export function StatementLines({ wanted, isNarrowed, ...size }: StatementLinesProps) {
  const t = useAccountMessages()
  const isPhone = useMedia(PHONE)
  const columns = useColumns()
  const query = useStatement({ ...wanted, limit: size.pageSize })
  const { currentData, isFetching, error, refetch } = query
  const rows = useMemo(() => currentData?.pages.flatMap(({ items }) => items) ?? [], [currentData])
  const status = useListStatus()(
    { isLoading: isFetching && !currentData, error, refetch },
    { hasData: currentData !== undefined },
  )
  const shown = {
    label: t('statement.title'),
    rows,
    status,
    empty: { text: isNarrowed ? t('records.noMatch') : t('statement.empty') },
  }
  return (
    <>
      {isPhone ? (
        <StatementCards {...shown} />
      ) : (
        <div className={styles['table']}>
          <DataTable
            {...shown}
            columns={columns}
            rowKey={({ lineId }) => lineId}
            headerHeight={32}
          />
        </div>
      )}
      <div className={styles['more']}>
        <Select
          size="small"
          className={styles['size']}
          aria-label={t('statement.pageSize')}
          options={PAGE_SIZES.map((value) => ({ value, label: value }))}
          value={size.pageSize}
          onChange={(value) => value !== null && size.onPageSize(value)}
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
      </div>
    </>
  )
}

function useColumns(): readonly Column<StatementLine>[] {
  const t = useAccountMessages()
  const names = useStatementNames()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const amount = (text: string) => (
    <NumberText full={text}>{numbers.number(text, { digits: 8, trim: true })}</NumberText>
  )
  return [
    {
      key: 'at',
      header: t('orders.time'),
      minWidth: 160,
      cell: ({ at }) => <NumberText>{dates.date(at)}</NumberText>,
    },
    {
      key: 'account',
      header: t('statement.account'),
      minWidth: 128,
      cell: ({ account, symbol }) => (
        <bdi>
          {symbol === null ? names.account(account) : `${names.account(account)} ${symbol}`}
        </bdi>
      ),
    },
    {
      key: 'kind',
      header: t('statement.kind'),
      minWidth: 144,
      cell: ({ kind }) => names.kind(kind),
    },
    {
      key: 'asset',
      header: t('orders.asset'),
      minWidth: 80,
      cell: ({ asset }) => <bdi>{asset}</bdi>,
    },
    {
      key: 'amount',
      header: t('orders.amount'),
      kind: 'number',
      minWidth: 144,
      cell: (line) => amount(line.amount),
    },
    {
      key: 'balance',
      header: t('statement.balance'),
      kind: 'number',
      minWidth: 144,
      cell: ({ balance }) => amount(balance),
    },
    {
      key: 'reference',
      header: t('statement.reference'),
      minWidth: 120,
      cell: ({ reference }) => <bdi className={styles['reference']}>{reference}</bdi>,
    },
  ]
}
