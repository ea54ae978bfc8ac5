import { Button } from '@x/ui/button'
import { csvText } from '@x/ui/data-table'
import { type DateRange, DateRangePicker } from '@x/ui/date-range'
import { Select } from '@x/ui/select'
import { useState } from 'react'
import { useContracts } from '../../data/futures/contractsApi.ts'
import {
  readAllRecords,
  type RecordFilter,
  type RecordKind,
} from '../../data/futures/recordsApi.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { saveFile, startOfDay, useDayOf } from '../records/index.ts'
import styles from './futuresRecords.module.css'
import { futuresLines } from './futuresLines.ts'

const ALL = 'all'

/** What records are looked for, kept while the lists change. */
export function useRecordFilter() {
  const dayOf = useDayOf()
  const [symbol, setSymbol] = useState<string | undefined>(undefined)
  const [dates, setDates] = useState<DateRange | null>(null)
  const from = dates && startOfDay(dates.start, { dayOf })
  const until = dates && startOfDay(dates.end, { days: 1, dayOf })
  const filter: RecordFilter = {
    ...(symbol === undefined ? {} : { symbol }),
    ...(typeof from === 'number' ? { from: String(from) } : {}),
    ...(typeof until === 'number' ? { to: String(until - 1) } : {}),
  }
  return { filter, symbol, setSymbol, dates, setDates }
}

interface RecordBarProps extends ReturnType<typeof useRecordFilter> {
  readonly kind: RecordKind
}

/** Filters of a list, and all of it as a file. */
export function RecordBar({
  kind,
  filter,
  symbol = filter.symbol,
  setSymbol,
  dates,
  setDates,
}: RecordBarProps) {
  const t = useFuturesMessages()
  const { clock } = useServices()
  const dayOf = useDayOf()
  const contracts = useContracts()
  const { isExporting, run } = useExport(kind, filter)
  const today = dayOf(clock.now())
  return (
    <div className={styles['bar']}>
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
      {kind === 'funding' || kind === 'liquidations' ? null : (
        <DateRangePicker
          label={t('positions.dates')}
          size="small"
          clearable
          today={today}
          max={today}
          value={dates}
          onChange={setDates}
        />
      )}
      {symbol === undefined && dates === null ? null : (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            setSymbol(undefined)
            setDates(null)
          }}
        >
          {t('positions.clear')}
        </Button>
      )}
      <Button size="small" loading={isExporting} onClick={() => void run()}>
        {t('positions.csv')}
      </Button>
    </div>
  )
}

/** Saves every record that passes the filter, not only those that have been loaded. */
function useExport(kind: RecordKind, filter: RecordFilter) {
  const t = useFuturesMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const [isExporting, setExporting] = useState(false)
  const run = async (): Promise<void> => {
    setExporting(true)
    try {
      const records = await dispatch(readAllRecords(kind, filter))
      if (records)
        saveFile(csvText(futuresLines(kind, records)), {
          name: `futures-${kind}.csv`,
          type: 'text/csv;charset=utf-8',
        })
      else toasts.error(t('error.realm'))
    } catch (error) {
      toasts.error(futuresErrorText(error, t))
    } finally {
      setExporting(false)
    }
  }
  return { isExporting, run }
}
