import type { OrderProblem } from '@x/trading'
import { useMessages } from '../../../messages.ts'
import type { SpotSymbol } from '../../orders/model.ts'
import type { DraftCheck, DraftField } from './draftOrder.ts'
import { OrderAmountField } from './OrderAmountField.tsx'
import { amountOf, editAmount, editPrice, editTotal, type OrderDraft, totalDecimals } from './orderDraft.ts'
import type { DraftRefusals } from './useOrderDraft.ts'

export interface OrderFieldsProps {
  readonly spec: SpotSymbol
  readonly draft: OrderDraft
  readonly edit: (draft: OrderDraft) => void
  readonly left: ReadonlySet<DraftField>
  readonly leave: (field: DraftField) => void
  readonly check: DraftCheck
  readonly refusals: DraftRefusals
  readonly problemText: (problem: OrderProblem) => string
}

/** The fields that an order of this side and type has. */
export function OrderFields({ spec, draft, edit, left, leave, check, refusals, problemText }: OrderFieldsProps) {
  const t = useMessages()
  const isLimit = draft.type === 'limit'
  const errorOf = (field: DraftField): string | undefined => {
    const problem = check.problems[field]
    if (refusals[field]) return refusals[field]
    return problem && left.has(field) && amountOf(draft[field]) ? problemText(problem) : undefined
  }
  const common = (field: DraftField) => ({ spec, name: field, value: draft[field], error: errorOf(field), onBlur: () => leave(field) })
  return (
    <>
      {isLimit ? (
        <OrderAmountField {...common('price')} label={t('spot.price')} unit={spec.quote} decimals={spec.pricePlace} step={spec.tickSize} onChange={(price) => edit(editPrice(draft, price, spec))} />
      ) : null}
      {isLimit || draft.side === 'sell' ? (
        <OrderAmountField {...common('amount')} label={t('spot.amount')} unit={spec.base} decimals={spec.quantityPlace} step={spec.stepSize} onChange={(amount) => edit(editAmount(draft, amount))} />
      ) : null}
      {isLimit || draft.side === 'buy' ? (
        <OrderAmountField {...common('total')} label={t('spot.total')} unit={spec.quote} decimals={totalDecimals(spec)} placeholder={`≥ ${spec.minNotional}`} onChange={(total) => edit(editTotal(draft, total, spec))} />
      ) : null}
    </>
  )
}
