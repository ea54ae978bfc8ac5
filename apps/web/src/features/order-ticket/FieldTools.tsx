import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { editPrice } from './orderDraft.ts'
import { PriceTools } from './PriceTools.tsx'
import { QuickAmounts } from './QuickAmounts.tsx'
import { draftOfValue } from './quickAmounts.ts'
import type { ToolsProps } from './ticketContext.ts'

/** What fills the price of an order, or its total. */
export default function FieldTools({
  field,
  ticket: { spec, draft, edit },
  close,
}: ToolsProps & { readonly field: 'price' | 'total' }) {
  return (
    <PageTexts>
      {field === 'price' ? (
        <PriceTools
          spec={spec}
          close={close}
          onPrice={(price) => edit(editPrice(draft, price, spec))}
        />
      ) : (
        <QuickAmounts
          spec={spec}
          close={close}
          onValue={(value, { last }) => edit(draftOfValue(value, { draft, spec, last }))}
        />
      )}
    </PageTexts>
  )
}
