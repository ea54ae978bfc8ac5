import { SkeletonRows } from '@x/ui/skeleton'
import { Tabs } from '@x/ui/tabs'
import { Suspense, useState } from 'react'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { NARROWED_BY, type RecordFilter } from '../../data/futures/recordsApi.ts'
import { LazyRecordList } from '../futures-panel/index.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { RecordPage, useDatedFilter } from '../records/index.ts'
import { LiquidationList } from './LiquidationList.tsx'
import { RecordFilters, RecordsExport } from './RecordFilters.tsx'

const KINDS = ['fills', 'positions', 'bills', 'liquidations', 'funding'] as const
type Kind = (typeof KINDS)[number]

/** `/record/mcp`: what futures made of the account, to look through and to take away. */
export default function FuturesRecordsPage() {
  return (
    <PageTexts>
      <FuturesRecordTabs />
    </PageTexts>
  )
}

function FuturesRecordTabs() {
  const t = useFuturesMessages()
  const [kind, setKind] = useState<Kind>('fills')
  const { filter, count, clear, ...bar } = useDatedFilter(NARROWED_BY[kind])
  const labels = {
    fills: t('orders.fills'),
    positions: t('positions.history'),
    bills: t('positions.bills'),
    liquidations: t('positions.liquidations'),
    funding: t('positions.fundingTitle'),
  }
  // The rates of one contract at a time: the server has a list for each.
  const shown: RecordFilter = kind === 'funding' ? { symbol: 'BTCUSDT', ...filter } : filter
  return (
    <RecordPage
      title={t('positions.recordsTitle')}
      actions={<RecordsExport kind={kind} filter={shown} />}
      filters={
        <RecordFilters
          {...bar}
          fields={NARROWED_BY[kind]}
          isOfOne={kind === 'funding'}
          symbol={shown.symbol}
        />
      }
      filterCount={count}
      onClear={clear}
    >
      <Tabs
        aria-label={t('positions.recordsTitle')}
        value={kind}
        onChange={(next) => setKind(KINDS.find((each) => each === next) ?? 'fills')}
        items={KINDS.map((value) => ({
          value,
          label: labels[value],
          panel: (
            <Suspense fallback={<SkeletonRows rows={3} />}>
              {value === 'liquidations' ? (
                <LiquidationList key={JSON.stringify(shown)} filter={shown} />
              ) : (
                <LazyRecordList key={JSON.stringify(shown)} kind={value} filter={shown} isPaged />
              )}
            </Suspense>
          ),
        }))}
      />
    </RecordPage>
  )
}
