import { useState } from 'react'
import { MultiSelect } from '@x/ui/multi-select'
import { Select, useRemoteOptions, type SelectOption } from '@x/ui/select'

export interface MarketFilterProps {
  readonly pairs: readonly SelectOption[]
  readonly findCoins: (
    query: string,
    context: { readonly signal: AbortSignal },
  ) => Promise<readonly SelectOption[]>
}

export function MarketFilter({ pairs, findCoins }: MarketFilterProps) {
  const [pair, setPair] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const remote = useRemoteOptions({ search: findCoins })
  return (
    <>
      <Select label="Pair" filterable clearable options={pairs} value={pair} onChange={setPair} />
      <MultiSelect
        label="Pairs to compare"
        filterable
        limit={3}
        options={pairs}
        value={chosen}
        onChange={setChosen}
      />
      <Select label="Coin" {...remote} />
    </>
  )
}
