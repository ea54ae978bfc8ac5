import { Select } from '@x/ui/select'
import { Tabs } from '@x/ui/tabs'
import { useState } from 'react'
import type { MarginLiquidation, MarginLoan } from '@x/api'
import { useAccountName } from '../../data/margin/accountName.ts'
import { useMarginTiers } from '../../data/margin/api.ts'
import {
  type MarginFilter,
  type MarginRecordKind,
  marginRecordsExport,
} from '../../data/margin/recordsApi.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import {
  DateFilter,
  ExportButton,
  RecordPage,
  useCsvExport,
  useDatedFilter,
} from '../records/index.ts'
import styles from './margin.module.css'
import { marginLines } from './marginLines.ts'
import { MarginRecordList } from './MarginRecordList.tsx'

const KINDS = ['loans', 'repayments', 'interest', 'liquidations'] as const
const ALL = 'all'

/** `/record/margin`: what loans cost and what became of them, to look through and to take away. */
export default function MarginRecordsPage() {
  return (
    <PageTexts>
      <MarginRecords />
    </PageTexts>
  )
}

function MarginRecords() {
  const t = useMarginMessages()
  const [kind, setKind] = useState<MarginRecordKind>('loans')
  const { filter, symbol, setSymbol, dates, setDates, count, clear } = useDatedFilter()
  const title = t('margin.recordsTitle')
  const labels = {
    loans: t('margin.loans'),
    repayments: t('margin.repaid'),
    interest: t('margin.interest'),
    liquidations: t('margin.liquidations'),
  }
  return (
    <RecordPage
      title={title}
      actions={<Export kind={kind} filter={filter} />}
      filters={
        <>
          <DateFilter value={dates} onChange={setDates} />
          <AccountFilter value={symbol} onChange={setSymbol} />
        </>
      }
      filterCount={count}
      onClear={clear}
    >
      <Tabs
        aria-label={title}
        value={kind}
        onChange={(next) => setKind(KINDS.find((each) => each === next) ?? 'loans')}
        items={KINDS.map((value) => ({
          value,
          label: labels[value],
          panel: (
            <MarginRecordList
              key={JSON.stringify(filter)}
              kind={value}
              filter={filter}
              label={labels[value]}
            />
          ),
        }))}
      />
    </RecordPage>
  )
}

function AccountFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (symbol: string | undefined) => void
}) {
  const t = useMarginMessages()
  const nameOf = useAccountName()
  const { data: tiers } = useMarginTiers()
  const pairs = [...new Set(tiers?.map((tier) => tier.symbol))]
  return (
    <Select
      size="small"
      label={t('margin.account')}
      className={styles['filter']}
      options={[
        { value: ALL, label: t('margin.all') },
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
