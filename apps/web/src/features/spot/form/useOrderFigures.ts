import { useEffect, useState } from 'react'
import type { FigureInput, OrderFigures } from './orderFigures.ts'

const NONE: OrderFigures = { fee: undefined, fill: undefined }

/** The figures of a draft; their formulas are fetched with the first amount (decision 168). */
export function useOrderFigures(input: FigureInput): OrderFigures {
  const { amount, total } = input.draft
  const isNeeded = amount !== '' || total !== ''
  const [formulas, setFormulas] = useState<typeof import('./orderFigures.ts') | undefined>(undefined)
  useEffect(() => {
    if (isNeeded) void import('./orderFigures.ts').then(setFormulas)
  }, [isNeeded])
  return formulas && isNeeded ? formulas.orderFigures(input) : NONE
}
