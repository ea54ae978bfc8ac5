import { Tabs } from '@x/ui/tabs'
import { useState } from 'react'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { RecordPage } from '../records/index.ts'
import { useMarginLists } from './useMarginLists.tsx'

const KINDS = ['loans', 'repayments', 'interest', 'liquidations'] as const

/** `/record/margin`: what loans cost and what became of them, to look through and to take away. */
export default function MarginRecordsPage() {
  return (
    <PageTexts>
      <MarginRecords />
    </PageTexts>
  )
}

function MarginRecords() {
  const t = useMarginMessages()
  const [kind, setKind] = useState<string>('loans')
  const lists = useMarginLists(KINDS)
  const title = t('margin.recordsTitle')
  return (
    <RecordPage title={title} {...lists.find(({ value }) => value === kind)?.page}>
      <Tabs aria-label={title} value={kind} onChange={setKind} items={lists} />
    </RecordPage>
  )
}
