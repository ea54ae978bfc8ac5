import { useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useId } from 'react'
import { type MarginRate, useMarginRates } from '../../data/margin/api.ts'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { FuturesTable } from '../futures-panel/index.ts'
import styles from './margin.module.css'

/** What loans of the cross account cost, and what its assets count. */
export function LoanTermsTable() {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const headingId = useId()
  const query = useMarginRates()
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  const columns: readonly Column<MarginRate>[] = [
    { key: 'asset', header: t('orders.asset'), minWidth: 80, cell: ({ asset }) => asset },
    {
      key: 'rate',
      header: t('margin.rate'),
      kind: 'number',
      minWidth: 120,
      cell: ({ dailyRate }) => (
        <NumberText full={dailyRate}>{numbers.percent(dailyRate, { digits: 7 })}</NumberText>
      ),
    },
    {
      key: 'collateral',
      header: t('margin.collateral'),
      kind: 'number',
      minWidth: 120,
      cell: ({ collateralRate }) => numbers.percent(collateralRate, { digits: 0 }),
    },
    {
      key: 'limit',
      header: t('margin.limit'),
      kind: 'number',
      minWidth: 140,
      cell: ({ limit }) => numbers.number(limit, { digits: 0 }),
    },
  ]
  return (
    <section className={styles['card']} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles['heading']}>
        {t('margin.terms')}
      </h2>
      <FuturesTable
        label={t('margin.terms')}
        columns={columns}
        rows={query.data ?? []}
        rowKey={({ asset }) => asset}
        status={status}
        empty={t('margin.empty')}
      />
    </section>
  )
}
