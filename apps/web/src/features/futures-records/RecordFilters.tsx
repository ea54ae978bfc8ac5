import { Select } from '@x/ui/select'
import { useContracts } from '../../data/futures/contractsApi.ts'
import {
  type FuturesRecords,
  futuresRecordsExport,
  type RecordFilter,
  type RecordKind,
} from '../../data/futures/recordsApi.ts'
import { useFuturesMessages, usePageMessages } from '../../lib/messages/messages.ts'
import {
  DateFilter,
  ExportButton,
  type NarrowingField,
  PAST_STATUSES,
  useCsvExport,
  type useDatedFilter,
} from '../records/index.ts'
import { futuresLines } from './futuresLines.ts'
import styles from './futuresRecords.module.css'

const ALL = 'all'

interface RecordFiltersProps extends Pick<
  ReturnType<typeof useDatedFilter>,
  'symbol' | 'setSymbol' | 'dates' | 'setDates' | 'narrowing' | 'setNarrowing'
> {
  /** What the list can be narrowed by, besides days and contract. */
  readonly fields: readonly NarrowingField[]
  /** Whether it is a list for each contract, as the rates of funding are. */
  readonly isOfOne?: boolean
}

/** Days, contract, side and state. */
export function RecordFilters({
  fields,
  isOfOne = false,
  symbol,
  setSymbol,
  dates,
  setDates,
  narrowing,
  setNarrowing,
}: RecordFiltersProps) {
  const t = useFuturesMessages()
  const all = { value: ALL, label: usePageMessages()('records.all') }
  const contracts = useContracts()
  const choices = useChoices()
  return (
    <>
      <DateFilter value={dates} onChange={setDates} />
      <Select
        size="small"
        label={t('positions.contract')}
        className={styles['filter']}
        options={[
          ...(isOfOne ? [] : [all]),
          ...[...contracts.keys()].map((value) => ({ value, label: value })),
        ]}
        value={symbol ?? ALL}
        onChange={(value) => setSymbol(value === null || value === ALL ? undefined : value)}
      />
      {fields.map((field) => (
        <Select
          key={field}
          size="small"
          label={choices[field].label}
          className={styles['filter']}
          options={[all, ...choices[field].options]}
          value={narrowing[field] ?? ALL}
          onChange={(value) => {
            const { [field]: _before, ...others } = narrowing
            setNarrowing(value === null || value === ALL ? others : { ...others, [field]: value })
          }}
        />
      ))}
    </>
  )
}

function useChoices() {
  const t = useFuturesMessages()
  return {
    side: {
      label: t('orders.side'),
      options: (['buy', 'sell'] as const).map((value) => ({ value, label: t(`spot.${value}`) })),
    },
    status: {
      label: t('orders.status'),
      options: PAST_STATUSES.map((value) => ({ value, label: t(`orders.status.${value}`) })),
    },
  } as const
}

/** Saves every record that passes the filter, not only those that have been loaded. */
export function RecordsExport({
  kind,
  filter,
}: {
  readonly kind: RecordKind
  readonly filter: RecordFilter
}) {
  const csv = useCsvExport<FuturesRecords[RecordKind]>({
    name: `futures-${kind}.csv`,
    questionAt: futuresRecordsExport(kind, filter),
    linesOf: (records) => futuresLines(kind, records),
  })
  return <ExportButton {...csv} />
}
