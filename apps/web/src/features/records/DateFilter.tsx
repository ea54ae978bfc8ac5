import { Button } from '@x/ui/button'
import { type DateRange, DateRangePicker } from '@x/ui/date-range'
import { MobileCalendar } from '@x/ui/mobile-calendar'
import { useState } from 'react'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './records.module.css'
import { useDayOf } from './useDayOf.ts'

const DAY = 86_400_000
const SPANS = [
  { key: '7d', days: 7 },
  { key: '30d', days: 30 },
  { key: '90d', days: 90 },
] as const

interface DateFilterProps {
  readonly value: DateRange | null
  readonly onChange: (value: DateRange | null) => void
}

/**
 * The first and the last day of what is looked for, in the reader's time zone; nothing is recorded
 * for days to come. On a phone a calendar in a sheet.
 */
export function DateFilter({ value, onChange }: DateFilterProps) {
  const t = usePageMessages()
  const dayOf = useDayOf()
  const { clock } = useServices()
  const isPhone = useMedia(PHONE)
  const today = dayOf(clock.now())
  if (isPhone) return <PhoneDates value={value} onChange={onChange} today={today} />
  return (
    <DateRangePicker
      label={t('records.dates')}
      size="small"
      clearable
      className={styles['dates']}
      today={today}
      max={today}
      value={value}
      onChange={onChange}
      shortcuts={SPANS.map(({ key, days }) => ({
        key,
        label: t(`assets.range.${key}`),
        range: { start: daysBefore(today, days - 1), end: today },
      }))}
    />
  )
}

function PhoneDates({ value, onChange, today }: DateFilterProps & { readonly today: string }) {
  const t = usePageMessages()
  const [isOpen, setOpen] = useState(false)
  const label = t('records.dates')
  return (
    <div className={styles['phoneDates']}>
      <span>{label}</span>
      <Button size="small" block aria-label={label} onClick={() => setOpen(true)}>
        {value ? `${value.start} – ${value.end}` : t('records.all')}
      </Button>
      <MobileCalendar
        open={isOpen}
        onOpenChange={setOpen}
        mode="range"
        title={label}
        today={today}
        max={today}
        value={value ? [value.start, value.end] : []}
        onConfirm={([start, end = start]) => {
          setOpen(false)
          if (start !== undefined && end !== undefined) onChange({ start, end })
        }}
      />
    </div>
  )
}

/** Calendar days, so that those of 23 and of 25 hours count as one. */
const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)
