import { useDates, useNumbers } from '@x/locale/react'
import { type Column, DataTable } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { type StatementFilter, type StatementLine, useStatement } from '../../data/statement/api.ts'
import { DimZeros } from '../../lib/amounts/DimZeros.tsx'
import { Pager, usePager } from '../../lib/lists/Pager.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { fitColumns } from '../../lib/media/fitColumns.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useStatementNames } from './kindNames.ts'
import { StatementCards } from './StatementCards.tsx'
import styles from './statement.module.css'

/** What a narrow table does without, in this order; the CSV file has each. */
const EXPENDABLE = ['reference', 'account']

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
  const { box, width } = useAvailableWidth()
  const columns = fitColumns(useColumns(), { width, expendable: EXPENDABLE })
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
        <div ref={box} className={styles['table']}>
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
      minWidth: 112,
      cell: (line) => <bdi>{names.place(line)}</bdi>,
    },
    {
      key: 'kind',
      header: t('statement.kind'),
      minWidth: 128,
      cell: ({ kind }) => names.kind(kind),
    },
    {
      key: 'asset',
      header: t('orders.asset'),
      minWidth: 64,
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
