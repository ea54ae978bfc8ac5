import { Button } from '@x/ui/button'
import { csvText } from '@x/ui/data-table'
import { type DateRange, DateRangePicker } from '@x/ui/date-range'
import { Select } from '@x/ui/select'
import { useState } from 'react'
import { useAccountName } from '../../data/margin/accountName.ts'
import { useMarginTiers } from '../../data/margin/api.ts'
import {
  type MarginFilter,
  type MarginRecordKind,
  readAllMarginRecords,
} from '../../data/margin/recordsApi.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { marginErrorText } from '../../lib/errors/marginErrorText.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { saveFile, startOfDay, useDayOf } from '../records/index.ts'
import { marginLines } from './marginLines.ts'
import styles from './margin.module.css'

const ALL = 'all'

/** What records are looked for, kept while the lists change. */
export function useMarginFilter() {
  const dayOf = useDayOf()
  const [symbol, setSymbol] = useState<string | undefined>(undefined)
  const [dates, setDates] = useState<DateRange | null>(null)
  const from = dates && startOfDay(dates.start, { dayOf })
  const until = dates && startOfDay(dates.end, { days: 1, dayOf })
  const filter: MarginFilter = {
    ...(symbol === undefined ? {} : { symbol }),
    ...(typeof from === 'number' ? { from: String(from) } : {}),
    ...(typeof until === 'number' ? { to: String(until - 1) } : {}),
  }
  return { filter, symbol, setSymbol, dates, setDates }
}

interface MarginRecordBarProps extends ReturnType<typeof useMarginFilter> {
  readonly kind: MarginRecordKind
}

/** Filters of a list, and all of it as a file. */
export function MarginRecordBar({
  kind,
  filter,
  symbol,
  setSymbol,
  dates,
  setDates,
}: MarginRecordBarProps) {
  const t = useMarginMessages()
  const nameOf = useAccountName()
  const { data: tiers } = useMarginTiers()
  const { isExporting, run } = useExport(kind, filter)
  const dayOf = useDayOf()
  const { clock } = useServices()
  const today = dayOf(clock.now())
  const pairs = [...new Set(tiers?.map((tier) => tier.symbol))]
  return (
    <div className={styles['bar']}>
      <Select
        size="small"
        aria-label={t('margin.account')}
        className={styles['filter']}
        options={[
          { value: ALL, label: t('margin.all') },
          { value: 'cross', label: nameOf(null) },
          ...pairs.map((pair) => ({ value: pair, label: nameOf(pair) })),
        ]}
        value={symbol ?? ALL}
        onChange={(value) => setSymbol(value === null || value === ALL ? undefined : value)}
      />
      <DateRangePicker
        aria-label={t('margin.dates')}
        size="small"
        clearable
        today={today}
        max={today}
        value={dates}
        onChange={setDates}
      />
      {symbol === undefined && dates === null ? null : (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            setSymbol(undefined)
            setDates(null)
          }}
        >
          {t('margin.clear')}
        </Button>
      )}
      <div className={styles['actions']}>
        <Button size="small" loading={isExporting} onClick={() => void run()}>
          {t('margin.csv')}
        </Button>
      </div>
    </div>
  )
}

/** Saves every record that passes the filter, not only those that have been loaded. */
function useExport(kind: MarginRecordKind, filter: MarginFilter) {
  const t = useMarginMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const [isExporting, setExporting] = useState(false)
  const run = async (): Promise<void> => {
    setExporting(true)
    try {
      const records = await dispatch(readAllMarginRecords(kind, filter))
      if (records)
        saveFile(csvText(marginLines(records)), {
          name: `margin-${kind}.csv`,
          type: 'text/csv;charset=utf-8',
        })
      else toasts.error(t('error.realm'))
    } catch (error) {
      toasts.error(marginErrorText(error, t))
    } finally {
      setExporting(false)
    }
  }
  return { isExporting, run }
}
