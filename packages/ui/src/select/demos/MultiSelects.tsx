import { useState } from 'react'
import { MultiSelect } from '../MultiSelect.tsx'
import { Select } from '../Select.tsx'
import { useRemoteOptions } from '../useRemoteOptions.tsx'

const bases = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'TON', 'LINK']
const coins = bases.map((key) => ({ value: key, label: key, disabled: key === 'XRP' }))
const search = (query: string) =>
  Promise.resolve(
    bases
      .filter((base) => base.startsWith(query.toUpperCase()))
      .map((base) => ({ value: base, label: `${base}/USDT` })),
  )

export default function MultiSelects() {
  const [tags, setTags] = useState<readonly string[]>(['long'])
  const [known, setKnown] = useState(['long', 'hedge'])
  const remote = useRemoteOptions({ search })
  return (
    <div style={{ display: 'grid', gap: 16, inlineSize: 'min(320px, 100%)' }}>
      <MultiSelect
        label="Coins"
        options={coins}
        filterable
        clearable
        limit={3}
        defaultValue={['BTC', 'XRP']}
        help="Up to three"
      />
      <MultiSelect
        label="Labels"
        size="medium"
        filterable
        options={known.map((key) => ({ value: key, label: key }))}
        value={tags}
        onChange={setTags}
        onCreate={(text) => {
          setKnown([...known, text])
          setTags([...tags, text])
        }}
      />
      <Select label="Found by the server" {...remote} />
      <MultiSelect label="Fixed" disabled options={coins} defaultValue={['SOL']} />
    </div>
  )
}
