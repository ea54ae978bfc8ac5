import type { Store } from '@x/kit'
import type { Quotes } from '@x/market/react'
import { useEffect, useState } from 'react'
import { useDerived } from '../../lib/useDerived.ts'
import type { FigureInput, OrderFigures } from './orderFigures.ts'

const NONE: OrderFigures = { fee: undefined, fill: undefined }

/** The figures of a draft; their formulas are fetched with the first amount (docs/adr/web.md). */
export function useOrderFigures(
  quotes: Store<Quotes>,
  input: Omit<FigureInput, 'book'>,
): OrderFigures {
  const { amount, total } = input.draft
  const isNeeded = amount !== '' || total !== ''
  const [formulas, setFormulas] = useState<typeof import('./orderFigures.ts') | undefined>(
    undefined,
  )
  useEffect(() => {
    // What could not be fetched is tried again with the next amount.
    if (isNeeded && !formulas) void import('./orderFigures.ts').then(setFormulas, () => undefined)
  }, [isNeeded, formulas, amount, total])
  return useDerived(quotes, ({ book }) =>
    formulas && isNeeded ? formulas.orderFigures({ ...input, book }) : NONE,
  )
}
