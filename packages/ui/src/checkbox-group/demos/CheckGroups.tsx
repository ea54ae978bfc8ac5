import { CheckboxGroup } from '../CheckboxGroup.tsx'

const indicators = [
  { key: 'ma', label: 'Moving average' },
  { key: 'boll', label: 'Bollinger bands' },
  { key: 'vwap', label: 'VWAP' },
  { key: 'sar', label: 'Parabolic SAR', disabled: true },
]

export default function CheckGroups() {
  return (
    <div style={{ display: 'grid', gap: 24, inlineSize: 'min(320px, 100%)' }}>
      <CheckboxGroup
        label="Indicators"
        options={indicators}
        min={1}
        max={2}
        defaultValue={['ma']}
        help="One or two at a time"
      />
      <CheckboxGroup
        label="Send by"
        inline
        options={[
          { key: 'mail', label: 'E-mail' },
          { key: 'app', label: 'App' },
        ]}
        error="Choose where messages go"
      />
    </div>
  )
}
