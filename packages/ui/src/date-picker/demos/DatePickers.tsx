import { DatePicker } from '../DatePicker.tsx'

const isDisabled = (day: string) => day === '2026-11-15'

export default function DatePickers() {
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 'min(320px, 100%)' }}>
      <DatePicker
        label="Settlement"
        defaultValue="2026-11-18"
        today="2026-11-21"
        min="2026-11-03"
        max="2027-02-20"
        isDisabled={isDisabled}
        clearable
        help="Exchange time."
      />
      <DatePicker
        label="Expires"
        withTime
        defaultValue="2026-11-18 08:00:00"
        today="2026-11-21"
        shortcuts={[{ key: 'eve', label: 'New Year’s Eve', value: '2026-12-31 23:59:59' }]}
      />
      <DatePicker
        label="Listed"
        size="small"
        today="2026-11-21"
        error="Choose the day of the listing."
      />
      <DatePicker label="Opened" defaultValue="2026-01-02" disabled />
    </div>
  )
}
