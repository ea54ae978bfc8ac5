import { useNumbers } from '@x/locale/react'
import type { Column } from '@x/ui/data-table'
import { NumberText } from '@x/ui/number'
import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { type MarginRate, useMarginMaxima, useMarginRates } from '../../data/margin/api.ts'
import { AssetName } from '../../lib/coins/AssetName.tsx'
import { useListStatus } from '../../lib/lists/useListStatus.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { FuturesTable } from '../futures-panel/index.ts'
import { Term, TERMS_ID } from './Term.tsx'
import styles from './margin.module.css'

/** What loans of the cross account cost, and what its assets count. */
export function LoanTermsTable() {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const headingId = useId()
  const query = useMarginRates()
  // Public terms are those of nobody's level.
  const { data: maxima } = useMarginMaxima({})
  const limitOf = ({ asset, limit }: MarginRate) =>
    maxima?.find((row) => row.asset === asset)?.limit ?? limit
  const section = useRef<HTMLElement>(null)
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === `#${TERMS_ID}`) section.current?.scrollIntoView({ block: 'start' })
  }, [hash, key])
  const status = useListStatus()(query, { hasData: query.data !== undefined })
  const columns: readonly Column<MarginRate>[] = [
    {
      key: 'asset',
      header: t('orders.asset'),
      minWidth: 96,
      cell: ({ asset }) => <AssetName asset={asset} />,
    },
    {
      key: 'rate',
      header: <Term name={t('margin.rate')} text={t('margin.rateTerm')} />,
      kind: 'number',
      minWidth: 120,
      cell: ({ dailyRate }) => (
        <NumberText full={dailyRate}>{numbers.percent(dailyRate, { digits: 7 })}</NumberText>
      ),
    },
    {
      key: 'collateral',
      header: <Term name={t('margin.collateral')} text={t('margin.collateralTerm')} />,
      kind: 'number',
      minWidth: 120,
      cell: ({ collateralRate }) => numbers.percent(collateralRate, { digits: 0 }),
    },
    {
      key: 'limit',
      header: t('margin.limit'),
      kind: 'number',
      minWidth: 140,
      cell: (rate) => numbers.number(limitOf(rate), { digits: 0 }),
    },
  ]
  const explained = [
    [t('margin.level'), t('margin.levelTerm')],
    [t('margin.rate'), t('margin.rateTerm')],
    [t('margin.collateral'), t('margin.collateralTerm')],
  ] as const
  return (
    <section id={TERMS_ID} ref={section} className={styles['card']} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles['heading']}>
        {t('margin.terms')}
      </h2>
      <dl className={styles['terms']}>
        {explained.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['list']}>
        <FuturesTable
          label={t('margin.terms')}
          columns={columns}
          rows={query.data ?? []}
          rowKey={({ asset }) => asset}
          status={status}
          empty={t('margin.empty')}
        />
      </div>
    </section>
  )
}
