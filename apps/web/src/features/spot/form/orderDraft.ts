import { compare, decimal, finishAmount, formatDecimal, fromUnits, parseDecimal, roundToStep, ZERO } from '@x/decimal'
import { orderValue, roundToGrid, sizeForShare, sizeForValue } from '@x/trading'
import type { Side, SpotSymbol } from '../../orders/model.ts'

export type DraftType = 'limit' | 'market'

/** What the form holds. Amounts are texts as typed; `''` is empty. */
export interface OrderDraft {
  readonly side: Side
  readonly type: DraftType
  readonly price: string
  readonly amount: string
  readonly total: string
  /** The field the user gave; the other one follows the price. */
  readonly lead: 'amount' | 'total'
  /** Percent of the available balance the slider stands at. */
  readonly share: number
}

export interface Available {
  readonly base: string
  readonly quote: string
}

export const newDraft = (side: Side): OrderDraft => ({ side, type: 'limit', price: '', amount: '', total: '', lead: 'amount', share: 0 })

/** A positive amount in its plain form; `undefined` while the text is none. */
export function amountOf(text: string): string | undefined {
  const value = parseDecimal(finishAmount(text))
  return value && compare(value, ZERO) > 0 ? formatDecimal(value) : undefined
}

/** An amount of quote may be as fine as a price times a size can be. */
export const totalDecimals = ({ pricePlace, quantityPlace }: SpotSymbol): number => pricePlace + quantityPlace

export function editPrice(draft: OrderDraft, price: string, spec: SpotSymbol): OrderDraft {
  const next = { ...draft, price }
  return draft.lead === 'total' ? { ...next, amount: amountFor(next, spec) } : { ...next, total: totalFor(next) }
}

export function editAmount(draft: OrderDraft, amount: string): OrderDraft {
  const next: OrderDraft = { ...draft, amount, lead: 'amount', share: 0 }
  return { ...next, total: totalFor(next) }
}

export function editTotal(draft: OrderDraft, total: string, spec: SpotSymbol): OrderDraft {
  const next: OrderDraft = { ...draft, total, lead: 'total', share: 0 }
  return { ...next, amount: amountFor(next, spec) }
}

/** Price x amount, every digit. */
function totalFor({ price, amount }: OrderDraft): string {
  const [at, size] = [amountOf(price), amountOf(amount)]
  return at && size ? trimmed(orderValue({ price: at, size })) : ''
}

/** The whole steps that the total pays for. */
function amountFor({ price, total }: OrderDraft, { stepSize }: SpotSymbol): string {
  const [at, value] = [amountOf(price), amountOf(total)]
  return at && value ? emptyIfZero(sizeForValue({ value, price: at, stepSize })) : ''
}

/** The slider: whole steps, rounded down, never more than the balance pays for. */
export function setShare(draft: OrderDraft, { share, available, spec }: { readonly share: number; readonly available: Available; readonly spec: SpotSymbol }): OrderDraft {
  const next: OrderDraft = { ...draft, share }
  const part = percent(share)
  if (draft.side === 'buy' && draft.type === 'market') {
    const step = formatDecimal(fromUnits(1n, totalDecimals(spec)))
    const total = roundToGrid(orderValue({ price: available.quote, size: part }), { step })
    return { ...next, lead: 'total', total: emptyIfZero(total), amount: '' }
  }
  const price = draft.side === 'sell' ? (amountOf(draft.price) ?? '1') : amountOf(draft.price)
  if (price === undefined) return next
  const amount = emptyIfZero(sizeForShare({ side: draft.side, share: part, available, price, stepSize: spec.stepSize }))
  const sized: OrderDraft = { ...next, lead: 'amount', amount }
  return { ...sized, total: draft.type === 'limit' ? totalFor(sized) : '' }
}

/** Between limit and market: what the user gave stays where the field stays. */
export function changeType(draft: OrderDraft, type: DraftType): OrderDraft {
  const next: OrderDraft = { ...draft, type, share: 0 }
  return type === 'limit' && draft.side === 'sell' ? { ...next, total: totalFor(next) } : next
}

export function changeSide(draft: OrderDraft, side: Side): OrderDraft {
  return { ...draft, side, share: 0 }
}

/** After an order was placed: the price stays, so that the next one is near. */
export const emptied = (draft: OrderDraft): OrderDraft => ({ ...draft, amount: '', total: '', share: 0, lead: 'amount' })

/** On the tick: a price picked from a grouped book, or the last one. */
export function onTick(price: string, { tickSize }: SpotSymbol): string {
  return formatDecimal(roundToStep(decimal(price), { step: decimal(tickSize), mode: 'half-up' }))
}

const percent = (share: number): string => formatDecimal(fromUnits(BigInt(Math.round(share)), 2))
const trimmed = (text: string): string => formatDecimal(decimal(text), { trim: true })
const emptyIfZero = (text: string): string => (amountOf(text) === undefined ? '' : trimmed(text))
