import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { LazyRecords } from '../records/index.ts'

/** `/order/marginOrderInfo`: open orders, history and fills of margin accounts. */
export default function MarginOrdersPage() {
  const t = useMarginMessages()
  const title = t('margin.ordersTitle')
  usePageTitle(title)
  return (
    <PageTexts>
      <LazyRecords funds="margin" title={title} />
    </PageTexts>
  )
}
