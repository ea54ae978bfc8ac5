import { Select } from '@x/ui/select'
import { useContracts } from '../../data/futures/contractsApi.ts'
import {
  type FuturesRecords,
  futuresRecordsExport,
  type RecordFilter,
  type RecordKind,
} from '../../data/futures/recordsApi.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { DateFilter, ExportButton, useCsvExport, type useDatedFilter } from '../records/index.ts'
import { futuresLines } from './futuresLines.ts'
import styles from './futuresRecords.module.css'

const ALL = 'all'

interface RecordFiltersProps extends Pick<
  ReturnType<typeof useDatedFilter>,
  'symbol' | 'setSymbol' | 'dates' | 'setDates'
> {
  readonly kind: RecordKind
}

/** Days and contract; the rates of funding are a list for each contract, without days. */
export function RecordFilters({ kind, symbol, setSymbol, dates, setDates }: RecordFiltersProps) {
  const t = useFuturesMessages()
  const contracts = useContracts()
  return (
    <>
      {kind === 'funding' || kind === 'liquidations' ? null : (
        <DateFilter value={dates} onChange={setDates} />
      )}
      <Select
        size="small"
        label={t('positions.contract')}
        className={styles['filter']}
        options={[
          ...(kind === 'funding' ? [] : [{ value: ALL, label: t('positions.all') }]),
          ...[...contracts.keys()].map((value) => ({ value, label: value })),
        ]}
        value={symbol ?? ALL}
        onChange={(value) => setSymbol(value === null || value === ALL ? undefined : value)}
      />
    </>
  )
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
