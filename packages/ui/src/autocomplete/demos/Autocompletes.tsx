import { useState } from 'react'
import type { SelectOption } from '../../select/selectReducer.ts'
import { Autocomplete } from '../Autocomplete.tsx'

const coins = ['Bitcoin', 'Bitcoin Cash', 'Ether', 'Solana', 'Litecoin'].map(
  (label): SelectOption => ({
    value: label.toLowerCase(),
    label,
    disabled: label === 'Bitcoin Cash',
  }),
)
const find = async (query: string): Promise<readonly SelectOption[]> =>
  coins.filter((coin) => coin.label.toLowerCase().includes(query.toLowerCase()))
const fail = async (): Promise<readonly SelectOption[]> => {
  throw new TypeError('Failed to fetch')
}

export default function Autocompletes() {
  const [taken, setTaken] = useState('')
  return (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 320 }}>
      <Autocomplete
        label="Coin"
        help="Any text counts"
        search={find}
        onSubmit={(one) =>
          setTaken(one.status === 'text' ? `text ${one.text}` : `suggestion ${one.option.value}`)
        }
      />
      <Autocomplete label="Offline" search={fail} onSubmit={() => {}} />
      <Autocomplete
        label="Wrong"
        error="This coin is not known"
        size="large"
        defaultValue="Dog"
        search={find}
        onSubmit={() => {}}
      />
      <Autocomplete label="Disabled" disabled search={find} onSubmit={() => {}} />
      <output>{taken}</output>
    </div>
  )
}
