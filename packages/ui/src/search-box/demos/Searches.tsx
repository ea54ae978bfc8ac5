import { useState } from 'react'
import { SearchBox } from '../SearchBox.tsx'

const pairs = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'BTC/EUR']

export default function Searches() {
  const [query, setQuery] = useState('')
  const found = pairs.filter((pair) => pair.toLowerCase().includes(query.toLowerCase()))
  return (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 320 }}>
      <SearchBox label="Pair" onSearch={setQuery} results={found.length} />
      <ul>
        {found.map((pair) => (
          <li key={pair}>{pair}</li>
        ))}
      </ul>
      {(['mini', 'small', 'large'] as const).map((size) => (
        <SearchBox
          key={size}
          aria-label={`Search, ${size}`}
          size={size}
          defaultValue={size}
          onSearch={setQuery}
        />
      ))}
      <SearchBox aria-label="Search, loading" busy defaultValue="eth" onSearch={setQuery} />
      <SearchBox aria-label="Search, disabled" disabled onSearch={setQuery} />
      <output>{query}</output>
    </div>
  )
}
