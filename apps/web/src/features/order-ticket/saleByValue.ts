import {
  add,
  compare,
  decimal,
  formatDecimal,
  min,
  mul,
  parseDecimal,
  roundToStep,
  sub,
  ZERO,
} from '@x/decimal'
import type { BookLevel } from '@x/market'
import { sizeForValue } from '@x/trading'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { sellsByValue } from '../order-terms/index.ts'
import { amountOf, type OrderDraft } from './orderDraft.ts'

export interface SaleBids {
  /** Best first. */
  readonly bids: readonly Pick<BookLevel, 'price' | 'size'>[]
  readonly spec: Pick<SpotSymbol, 'stepSize'>
}

/**
 * The most whole steps of coin that bring no more than a value from bids; `''`: none. The gateway
 * does the same with its own bids as it takes the order (docs/adr/trading.md).
 */
export function amountForValue(value: string, { bids, spec: { stepSize } }: SaleBids): string {
  let left = parseDecimal(value) ?? ZERO
  let sold = ZERO
  for (const { price, size } of bids) {
    if (compare(left, ZERO) <= 0 || compare(decimal(price), ZERO) <= 0) break
    const affordable = decimal(sizeForValue({ value: formatDecimal(left), price, stepSize }))
    const taken = min(affordable, decimal(size))
    sold = add(sold, taken)
    left = sub(left, mul(taken, decimal(price)))
    // A level taken whole may leave enough for a step of the cheaper one below it.
    if (compare(affordable, decimal(size)) < 0) break
  }
  const whole = roundToStep(sold, { step: decimal(stepSize), mode: 'down' })
  return compare(whole, ZERO) > 0 ? formatDecimal(whole, { trim: true }) : ''
}

/** A draft with the amount that a sale by value would sell; any other as it is. */
export const withEstimate = (draft: OrderDraft, sale: SaleBids): OrderDraft =>
  sellsByValue(draft)
    ? { ...draft, amount: amountForValue(amountOf(draft.total) ?? '', sale) }
    : draft
