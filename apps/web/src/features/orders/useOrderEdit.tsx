import { lazy, type ReactNode, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'

const EditOrder = lazy(() => import('./EditOrder.tsx'))

export interface EditedOrder {
  readonly order: SpotOrder
  readonly spec: SpotSymbol
}

/**
 * The dialog that changes one order of a list. It stays where the order ends meanwhile and its row
 * goes, with what was written; the server says what became of it.
 */
export function useOrderEdit(): {
  readonly edit: (edited: EditedOrder) => void
  readonly dialog: ReactNode
} {
  const [edited, edit] = useState<EditedOrder | undefined>(undefined)
  const close = () => edit(undefined)
  const dialog = edited && (
    <OptionalLazyBoundary onFail={close}>
      <EditOrder {...edited} onClose={close} />
    </OptionalLazyBoundary>
  )
  return { edit, dialog }
}
