import { PageTexts } from '../../../lib/lazy/PageTexts.tsx'
import { PriceTools } from '../PriceTools.tsx'
import { QuickAmounts } from '../QuickAmounts.tsx'
import type { TicketView } from '../ticketView.ts'
import { changeUnit, editPriceOf, editSize } from './futuresDraft.ts'
import type { FuturesTypes } from './futuresTypes.ts'

/** What fills the price of a futures order, or its value. */
export default function FuturesFieldTools({
  field,
  view: { spec, draft, edit },
  close,
}: {
  readonly field: 'price' | 'total'
  readonly view: Pick<TicketView<FuturesTypes>, 'spec' | 'draft' | 'edit'>
  readonly close: () => void
}) {
  return (
    <PageTexts>
      {field === 'price' ? (
        <PriceTools
          spec={spec}
          close={close}
          onPrice={(price) => edit(editPriceOf(draft, price))}
        />
      ) : (
        <QuickAmounts
          spec={spec}
          close={close}
          onValue={(value) => edit(editSize(changeUnit(draft, 'value'), value))}
        />
      )}
    </PageTexts>
  )
}
