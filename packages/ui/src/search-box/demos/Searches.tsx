import { useState } from 'react'
import { SearchBox } from '../SearchBox.tsx'

const pairs = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'BTC/EUR']

export default function Searches() {
  const [told, setTold] = useState('')
  const found = pairs.filter((pair) => pair.toLowerCase().includes(told.toLowerCase()))
  return (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 320 }}>
      <SearchBox label="Pair" onSearch={setTold} results={found.length} />
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
          onSearch={setTold}
        />
      ))}
      <SearchBox aria-label="Search, on its way" busy defaultValue="eth" onSearch={setTold} />
      <SearchBox aria-label="Search, not now" disabled onSearch={setTold} />
      <output>{told}</output>
    </div>
  )
}
