import { Select } from '@x/ui/select'
import type { MarginLiquidation, MarginLoan } from '@x/api'
import { useAccountName } from '../../data/margin/accountName.ts'
import { useMarginTiers } from '../../data/margin/api.ts'
import {
  type MarginFilter,
  type MarginRecordKind,
  marginRecordsExport,
} from '../../data/margin/recordsApi.ts'
import { useMarginMessages, usePageMessages } from '../../lib/messages/messages.ts'
import {
  DateFilter,
  ExportButton,
  type RecordList,
  useCsvExport,
  useDatedFilter,
} from '../records/index.ts'
import styles from './margin.module.css'
import { marginLines } from './marginLines.ts'
import { MarginRecordList } from './MarginRecordList.tsx'

const ALL = 'all'

/** Lists of loans and of what became of them, as tabs of a page; one filter for all of them. */
export function useMarginLists(kinds: readonly MarginRecordKind[]): readonly RecordList[] {
  const t = useMarginMessages()
  const { filter, symbol, setSymbol, dates, setDates, count, clear } = useDatedFilter()
  const labels = {
    loans: t('margin.loans'),
    repayments: t('margin.repaid'),
    interest: t('margin.interest'),
    liquidations: t('margin.liquidations'),
  }
  const filters = (
    <>
      <DateFilter value={dates} onChange={setDates} />
      <AccountFilter value={symbol} onChange={setSymbol} />
    </>
  )
  return kinds.map((kind) => ({
    value: kind,
    label: labels[kind],
    panel: (
      <MarginRecordList
        key={JSON.stringify(filter)}
        kind={kind}
        filter={filter}
        label={labels[kind]}
      />
    ),
    page: {
      actions: <Export key={kind} kind={kind} filter={filter} />,
      filters,
      filterCount: count,
      onClear: clear,
    },
  }))
}

function AccountFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (symbol: string | undefined) => void
}) {
  const t = useMarginMessages()
  const all = usePageMessages()('records.all')
  const nameOf = useAccountName()
  const { data: tiers } = useMarginTiers()
  const pairs = [...new Set(tiers?.map((tier) => tier.symbol))]
  return (
    <Select
      size="small"
      label={t('margin.account')}
      className={styles['filter']}
      options={[
        { value: ALL, label: all },
        { value: 'cross', label: nameOf(null) },
        ...pairs.map((pair) => ({ value: pair, label: nameOf(pair) })),
      ]}
      value={value ?? ALL}
      onChange={(next) => onChange(next === null || next === ALL ? undefined : next)}
    />
  )
}

interface ExportProps {
  readonly kind: MarginRecordKind
  readonly filter: MarginFilter
}

function Export({ kind, filter }: ExportProps) {
  const csv = useCsvExport<MarginLoan | MarginLiquidation>({
    name: `margin-${kind}.csv`,
    questionAt: marginRecordsExport(kind, filter),
    linesOf: (records) => marginLines(kind, records),
  })
  return <ExportButton {...csv} />
}
