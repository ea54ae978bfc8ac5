import { Tabs } from '@x/ui/tabs'
import { useState } from 'react'
import type { MarginRecordKind } from '../../data/margin/recordsApi.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from './margin.module.css'
import { MarginRecordBar, useMarginFilter } from './MarginRecordBar.tsx'
import { MarginRecordList } from './MarginRecordList.tsx'

const KINDS = ['loans', 'repayments', 'interest', 'liquidations'] as const

/** `/record/margin`: what loans cost and what became of them, to look through and to take away. */
export default function MarginRecordsPage() {
  const t = useMarginMessages()
  const [kind, setKind] = useState<MarginRecordKind>('loans')
  const { filter, ...bar } = useMarginFilter()
  const title = t('margin.recordsTitle')
  usePageTitle(title)
  const labels = {
    loans: t('margin.loans'),
    repayments: t('margin.repaid'),
    interest: t('margin.interest'),
    liquidations: t('margin.liquidations'),
  }
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{title}</h1>
      <MarginRecordBar kind={kind} filter={filter} {...bar} />
      <Tabs
        aria-label={title}
        className={styles['card']}
        value={kind}
        onChange={(next) => setKind(KINDS.find((each) => each === next) ?? 'loans')}
        items={KINDS.map((value) => ({
          value,
          label: labels[value],
          panel: <MarginRecordList kind={value} filter={filter} label={labels[value]} />,
        }))}
      />
    </div>
  )
}
