import { useState } from 'react'
import { DateRangePicker, type DateRange } from '@x/ui/date-range'

export function Period() {
  const [range, setRange] = useState<DateRange | null>(null)
  return (
    <DateRangePicker
      label="Period"
      value={range}
      onChange={setRange}
      shortcuts={[
        { key: 'q1', label: 'First quarter', range: { start: '2026-01-01', end: '2026-03-31' } },
      ]}
    />
  )
}
