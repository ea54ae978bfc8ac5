import { SkeletonRows } from '@x/ui/skeleton'
import { Tabs } from '@x/ui/tabs'
import { Suspense, useState } from 'react'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { LazyRecordList } from '../futures-panel/index.ts'
import styles from './futuresRecords.module.css'
import { LiquidationList } from './LiquidationList.tsx'
import { RecordBar, useRecordFilter } from './RecordBar.tsx'

const KINDS = ['fills', 'positions', 'bills', 'liquidations', 'funding'] as const
type Kind = (typeof KINDS)[number]

/** `/record/mcp`: what futures made of the account, to look through and to take away. */
export default function FuturesRecordsPage() {
  const t = useFuturesMessages()
  const [kind, setKind] = useState<Kind>('fills')
  const { filter, ...bar } = useRecordFilter()
  const labels = {
    fills: t('orders.fills'),
    positions: t('positions.history'),
    bills: t('positions.bills'),
    liquidations: t('positions.liquidations'),
    funding: t('positions.fundingTitle'),
  }
  // The rates of one contract at a time: the server has a list for each.
  const shown = kind === 'funding' ? { symbol: 'BTCUSDT', ...filter } : filter
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('positions.recordsTitle')}</h1>
      <RecordBar kind={kind} {...bar} filter={shown} />
      <Tabs
        aria-label={t('positions.recordsTitle')}
        className={styles['card']}
        value={kind}
        onChange={(next) => setKind(KINDS.find((each) => each === next) ?? 'fills')}
        items={KINDS.map((value) => ({
          value,
          label: labels[value],
          panel: (
            <Suspense fallback={<SkeletonRows rows={3} />}>
              {value === 'liquidations' ? (
                <LiquidationList filter={shown} />
              ) : (
                <LazyRecordList kind={value} filter={shown} />
              )}
            </Suspense>
          ),
        }))}
      />
    </div>
  )
}
