import { DateRangePicker, type DateRange } from '@x/ui/date-range'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import type { RecordFilter } from './filter.ts'
import styles from './records.module.css'
import { useDayOf } from './useDayOf.ts'

const DAY = 86_400_000
const SPANS = [
  { key: '7d', days: 7 },
  { key: '30d', days: 30 },
  { key: '90d', days: 90 },
] as const

interface RecordDatesProps {
  readonly filter: RecordFilter
  readonly onChange: (filter: RecordFilter) => void
}

/**
 * The first and the last day of what is looked for, in the reader's time zone; nothing is recorded
 * for days to come.
 */
export function RecordDates({ filter, onChange }: RecordDatesProps) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const { clock } = useServices()
  const { from, to, ...rest } = filter
  const value: DateRange | null =
    from !== undefined && to !== undefined ? { start: from, end: to } : null
  const today = dayOf(clock.now())
  return (
    <DateRangePicker
      label={t('records.dates')}
      size="small"
      clearable
      className={styles['dates']}
      today={today}
      max={today}
      value={value}
      onChange={(next) => onChange(next ? { ...rest, from: next.start, to: next.end } : rest)}
      shortcuts={SPANS.map(({ key, days }) => ({
        key,
        label: t(`assets.range.${key}`),
        range: { start: daysBefore(today, days - 1), end: today },
      }))}
    />
  )
}

/** Calendar days, so that those of 23 and of 25 hours count as one. */
const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)
