import { compare, decimal, parseDecimal } from '@x/decimal'
import { fitsStep } from '@x/trading'
import { isArmed, type OrderTrigger, type SpotOrder, type SpotSymbol } from './model.ts'

export type AmendField = 'price' | 'size' | TriggerField
/** By which name the trigger of a leg is changed; the two of an exit have one each. */
export type TriggerField = 'triggerPrice' | 'takeProfitTriggerPrice' | 'stopLossTriggerPrice'
export type AmendTerms = Readonly<Partial<Record<AmendField, string>>>

/** What of an order can be changed: a price where it has one, a trigger while it waits for it, the size always; of an exit each trigger that stands. */
export function amendableFields(order: SpotOrder): readonly AmendField[] {
  if (order.orderType === 'tp_sl') return [...(isArmed(order) ? (order.triggers ?? []).map(triggerField) : []), 'size']
  const [trigger] = order.triggers ?? []
  const isWaiting = isArmed(order) && trigger !== undefined
  const canMoveTrigger = isWaiting && (trigger.kind === 'stop' || (trigger.kind === 'trailing' && trigger.triggerPrice === null))
  return [...(order.price === null ? [] : (['price'] as const)), ...(canMoveTrigger ? (['triggerPrice'] as const) : []), 'size']
}

export function triggerField({ kind }: Pick<OrderTrigger, 'kind'>): TriggerField {
  return kind === 'take_profit' ? 'takeProfitTriggerPrice' : kind === 'stop_loss' ? 'stopLossTriggerPrice' : 'triggerPrice'
}

export function termsOf({ price, size, triggers = [] }: SpotOrder): Readonly<Record<AmendField, string>> {
  const at = (field: TriggerField): string => {
    const trigger = triggers.find((one) => triggerField(one) === field)
    return trigger?.triggerPrice ?? trigger?.activationPrice ?? ''
  }
  return { price: price ?? '', size, triggerPrice: at('triggerPrice'), takeProfitTriggerPrice: at('takeProfitTriggerPrice'), stopLossTriggerPrice: at('stopLossTriggerPrice') }
}

export type AmendProblem = { readonly field: AmendField; readonly why: 'empty' | 'tick' | 'step' | 'filled' }

export type Amendment = { readonly status: 'unchanged' } | { readonly status: 'wrong'; readonly problem: AmendProblem } | { readonly status: 'ready'; readonly terms: AmendTerms }

/** What has changed, in the form of `POST /v1/spot/order/amend`; the size is the whole one, what is filled included. */
export function amendmentOf(order: SpotOrder, { terms, spec }: { readonly terms: AmendTerms; readonly spec: SpotSymbol }): Amendment {
  const before = termsOf(order)
  const changed = amendableFields(order).flatMap((field) => {
    const text = terms[field] ?? before[field]
    const value = parseDecimal(text)
    const old = parseDecimal(before[field])
    return value && old && compare(value, old) === 0 ? [] : [{ field, text, value }]
  })
  for (const { field, text, value } of changed) {
    if (!value || compare(value, decimal('0')) <= 0) return { status: 'wrong', problem: { field, why: 'empty' } }
    if (field !== 'size' && !fitsStep(text, { step: spec.tickSize })) return { status: 'wrong', problem: { field, why: 'tick' } }
    if (field !== 'size') continue
    if (order.sizeUnit === 'base' && !fitsStep(text, { step: spec.stepSize })) return { status: 'wrong', problem: { field, why: 'step' } }
    if (compare(value, decimal(order.sizeUnit === 'base' ? order.filled : order.filledQuote)) <= 0) return { status: 'wrong', problem: { field, why: 'filled' } }
  }
  return changed.length === 0 ? { status: 'unchanged' } : { status: 'ready', terms: Object.fromEntries(changed.map(({ field, text }) => [field, text])) }
}
