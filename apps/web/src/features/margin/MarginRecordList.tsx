import type { MarginLiquidation, MarginLoan } from '@x/api'
import { decimal, formatDecimal, sum } from '@x/decimal'
import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useAccountName } from '../../data/margin/accountName.ts'
import {
  type MarginFilter,
  marginRecordKey,
  type MarginRecordKind,
  useMarginRecords,
} from '../../data/margin/recordsApi.ts'
import { DimZeros } from '../../lib/amounts/DimZeros.tsx'
import { Pager, usePager } from '../../lib/lists/Pager.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import { FuturesTable } from '../futures-panel/index.ts'

interface MarginRecordListProps {
  readonly kind: MarginRecordKind
  readonly filter: MarginFilter
  readonly label: string
}

/** Records of a kind, page by page. */
export function MarginRecordList({ kind, filter, label }: MarginRecordListProps) {
  const t = useMarginMessages()
  const query = useMarginRecords(kind, filter)
  const { rows, isFetching, error, refetch } = query
  const { shown, pager } = usePager<MarginLoan | MarginLiquidation>(query)
  const status = useListStatus()(
    { isLoading: isFetching && !rows, error, refetch },
    { hasData: rows !== undefined },
  )
  const [loans, steps] = [useLoanColumns(), useStepColumns()]
  const table = {
    label,
    rowKey: marginRecordKey,
    status,
    empty: (
      <Pictured of="list">
        {t(Object.keys(filter).length > 0 ? 'margin.noMatch' : 'margin.empty')}
      </Pictured>
    ),
  }
  return (
    <>
      {kind === 'liquidations' ? (
        <FuturesTable {...table} columns={steps} rows={shown as readonly MarginLiquidation[]} />
      ) : (
        <FuturesTable {...table} columns={loans} rows={shown as readonly MarginLoan[]} />
      )}
      <Pager {...pager} />
    </>
  )
}

const KIND_TEXTS = {
  borrow: 'margin.borrowed',
  draw: 'margin.drawn',
  interest: 'margin.interest',
  repay: 'margin.repaid',
  liquidation: 'margin.repaidByLiquidation',
  shortage: 'margin.fundPaid',
} as const

const STEP_TEXTS = {
  cancel: 'margin.cancelled',
  trade: 'margin.traded',
  shortage: 'margin.fundPaid',
} as const

interface Dated {
  readonly createdAt: number
  readonly symbol: string | null
}

/** When it was, and in which account. */
function useFirstColumns(): readonly Column<Dated>[] {
  const t = useMarginMessages()
  const dates = useDates()
  const nameOf = useAccountName()
  return [
    {
      key: 'time',
      header: t('orders.time'),
      minWidth: 138,
      cell: ({ createdAt }) => (
        <NumberText tone="muted" full={dates.timestamp(createdAt)}>
          {dates.timestamp(createdAt, 'minute')}
        </NumberText>
      ),
    },
    {
      key: 'account',
      header: t('margin.account'),
      minWidth: 190,
      cell: ({ symbol }) => nameOf(symbol),
    },
  ]
}

function useLoanColumns(): readonly Column<MarginLoan>[] {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const first = useFirstColumns() as readonly Column<MarginLoan>[]
  const figure = (
    key: string,
    { header, of }: { readonly header: string; readonly of: (loan: MarginLoan) => string },
  ): Column<MarginLoan> => ({
    key,
    header,
    kind: 'number',
    minWidth: 130,
    cell: (loan) => (
      <NumberText full={of(loan)}>
        <DimZeros text={numbers.number(of(loan), { digits: 8 })} />
      </NumberText>
    ),
  })
  return [
    ...first,
    {
      key: 'kind',
      header: t('orders.type'),
      minWidth: 150,
      cell: ({ kind }) => t(KIND_TEXTS[kind]),
    },
    {
      key: 'asset',
      header: t('orders.asset'),
      minWidth: 72,
      cell: ({ asset }) => <bdi>{asset}</bdi>,
    },
    figure('amount', { header: t('spot.amount'), of: ({ amount }) => amount }),
    figure('interest', { header: t('margin.interest'), of: ({ interest }) => interest }),
    figure('fee', { header: t('orders.fee'), of: ({ fee }) => fee }),
    figure('owed', {
      header: t('margin.owedAfter'),
      of: ({ principalAfter, interestAfter }) =>
        formatDecimal(sum([decimal(principalAfter), decimal(interestAfter)])),
    }),
  ]
}

function useStepColumns(): readonly Column<MarginLiquidation>[] {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const first = useFirstColumns() as readonly Column<MarginLiquidation>[]
  return [
    ...first,
    {
      key: 'step',
      header: t('orders.type'),
      minWidth: 170,
      cell: ({ step }) => t(STEP_TEXTS[step]),
    },
    {
      key: 'level',
      header: t('margin.level'),
      kind: 'number',
      minWidth: 110,
      cell: ({ level }) => (
        <NumberText full={level}>{numbers.number(level, { digits: 4 })}</NumberText>
      ),
    },
    {
      key: 'order',
      header: t('orders.orderId'),
      kind: 'number',
      minWidth: 110,
      cell: ({ orderId }) => <bdi>{orderId ?? '--'}</bdi>,
    },
  ]
}
