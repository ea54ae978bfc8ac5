import type { FuturesProduct } from '@x/api'
import { Button } from '@x/ui/button'
import { productOf } from '../../data/futures/api.ts'
import { type RecordFilter, recordKey, useFuturesRecords } from '../../data/futures/recordsApi.ts'
import { Pager, usePager } from '../../lib/lists/Pager.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresPanel.module.css'
import { FuturesTable } from './FuturesTable.tsx'
import { type RecordColumnKind, useRecordColumns } from './recordColumns.tsx'

interface RecordListProps {
  readonly kind: RecordColumnKind
  /** Only its records; absent: all. */
  readonly product?: FuturesProduct | undefined
  readonly filter?: RecordFilter
  /** On a page of records: a page of the list at a time. */
  readonly isPaged?: boolean
}

const ALL: RecordFilter = {}

/** Past records of a kind, page by page. */
export default function RecordList({
  kind,
  product,
  filter = ALL,
  isPaged = false,
}: RecordListProps) {
  const t = useFuturesMessages()
  const query = useFuturesRecords(kind, filter)
  const { rows, isFetching, error, refetch, ...pages } = query
  const status = useListStatus()(
    { isLoading: isFetching && !rows, error, refetch },
    { hasData: rows !== undefined },
  )
  const columns = useRecordColumns(kind)
  const { shown: page, pager } = usePager<NonNullable<typeof rows>[number]>(query)
  const shown = (isPaged ? page : (rows ?? [])).filter(
    (row) => !('marginCoin' in row) || product === undefined || productOf(row) === product,
  )
  // Rates are those of one contract always: it narrows nothing.
  const { symbol, ...others } = filter
  const isNarrowed = Object.keys(others).length > 0 || (symbol !== undefined && kind !== 'funding')
  const texts = {
    positions: [t('positions.history'), t('positions.historyEmpty')],
    orders: [t('orders.history'), t('orders.historyEmpty')],
    fills: [t('orders.fills'), t('orders.fillsEmpty')],
    bills: [t('positions.bills'), t('positions.billsEmpty')],
    funding: [t('positions.fundingTitle'), t('positions.billsEmpty')],
  } as const
  const [label, empty] = texts[kind]
  return (
    <>
      <FuturesTable
        label={label}
        columns={columns}
        rows={shown}
        rowKey={recordKey}
        status={status}
        empty={isNarrowed ? t('positions.noMatch') : empty}
      />
      {isPaged ? (
        <Pager {...pager} />
      ) : pages.hasNextPage ? (
        <div className={styles['more']}>
          <Button
            size="small"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('orders.loadMore')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
