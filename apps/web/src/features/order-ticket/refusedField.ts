import type { OrderField, OrderRefusal } from '@x/trading'
import type { OrderDraft } from './orderDraft.ts'
import { DRAFT_FIELDS, type DraftField, isLimited, sizeFieldOf } from '../order-terms/index.ts'

/**
 * The field that a refusal is about (wire 10): the one that the server named, else the one that its
 * code is of; `undefined`: the whole order.
 */
export function refusedField(
  draft: OrderDraft,
  {
    refusal,
    named,
  }: { readonly refusal: OrderRefusal | undefined; readonly named: string | undefined },
): DraftField | undefined {
  const sizeField = sizeFieldOf(draft)
  if (refusal === undefined) return undefined
  const field =
    named === 'size' || named === 'sizeUnit' ? sizeField : DRAFT_FIELDS[named as OrderField]
  if (field) return field
  switch (refusal) {
    case 'tick':
    case 'protection':
    case 'would-cross':
      return isLimited(draft.type) ? 'price' : sizeField
    case 'balance':
    case 'step':
    case 'minimum':
    case 'not-fillable':
      return sizeField
    case 'direction':
    case 'parameter':
      return undefined
  }
}
