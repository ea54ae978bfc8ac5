import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { PriceTools } from './PriceTools.tsx'
import { QuickAmounts } from './QuickAmounts.tsx'
import type { ToolsProps } from './ticketContext.ts'

/** What fills the price of an order, or its total. */
export default function FieldTools({
  field,
  ...props
}: ToolsProps & { readonly field: 'price' | 'total' }) {
  return (
    <PageTexts>
      {field === 'price' ? <PriceTools {...props} /> : <QuickAmounts {...props} />}
    </PageTexts>
  )
}
