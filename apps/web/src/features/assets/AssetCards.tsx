import { useNumbers } from '@x/locale/react'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import type { PanelStatus } from '@x/ui/panel'
import { SkeletonRows } from '@x/ui/skeleton'
import type { ReactNode } from 'react'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { AVERAGE_UNIT, type AverageTexts } from './averageTexts.ts'
import type { ProfitTexts } from './profitTexts.ts'
import styles from './assets.module.css'
import { balanceText, ProfitCell } from './useAssetColumns.tsx'
import { type AssetRow, byValue } from './valuation.ts'
import { type Valuation, valuationFigure } from '../../data/valuation/valuationRates.ts'

interface AssetCardsProps {
  readonly label: string
  readonly rows: readonly AssetRow[]
  readonly valuation: Valuation
  readonly showAsset: boolean
  readonly averages: AverageTexts
  readonly profits: ProfitTexts
  readonly status: PanelStatus
  /** What is said of no assets. */
  readonly empty: string
}

/**
 * Balances on a phone, the most valuable first: every figure on a line of its own has space for all
 * its digits.
 */
export function AssetCards({ label, rows, status, empty, ...card }: AssetCardsProps) {
  if (rows.length === 0 && status.kind === 'loading')
    return <SkeletonRows rows={8} columns={['30%', '20%']} />
  if (rows.length === 0 && status.kind === 'error')
    return (
      <ErrorState title={status.title} onRetry={status.onRetry} traceId={status.traceId}>
        {status.text}
      </ErrorState>
    )
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <ul className={styles['cards']} aria-label={label}>
      {[...rows].sort(byValue).map((row) => (
        <AssetCard key={row.asset} row={row} {...card} />
      ))}
    </ul>
  )
}

interface AssetCardProps extends Pick<
  AssetCardsProps,
  'valuation' | 'showAsset' | 'averages' | 'profits'
> {
  readonly row: AssetRow
}

function AssetCard({ row, valuation, showAsset, averages, profits }: AssetCardProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const amount = (text: string) => (
    <NumberText full={text}>{balanceText(text, { numbers, trim: true })}</NumberText>
  )
  const average = averages.get(row.asset)
  const figures: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('assets.totalColumn'), amount(row.total)],
    [t('orders.available'), amount(row.available)],
    [t('orders.held'), amount(row.held)],
    [
      t('assets.averageBuy', { unit: AVERAGE_UNIT }),
      average && <NumberText full={average.price}>{average.text}</NumberText>,
    ],
    [
      `${t('orders.profit')} (${AVERAGE_UNIT})`,
      profits.has(row.asset) && <ProfitCell profit={profits.get(row.asset)} />,
    ],
    [
      t('assets.value', { unit: valuation.currency }),
      <NumberText key="">{valuationFigure(row.value, { valuation, numbers: prose })}</NumberText>,
    ],
  ]
  return (
    <li className={styles['card']}>
      <h2 className={styles['cardName']}>
        <CoinIcon asset={row.asset} />
        <bdi>{row.asset}</bdi>
      </h2>
      <dl className={styles['figures']}>
        {figures.map(([name, value]) =>
          value ? (
            <div key={name} className={styles['figure']}>
              <dt>{name}</dt>
              <dd>{showAsset ? value : HIDDEN_AMOUNT}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </li>
  )
}
