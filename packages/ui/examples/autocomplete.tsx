import { useState } from 'react'
import { Autocomplete, type SuggestionSearch } from '@x/ui/autocomplete'

/** `search` is the application's request: it rejects on failure and respects its signal. */
export function Payee({ search }: { readonly search: SuggestionSearch }) {
  const [payee, setPayee] = useState<string>()
  return (
    <>
      <Autocomplete
        label="Payee"
        search={search}
        onSubmit={(result) =>
          setPayee(result.status === 'suggestion' ? result.option.value : result.text)
        }
      />
      <output>{payee ?? 'Nobody yet'}</output>
    </>
  )
}
