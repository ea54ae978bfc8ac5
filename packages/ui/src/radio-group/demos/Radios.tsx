import { RadioGroup } from '../RadioGroup.tsx'

const modes = [
  { value: 'cross', label: 'Cross', hint: 'The whole balance secures the position' },
  { value: 'fixed', label: 'Isolated', hint: 'Only the margin of the position is at risk' },
  { value: 'portfolio', label: 'Portfolio', disabled: true },
]

export default function Radios() {
  return (
    <div style={{ display: 'grid', gap: 24, inlineSize: 'min(320px, 100%)' }}>
      <RadioGroup label="Margin" options={modes} defaultValue="cross" />
      <RadioGroup
        label="Network"
        inline
        required
        options={[
          { value: 'trc', label: 'TRC20' },
          { value: 'erc', label: 'ERC20' },
        ]}
        error="Choose a network"
      />
    </div>
  )
}
