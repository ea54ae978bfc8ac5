import { Select } from '@x/ui/select'
import type { ReactNode } from 'react'
import { useContracts } from '../../data/futures/contracts.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useSymbols } from '../../data/symbols/hooks.ts'

interface PairsOfProps {
  /** Of the product whose pairs are wanted. */
  readonly spec: SpotSymbol
  readonly children: (pairs: readonly SpotSymbol[]) => ReactNode
}

/** Draws with the pairs of spot, or the contracts of futures, whichever a chart shows. */
export const PairsOf = (props: PairsOfProps) =>
  props.spec.symbol.includes('/') ? <ContractsOf {...props} /> : <SpotPairsOf {...props} />

const SpotPairsOf = ({ children }: PairsOfProps) => children(useSymbols())
const NONE: readonly never[] = []
const ContractsOf = ({ children }: PairsOfProps) => children(useContracts().data ?? NONE)

export const pairName = ({ base, quote }: Pick<SpotSymbol, 'base' | 'quote'>): string =>
  `${base}/${quote}`

interface PairSelectProps {
  readonly pairs: readonly SpotSymbol[]
  readonly label?: string
  readonly 'aria-label'?: string
  readonly value: string | null
  readonly clearable?: boolean
  readonly onChange: (pair: SpotSymbol | undefined) => void
}

/** A list of pairs to choose one of. */
export function PairSelect({ pairs, onChange, ...props }: PairSelectProps) {
  return (
    <Select
      {...props}
      size="small"
      filterable
      onChange={(key) => onChange(pairs.find(({ symbol }) => symbol === key))}
      options={pairs.map((pair) => ({ value: pair.symbol, label: pairName(pair) }))}
    />
  )
}
