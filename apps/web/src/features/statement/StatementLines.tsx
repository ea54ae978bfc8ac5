import { useDates, useNumbers } from '@x/locale/react'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type StatementFilter, type StatementLine, useStatement } from '../../data/statement/api.ts'
import { DimZeros } from '../../lib/amounts/DimZeros.tsx'
import { Pager, usePager } from '../../lib/lists/Pager.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useStatementNames } from './kindNames.ts'
import { StatementCards } from './StatementCards.tsx'
import styles from './statement.module.css'

/** Lines that the server gives at a time. */
const PIECE = '100'

interface StatementLinesProps {
  readonly wanted: StatementFilter
  readonly isNarrowed: boolean
}

/** The lines that pass the filter, with the balance after each. */
export function StatementLines({ wanted, isNarrowed }: StatementLinesProps) {
  const t = useAccountMessages()
  const isPhone = useMedia(PHONE)
  const columns = useColumns()
  const query = useStatement({ ...wanted, limit: PIECE })
  const { currentData, isFetching, error, refetch } = query
  const rows = useMemo(() => currentData?.pages.flatMap(({ items }) => items) ?? [], [currentData])
  const status = useListStatus()(
    { isLoading: isFetching && !currentData, error, refetch },
    { hasData: currentData !== undefined },
  )
  const { shown: page, pager } = usePager({ ...query, rows })
  const shown = {
    label: t('statement.title'),
    rows: page,
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
      <Pager {...pager} />
    </>
  )
}

function useColumns(): readonly Column<StatementLine>[] {
  const t = useAccountMessages()
  const names = useStatementNames()
  const dates = useDates()
  const numbers = useNumbers('trading')
  const figures = (key: 'amount' | 'balance', header: string): Column<StatementLine> => ({
    key,
    header,
    kind: 'number',
    minWidth: 144,
    cell: (line) => (
      <NumberText full={line[key]}>
        <DimZeros text={numbers.number(line[key], { digits: 8 })} />
      </NumberText>
    ),
  })
  return [
    {
      key: 'at',
      header: t('orders.time'),
      minWidth: 138,
      cell: ({ at }) => (
        <NumberText tone="muted" full={dates.timestamp(at)}>
          {dates.timestamp(at, 'minute')}
        </NumberText>
      ),
    },
    {
      key: 'account',
      header: t('statement.account'),
      minWidth: 128,
      cell: (line) => <bdi>{names.place(line)}</bdi>,
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
    figures('amount', t('orders.amount')),
    figures('balance', t('statement.balance')),
    {
      key: 'reference',
      header: t('statement.reference'),
      kind: 'number',
      minWidth: 120,
      cell: ({ reference }) => <bdi className={styles['reference']}>{reference}</bdi>,
    },
  ]
}
