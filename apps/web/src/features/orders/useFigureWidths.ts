import { useMemo } from 'react'
import { bareFigure, feeFigure, type Figure, sizeFigure, widest } from './figureWidth.ts'
import { useOrdersProduct } from './ordersProduct.ts'

/** Pixels that the widest figures of a list take. */
export interface FigureWidths {
  readonly amount: number
  /** The amount without the asset that the pair of its row names. */
  readonly bare: number
  readonly fee: number
}

interface FigureRow {
  readonly symbol: string
  readonly size: string
  readonly sizeUnit?: 'base' | 'quote'
  readonly fee: string
  readonly feeAsset: string
}

/** The widths of the rows' figures; the same object until one of them changes. */
export function useFigureWidths(rows: readonly FigureRow[]): FigureWidths {
  const specs = useOrdersProduct().useSpecs()
  const specOf = ({ symbol }: FigureRow) => specs.get(symbol)
  const widestOf = (figure: (row: FigureRow) => Figure) => widest(rows, { least: 0, figure })
  const amount = widestOf((row) => sizeFigure(row, specOf(row)))
  const bare = widestOf((row) => bareFigure(sizeFigure(row, specOf(row)), specOf(row)))
  const fee = widestOf((row) => feeFigure(row, specOf(row)))
  return useMemo(() => ({ amount, bare, fee }), [amount, bare, fee])
}
