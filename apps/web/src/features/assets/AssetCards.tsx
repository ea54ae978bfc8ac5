import { useNumbers } from '@x/locale/react'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import type { PanelStatus } from '@x/ui/panel'
import { SkeletonRows } from '@x/ui/skeleton'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { AVERAGE_UNIT, type AverageTexts } from './averageTexts.ts'
import styles from './assets.module.css'
import { balanceText } from './useAssetColumns.tsx'
import { type AssetRow, byValue } from './valuation.ts'
import type { Valuation } from '../../data/valuation/valuationRates.ts'

interface AssetCardsProps {
  readonly label: string
  readonly rows: readonly AssetRow[]
  readonly valuation: Valuation
  readonly showAsset: boolean
  readonly averages: AverageTexts
  readonly status: PanelStatus
  /** What is said of no assets. */
  readonly empty: string
}

/**
 * Balances on a phone, the most valuable first: every figure on a line of its own has space for all
 * its digits.
 */
export function AssetCards({
  label,
  rows,
  valuation: { currency, worth },
  showAsset,
  averages,
  status,
  empty,
}: AssetCardsProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const prose = useNumbers()
  const figures = [
    ['total', t('assets.totalColumn')],
    ['available', t('orders.available')],
    ['held', t('orders.held')],
  ] as const
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
        <li key={row.asset} className={styles['card']}>
          <h2 className={styles['cardName']}>
            <bdi>{row.asset}</bdi>
          </h2>
          <dl className={styles['figures']}>
            {figures.map(([key, name]) => (
              <div key={key} className={styles['figure']}>
                <dt>{name}</dt>
                <dd>
                  {showAsset ? (
                    <NumberText full={row[key]}>
                      {balanceText(row[key], { numbers, trim: true })}
                    </NumberText>
                  ) : (
                    HIDDEN_AMOUNT
                  )}
                </dd>
              </div>
            ))}
            {averages.has(row.asset) ? (
              <div className={styles['figure']}>
                <dt>{t('assets.averageBuy', { unit: AVERAGE_UNIT })}</dt>
                <dd>
                  {showAsset ? (
                    <NumberText full={averages.get(row.asset)?.price}>
                      {averages.get(row.asset)?.text}
                    </NumberText>
                  ) : (
                    HIDDEN_AMOUNT
                  )}
                </dd>
              </div>
            ) : null}
            <div className={styles['figure']}>
              <dt>{t('assets.value', { unit: currency })}</dt>
              <dd>
                {showAsset ? (
                  <NumberText>
                    {prose.number(worth(row.value), { purpose: 'valuation' })}
                  </NumberText>
                ) : (
                  HIDDEN_AMOUNT
                )}
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
