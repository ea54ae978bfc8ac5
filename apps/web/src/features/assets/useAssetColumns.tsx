import { type Numbers, useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { fitColumns } from '../../lib/media/fitColumns.ts'
import { AVERAGE_UNIT, type AverageTexts } from './averageTexts.ts'
import { columnWidth } from './columnWidth.ts'
import type { AssetRow } from './valuation.ts'
import type { Valuation } from '../../data/valuation/valuationRates.ts'

export function balanceText(
  amount: string,
  { numbers, trim = false }: { readonly numbers: Numbers; readonly trim?: boolean },
): string {
  return numbers.number(amount, { digits: 8, trim })
}

/** Most of what one holds waits in no order. */
const PLAUSIBLE_HELD = '1,000,000.00000000'
/** The sum of what is available and what is held: shown by both where three columns do not fit. */
const EXPENDABLE = ['total']

/** The unit of a column stands in its header: the asset names that of the balances. */
export function useAssetColumns({
  rows,
  valuation,
  showAsset,
  averages,
  width,
}: {
  rows: readonly AssetRow[]
  valuation: Valuation
  showAsset: boolean
  averages: AverageTexts
  width: number | undefined
}): readonly Column<AssetRow>[] {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const { currency, worth } = valuation
  const valueText = (value: string | undefined) =>
    prose.number(worth(value), { purpose: 'valuation' })
  const textsOf = (key: 'total' | 'held') =>
    rows.map(({ [key]: amount }) => balanceText(amount, { numbers }))
  const totalWidth = columnWidth(textsOf('total'))
  const heldWidth = columnWidth(textsOf('held'), { plausible: PLAUSIBLE_HELD })
  const valueWidth = columnWidth(
    rows.map(({ value }) => valueText(value)),
    { plausible: '1,000,000,000.00' },
  )
  return useMemo(() => {
    const amount = (text: string) =>
      showAsset ? (
        <NumberText full={text}>{balanceText(text, { numbers })}</NumberText>
      ) : (
        HIDDEN_AMOUNT
      )
    const all = [
      {
        key: 'asset',
        header: t('orders.asset'),
        minWidth: 80,
        fixed: 'start',
        sort: { as: 'text', by: ({ asset }) => asset },
        cell: ({ asset }) => <bdi>{asset}</bdi>,
      },
      {
        key: 'total',
        header: t('assets.totalColumn'),
        kind: 'number',
        minWidth: totalWidth,
        sort: { as: 'decimal', by: ({ total }) => total },
        cell: ({ total }) => amount(total),
      },
      {
        key: 'available',
        header: t('orders.available'),
        kind: 'number',
        minWidth: totalWidth,
        sort: { as: 'decimal', by: ({ available }) => available },
        cell: ({ available }) => amount(available),
      },
      {
        key: 'held',
        header: t('orders.held'),
        kind: 'number',
        minWidth: heldWidth,
        sort: { as: 'decimal', by: ({ held }) => held },
        cell: ({ held }) => amount(held),
      },
      {
        key: 'average',
        header: t('assets.averageBuy', { unit: AVERAGE_UNIT }),
        kind: 'number',
        minWidth: 152,
        cell: ({ asset }) =>
          showAsset ? (
            <NumberText full={averages.get(asset)?.price}>
              {averages.get(asset)?.text ?? '--'}
            </NumberText>
          ) : (
            HIDDEN_AMOUNT
          ),
      },
      {
        key: 'value',
        header: t('assets.value', { unit: currency }),
        kind: 'number',
        minWidth: valueWidth,
        sort: { as: 'decimal', by: ({ value }) => value },
        cell: ({ value }) =>
          showAsset ? (
            <NumberText>{prose.number(worth(value), { purpose: 'valuation' })}</NumberText>
          ) : (
            HIDDEN_AMOUNT
          ),
      },
    ] satisfies Column<AssetRow>[]
    return fitColumns<Column<AssetRow>>(all, { width, expendable: EXPENDABLE })
  }, [
    t,
    numbers,
    prose,
    currency,
    worth,
    showAsset,
    averages,
    totalWidth,
    heldWidth,
    valueWidth,
    width,
  ])
}
