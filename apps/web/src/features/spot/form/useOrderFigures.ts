import { useEffect, useState } from 'react'
import type { FigureInput, OrderFigures } from './orderFigures.ts'

const NONE: OrderFigures = { fee: undefined, fill: undefined }

/** The figures of a draft; their formulas are fetched with the first amount (decision 168). */
export function useOrderFigures(input: FigureInput): OrderFigures {
  const { amount, total } = input.draft
  const isNeeded = amount !== '' || total !== ''
  const [formulas, setFormulas] = useState<typeof import('./orderFigures.ts') | undefined>(undefined)
  useEffect(() => {
    // What could not be fetched is tried again with the next amount.
    if (isNeeded && !formulas) void import('./orderFigures.ts').then(setFormulas, () => undefined)
  }, [isNeeded, formulas, amount, total])
  return formulas && isNeeded ? formulas.orderFigures(input) : NONE
}
