import { useState } from 'react'
import { SearchBox } from '@x/ui/search-box'

export function Pairs({ pairs }: { readonly pairs: readonly string[] }) {
  const [query, setQuery] = useState('')
  const found = pairs.filter((pair) => pair.toLowerCase().includes(query.toLowerCase()))
  return (
    <>
      <SearchBox label="Pair" onSearch={setQuery} results={found.length} />
      <ul>
        {found.map((pair) => (
          <li key={pair}>{pair}</li>
        ))}
      </ul>
    </>
  )
}
