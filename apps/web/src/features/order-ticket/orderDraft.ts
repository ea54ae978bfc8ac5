import {
  compare,
  decimal,
  div,
  finishAmount,
  formatDecimal,
  fromUnits,
  mul,
  parseDecimal,
  roundToStep,
  ZERO,
} from '@x/decimal'
import {
  orderValue,
  protectionPrice,
  roundToGrid,
  sizeForShare,
  sizeForValue,
  type SpotOrderType,
  type TimeInForce,
  type TriggerBy,
} from '@x/trading'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import { isLimited, type LimitTerms, sellsByValue, sizeFieldOf } from '../order-terms/index.ts'

/** What the form holds. Amounts are texts as typed; `''` is empty. */
export interface OrderDraft {
  readonly side: Side
  readonly type: SpotOrderType
  readonly price: string
  readonly amount: string
  readonly total: string
  /** Trigger of a stop; of a trailing order the price from which it trails. */
  readonly trigger: string
  /** Limit of the stop leg of an oco order; empty: at the market. */
  readonly stop: string
  /** How far a trailing order lets the price come back, percent. */
  readonly rate: string
  readonly takeProfit: string
  /** Limit price of that exit; empty: at the market. */
  readonly takeProfitLimit: string
  readonly stopLoss: string
  readonly stopLossLimit: string
  readonly hasExits: boolean
  readonly timeInForce: TimeInForce
  /** What triggers are measured against, of the order or of its exits. */
  readonly triggerBy: TriggerBy
  /** What a buy at the market is sized in. */
  readonly unit: 'base' | 'quote'
  /** What a sale at the market is sized in. */
  readonly sellUnit: 'base' | 'quote'
  /** The field the user gave; the other one follows the price. */
  readonly lead: 'amount' | 'total'
  /**
   * Percent of the available balance the slider was put at; `undefined` once the amount was given
   * otherwise.
   */
  readonly share: number | undefined
}

export interface Available {
  readonly base: string
  readonly quote: string
}

export const newDraft = (side: Side): OrderDraft => ({
  side,
  type: 'limit',
  price: '',
  amount: '',
  total: '',
  trigger: '',
  stop: '',
  rate: '1',
  takeProfit: '',
  takeProfitLimit: '',
  stopLoss: '',
  stopLossLimit: '',
  hasExits: false,
  timeInForce: 'gtc',
  triggerBy: 'last',
  unit: 'quote',
  sellUnit: 'base',
  lead: 'amount',
  share: undefined,
})

/** A positive amount in its plain form; `undefined` while the text is none. */
export function amountOf(text: string): string | undefined {
  const value = parseDecimal(finishAmount(text))
  return value && compare(value, ZERO) > 0 ? formatDecimal(value) : undefined
}

/**
 * The limit order of a draft that may trade at once: not one that must not, nor one that waits for
 * a trigger.
 */
export function crossingTerms({
  type,
  side,
  timeInForce,
  ...texts
}: OrderDraft): LimitTerms | undefined {
  const [price, size] = [amountOf(texts.price), amountOf(texts.amount)]
  if (type !== 'limit' || timeInForce === 'post_only' || price === undefined || size === undefined)
    return undefined
  return { side, price, size, isFillOrKill: timeInForce === 'fok' }
}

/** An amount of quote may be as fine as a price times a size can be. */
export const totalDecimals = ({ pricePlace, quantityPlace }: SpotSymbol): number =>
  pricePlace + quantityPlace

export function editPrice(draft: OrderDraft, price: string, spec: SpotSymbol): OrderDraft {
  // At another price the same coin is another share of what a buy is paid with.
  const share = draft.side === 'buy' && isLimited(draft.type) ? undefined : draft.share
  const next = { ...draft, price, share }
  return draft.lead === 'total'
    ? { ...next, amount: amountFor(next, spec) }
    : { ...next, total: totalFor(next) }
}

export function editAmount(draft: OrderDraft, amount: string): OrderDraft {
  const next: OrderDraft = { ...draft, amount, lead: 'amount', share: undefined }
  return { ...next, total: totalFor(next) }
}

