import { Select } from '../Select.tsx'

const pairs = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'TON', 'LINK'].map((base) => ({
  value: `${base}USDT`,
  label: `${base}/USDT`,
  hint: 'Spot',
}))
const many = Array.from({ length: 2000 }, (_, index) => ({
  value: `a${index}`,
  label: `Address ${index + 1}`,
}))

export default function Selects() {
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 'min(280px, 100%)' }}>
      <Select
        label="Order type"
        options={[
          { value: 'limit', label: 'Limit' },
          { value: 'market', label: 'Market' },
          { value: 'stop', label: 'Stop limit', disabled: true },
          { value: 'oco', label: 'One cancels the other' },
        ]}
        defaultValue="limit"
      />
      <Select label="Pair" options={pairs} filterable clearable defaultValue="ETHUSDT" />
      <Select
        label="Address"
        options={many}
        filterable
        help="Two thousand rows, only the visible ones are rendered."
      />
      <Select label="Network" options={[]} error="Choose a network" />
      <Select
        aria-label="Language"
        size="mini"
        options={[
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'العربية' },
        ]}
        defaultValue="en"
      />
    </div>
  )
}
