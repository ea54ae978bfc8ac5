import { DateRangePicker } from '../DateRangePicker.tsx'

const isDisabled = (day: string) => day === '2026-11-15' || day === '2026-11-16'
const shortcuts = [
  { key: 'week', label: 'Last 7 days', range: { start: '2026-11-15', end: '2026-11-21' } },
  { key: 'month', label: 'This month', range: { start: '2026-11-01', end: '2026-11-21' } },
]

export default function DateRanges() {
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 'min(380px, 100%)' }}>
      <DateRangePicker
        label="Period"
        defaultValue={{ start: '2026-11-03', end: '2026-11-08' }}
        today="2026-11-21"
        min="2026-06-01"
        max="2026-12-31"
        isDisabled={isDisabled}
        shortcuts={shortcuts}
        clearable
      />
      <DateRangePicker label="Fills between" withTime today="2026-11-21" help="Exchange time." />
      <DateRangePicker
        label="Statement"
        defaultValue={{ start: '2026-01-01', end: '2026-03-31' }}
        disabled
      />
    </div>
  )
}