export function editTotal(draft: OrderDraft, total: string, spec: SpotSymbol): OrderDraft {
  const next: OrderDraft = { ...draft, total, lead: 'total', share: undefined }
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
export function setShare(
  draft: OrderDraft,
  {
    share,
    available,
    spec,
  }: { readonly share: number; readonly available: Available; readonly spec: SpotSymbol },
): OrderDraft {
  const next: OrderDraft = { ...draft, share }
  const part = percent(share)
  if (draft.side === 'buy' && !isLimited(draft.type)) {
    const step = formatDecimal(fromUnits(1n, totalDecimals(spec)))
    const total = roundToGrid(orderValue({ price: available.quote, size: part }), { step })
    const sized: OrderDraft = { ...next, unit: 'quote', lead: 'total', total: emptyIfZero(total) }
    // As a total that is typed does: a limit order made of this draft needs it.
    return { ...sized, amount: amountFor(sized, spec) }
  }
  const price = draft.side === 'sell' ? (amountOf(draft.price) ?? '1') : dearest(draft, spec)
  if (price === undefined) return next
  const amount = emptyIfZero(
    sizeForShare({ side: draft.side, share: part, available, price, stepSize: spec.stepSize }),
  )
  const sized: OrderDraft = { ...next, sellUnit: 'base', lead: 'amount', amount }
  return { ...sized, total: isLimited(draft.type) ? totalFor(sized) : '' }
}

/**
 * What a unit of a buy costs at most: its limit, of an oco order the dearer leg, which is what is
 * held of it.
 */
function dearest(draft: OrderDraft, { tickSize }: SpotSymbol): string | undefined {
  const [limit, trigger] = [amountOf(draft.price), amountOf(draft.trigger)]
  if (draft.type !== 'oco' || limit === undefined || trigger === undefined) return limit
  const stop =
    amountOf(draft.stop) ?? protectionPrice({ side: 'buy', bestPrice: trigger, tickSize })
  return compare(decimal(stop), decimal(limit)) > 0 ? stop : limit
}

/** Whole percent of the balance that the order takes, 0 to 100: where the slider stands. */
export function shareOf(draft: OrderDraft, available: Available | undefined): number {
  if (draft.share !== undefined) return draft.share
  if (!available) return 0
  const [spent, whole] =
    draft.side === 'sell'
      ? [sellsByValue(draft) ? undefined : amountOf(draft.amount), available.base]
      : [
          isLimited(draft.type) || sizeFieldOf(draft) === 'total'
            ? amountOf(draft.total)
            : undefined,
          available.quote,
        ]
  if (spent === undefined) return 0
  const balance = decimal(whole)
  if (compare(decimal(spent), balance) >= 0) return 100
  return Number(
    formatDecimal(div(mul(decimal(spent), decimal('100')), balance, { scale: 0, mode: 'half-up' })),
  )
}

/** Between types: what the user gave stays where the field stays. */
export function changeType(draft: OrderDraft, type: SpotOrderType): OrderDraft {
  const next: OrderDraft = { ...draft, type, share: undefined }
  return isLimited(type) && !isLimited(draft.type) && amountOf(draft.amount)
    ? { ...next, lead: 'amount', total: totalFor(next) }
    : next
}

export function changeSide(draft: OrderDraft, side: Side): OrderDraft {
  return { ...draft, side, share: undefined }
}

/** After an order was placed: the price stays, so that the next one is near. */
export const emptied = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  amount: '',
  total: '',
  trigger: '',
  stop: '',
  takeProfit: '',
  takeProfitLimit: '',
  stopLoss: '',
  stopLossLimit: '',
  share: undefined,
  lead: 'amount',
})

/** On the tick: a price picked from a grouped book, or the last one. */
export function onTick(price: string, { tickSize }: SpotSymbol): string {
  return formatDecimal(roundToStep(decimal(price), { step: decimal(tickSize), mode: 'half-up' }))
}

const percent = (share: number): string => formatDecimal(fromUnits(BigInt(Math.round(share)), 2))
const trimmed = (text: string): string => formatDecimal(decimal(text), { trim: true })
const emptyIfZero = (text: string): string => (amountOf(text) === undefined ? '' : trimmed(text))
