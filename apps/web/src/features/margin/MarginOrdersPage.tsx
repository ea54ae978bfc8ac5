import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { LazyRecords } from '../records/index.ts'

/** `/order/marginOrderInfo`: open orders, history and fills of margin accounts. */
export default function MarginOrdersPage() {
  const t = useMarginMessages()
  return (
    <PageTexts>
      <LazyRecords funds="margin" title={t('margin.ordersTitle')} />
    </PageTexts>
  )
}
