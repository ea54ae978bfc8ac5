import type { SpotSymbol } from '../../data/spot/model.ts'
import type { OrderDraft } from './orderDraft.ts'
import type { DraftField } from '../order-terms/index.ts'

/** What each group of fields of the order form is given. */
export interface OrderFieldsProps {
  readonly spec: SpotSymbol
  readonly draft: OrderDraft
  readonly edit: (draft: OrderDraft) => void
  readonly leave: (field: DraftField) => void
  readonly onUnread: (field: DraftField, message: string | undefined) => void
  readonly errorOf: (field: DraftField) => string | undefined
}
