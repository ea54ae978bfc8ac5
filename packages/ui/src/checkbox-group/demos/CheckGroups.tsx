import { CheckboxGroup } from '../CheckboxGroup.tsx'

const indicators = [
  { value: 'ma', label: 'Moving average' },
  { value: 'boll', label: 'Bollinger bands' },
  { value: 'vwap', label: 'VWAP' },
  { value: 'sar', label: 'Parabolic SAR', disabled: true },
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
          { value: 'mail', label: 'E-mail' },
          { value: 'app', label: 'App' },
        ]}
        error="Choose where messages go"
      />
    </div>
  )
}
