import { useDates, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { useMemo } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { fitColumns, fits } from '../../lib/media/fitColumns.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { EXECUTION_COSTS } from '../../data/spot/executionCosts.ts'
import { FILL_COLUMNS, type FillColumnKey } from './fillColumns.tsx'
import { useFigureWidths } from './useFigureWidths.ts'
import type { SpotFill } from '../../data/spot/model.ts'
import { useSymbolIndex, useSymbols } from '../../data/symbols/hooks.ts'

interface FillColumnsOptions {
  readonly rows: readonly SpotFill[]
  /** Shows the order of a fill; absent: the table is next to it. */
  readonly onDetail?: (orderId: string) => void
  /** All of one order: neither pair nor side say anything. */
  readonly isOfOne?: boolean
  /** Of the table, in pixels: it shows as many columns as stand in it. */
  readonly width?: number | undefined
}

/** What a narrow table does without, in this order: the order's own page has all of it. */
const EXPENDABLE = ['role', 'latency', 'impact', 'spread', 'value', 'time', 'fee']

const BEFORE_COSTS = ['role', 'price', 'amount', 'value', 'fee'] as const

/** Columns of fills; in the paper realm with what each cost beyond the middle price. */
export function useFillColumns({
  rows,
  onDetail,
  isOfOne = false,
  width,
}: FillColumnsOptions): readonly Column<SpotFill>[] {
  const t = useMessages()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  const dates = useDates()
  const numbers = useNumbers('trading')
  const symbols = useSymbols()
  const specs = useSymbolIndex()
  const widths = useFigureWidths(rows)
  return useMemo(() => {
    const keys: readonly FillColumnKey[] = [
      'time',
      ...(isOfOne ? [] : (['pair', 'side'] as const)),
      ...BEFORE_COSTS,
      ...(isPaper ? EXECUTION_COSTS : []),
      ...(onDetail ? (['actions'] as const) : []),
    ]
    const unit = symbols[0]?.quote ?? ''
    const common = { t, dates, numbers, specs, unit, widths, onDetail }
    const all = (isNarrow: boolean, { isBare = false } = {}) =>
      keys.map((key) => FILL_COLUMNS[key]({ ...common, isNarrow, isBare }))
    const wide = all(false)
    if (fits(wide, width)) return wide
    const narrow = fitColumns(all(true), { width, expendable: EXPENDABLE })
    return fits(narrow, width) || isOfOne
      ? narrow
      : fitColumns(all(true, { isBare: true }), { width, expendable: EXPENDABLE })
  }, [symbols, specs, widths, isPaper, isOfOne, onDetail, width, t, dates, numbers])
}
