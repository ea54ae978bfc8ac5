import { type Numbers, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { type ReactNode, useCallback, useMemo } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { DimZeros } from '../../lib/amounts/DimZeros.tsx'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { AssetName } from '../../lib/coins/AssetName.tsx'
import { fitColumns } from '../../lib/media/fitColumns.ts'
import { AVERAGE_UNIT, type AverageTexts } from './averageTexts.ts'
import { columnWidth } from './columnWidth.ts'
import type { ProfitText, ProfitTexts } from './profitTexts.ts'
import type { AssetRow } from './valuation.ts'
import { type Valuation, valuationFigure } from '../../data/valuation/valuationRates.ts'

export function balanceText(
  amount: string,
  { numbers, trim = false }: { readonly numbers: Numbers; readonly trim?: boolean },
): string {
  return numbers.number(amount, { digits: 8, trim })
}

/** Most of what one holds waits in no order. */
const PLAUSIBLE_HELD = '1,000,000.00000000'
/**
 * What goes first where the columns do not fit: the sum of what is available and held, which both
 * show, then the average that the profit is reckoned with, then the profit.
 */
const EXPENDABLE = ['total', 'average', 'profit']

interface AssetColumnContext {
  readonly t: ReturnType<typeof usePageMessages>
  readonly numbers: Numbers
  /** Of the values. */
  readonly currency: string
  readonly averages: AverageTexts
  readonly profits: ProfitTexts
  /** In pixels. */
  readonly widths: { readonly total: number; readonly held: number; readonly value: number }
  readonly showAsset: boolean
  readonly valueText: (value: string | undefined) => string
}

type AssetColumn = (context: AssetColumnContext) => Column<AssetRow>

/** A figure, or its placeholder while amounts are hidden. */
const figure = (
  text: ReactNode,
  { showAsset, full }: { showAsset: boolean; full?: string | undefined },
) => (showAsset ? <NumberText full={full}>{text}</NumberText> : HIDDEN_AMOUNT)

/** What a coin has gained at the market; nothing is known of one that was not bought here. */
export function ProfitCell({ profit }: { readonly profit: ProfitText | undefined }) {
  return profit ? (
    <NumberText full={profit.profit} tone={profit.tone}>
      {profit.text}
    </NumberText>
  ) : (
    <NumberText tone="muted">--</NumberText>
  )
}

const amountColumn =
  (
    key: 'total' | 'available' | 'held',
    header: 'assets.totalColumn' | 'orders.available' | 'orders.held',
  ): AssetColumn =>
  ({ t, numbers, widths, showAsset }) => ({
    key,
    header: t(header),
    kind: 'number',
    minWidth: key === 'held' ? widths.held : widths.total,
    sort: { as: 'decimal', by: ({ [key]: amount }) => amount },
    cell: ({ [key]: amount }) =>
      figure(<DimZeros text={balanceText(amount, { numbers })} />, { showAsset, full: amount }),
  })

/** The columns of the balances, as they are read. */
const ASSET_COLUMNS: readonly AssetColumn[] = [
  ({ t }) => ({
    key: 'asset',
    header: t('orders.asset'),
    minWidth: 96,
    fixed: 'start',
    sort: { as: 'text', by: ({ asset }) => asset },
    cell: ({ asset }) => <AssetName asset={asset} />,
  }),
  amountColumn('total', 'assets.totalColumn'),
  amountColumn('available', 'orders.available'),
  amountColumn('held', 'orders.held'),
  ({ t, averages, showAsset }) => ({
    key: 'average',
    header: t('assets.averageBuy', { unit: AVERAGE_UNIT }),
    kind: 'number',
    minWidth: 152,
    cell: ({ asset }) =>
      averages.has(asset) || !showAsset ? (
        figure(averages.get(asset)?.text, { showAsset, full: averages.get(asset)?.price })
      ) : (
        <NumberText tone="muted">--</NumberText>
      ),
  }),
  ({ t, profits, showAsset }) => ({
    key: 'profit',
    header: `${t('orders.profit')} (${AVERAGE_UNIT})`,
    kind: 'number',
    minWidth: 200,
    sort: { as: 'decimal', by: ({ asset }) => profits.get(asset)?.profit },
    cell: ({ asset }) => (showAsset ? <ProfitCell profit={profits.get(asset)} /> : HIDDEN_AMOUNT),
  }),
  ({ t, currency, widths, showAsset, valueText }) => ({
    key: 'value',
    header: t('assets.value', { unit: currency }),
    kind: 'number',
    minWidth: widths.value,
    sort: { as: 'decimal', by: ({ value }) => value },
    cell: ({ value }) => figure(valueText(value), { showAsset }),
  }),
]

/** The unit of a column stands in its header: the asset names that of the balances. */
export function useAssetColumns({
  rows,
  valuation,
  showAsset,
  averages,
  profits,
  width,
}: {
  rows: readonly AssetRow[]
  valuation: Valuation
  showAsset: boolean
  averages: AverageTexts
  profits: ProfitTexts
  width: number | undefined
}): readonly Column<AssetRow>[] {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const { currency } = valuation
  const valueText = useCallback(
    (value: string | undefined) => valuationFigure(value, { valuation, numbers: prose }),
    [prose, valuation],
  )
  const textsOf = (key: 'total' | 'held') =>
    rows.map(({ [key]: amount }) => balanceText(amount, { numbers }))
  const totalWidth = columnWidth(textsOf('total'))
  const heldWidth = columnWidth(textsOf('held'), { plausible: PLAUSIBLE_HELD })
  const valueWidth = columnWidth(
    rows.map(({ value }) => valueText(value)),
    { plausible: '1,000,000,000.00' },
  )
  return useMemo(() => {
    const widths = { total: totalWidth, held: heldWidth, value: valueWidth }
    const context = { t, numbers, currency, averages, profits, widths, showAsset, valueText }
    const all = ASSET_COLUMNS.map((column) => column(context))
    return fitColumns(all, { width, expendable: EXPENDABLE })
  }, [
    t,
    numbers,
    currency,
    valueText,
    showAsset,
    averages,
    profits,
    totalWidth,
    heldWidth,
    valueWidth,
    width,
  ])
}
