import { formatDecimal, fromUnits, decimal, mul } from '@x/decimal'
import { roundToGrid, sizeForValue, type TimeInForce } from '@x/trading'
import type { Contract } from '../../../data/futures/contracts.ts'
import type { Side } from '../../../data/spot/model.ts'
import { amountOf, onTick } from '../orderDraft.ts'

export const FUTURES_TYPES = ['limit', 'market', 'stop_limit', 'stop_market', 'trailing'] as const
export type FuturesOrderType = (typeof FUTURES_TYPES)[number]
export const TRIGGER_PRICES = ['last', 'mark', 'index'] as const
export type FuturesTriggerBy = (typeof TRIGGER_PRICES)[number]
export const SIZE_UNITS = ['base', 'value', 'margin'] as const
export type FuturesSizeUnit = (typeof SIZE_UNITS)[number]

/** The fields of the ticket that hold an amount. */
export type FuturesField = 'price' | 'trigger' | 'rate' | 'size' | 'takeProfit' | 'stopLoss'

/** What the form holds. Amounts are texts as typed; `''` is empty. */
export interface FuturesDraft {
  readonly side: Side
  readonly type: FuturesOrderType
  readonly price: string
  /** Trigger of a stop; of a trailing order the price from which it trails, empty: at once. */
  readonly trigger: string
  /** How far a trailing order lets the price come back, percent. */
  readonly rate: string
  readonly size: string
  readonly unit: FuturesSizeUnit
  /** What `size` is counted in while the account is in two-way mode; one-way mode sends none. */
  readonly tradeSide: 'open' | 'close'
  readonly isTwoWay: boolean
  readonly reduceOnly: boolean
  /** Once triggered it closes whatever is held then; it has no size. */
  readonly closesPosition: boolean
  readonly hasExits: boolean
  readonly takeProfit: string
  readonly stopLoss: string
  readonly timeInForce: TimeInForce
  /** What triggers and exits are compared with. */
  readonly triggerBy: FuturesTriggerBy
  /** Percent of the largest size; `undefined` once the size was given otherwise. */
  readonly share: number | undefined
}

export const newFuturesDraft = (side: Side): FuturesDraft => ({
  side,
  type: 'limit',
  price: '',
  trigger: '',
  rate: '1',
  size: '',
  unit: 'base',
  tradeSide: 'open',
  isTwoWay: false,
  reduceOnly: false,
  closesPosition: false,
  hasExits: false,
  takeProfit: '',
  stopLoss: '',
  timeInForce: 'gtc',
  triggerBy: 'last',
  share: undefined,
})

export const hasLimit = ({ type }: Pick<FuturesDraft, 'type'>): boolean =>
  type === 'limit' || type === 'stop_limit'

export const waitsForPrice = ({ type }: Pick<FuturesDraft, 'type'>): boolean =>
  type === 'stop_limit' || type === 'stop_market' || type === 'trailing'

/** Whether it closes the whole position once it is triggered (futures 4). */
export const closesAll = (draft: FuturesDraft): boolean =>
  draft.closesPosition && waitsForPrice(draft) && (!draft.isTwoWay || draft.tradeSide === 'close')

/** It makes a position smaller and brings no exits. */
export const isClosing = (draft: FuturesDraft): boolean =>
  draft.isTwoWay ? draft.tradeSide === 'close' : draft.reduceOnly || closesAll(draft)

/** Exits belong to orders that open; `undefined` exits are not sent. */
export const hasAttachedExits = (draft: FuturesDraft): boolean =>
  draft.hasExits && !isClosing(draft)

/** The leg that an order opens, or makes smaller. */
export const legOfDraft = (draft: Pick<FuturesDraft, 'side' | 'isTwoWay' | 'tradeSide'>) =>
  (draft.side === 'buy') === (!draft.isTwoWay || draft.tradeSide === 'open')
    ? ('long' as const)
    : ('short' as const)

export const editPriceOf = (draft: FuturesDraft, price: string): FuturesDraft => ({
  ...draft,
  price,
})

export const editSize = (draft: FuturesDraft, size: string): FuturesDraft => ({
  ...draft,
  size,
  share: undefined,
})

export const changeUnit = (draft: FuturesDraft, unit: FuturesSizeUnit): FuturesDraft => ({
  ...draft,
  unit,
  size: '',
  share: undefined,
})

/** After an order was placed: price and settings stay, so that the next one is near. */
export const placedDraft = (draft: FuturesDraft): FuturesDraft => ({
  ...draft,
  size: '',
  trigger: '',
  takeProfit: '',
  stopLoss: '',
  share: undefined,
})

export const pickPrice = (draft: FuturesDraft, price: string, spec: Contract): FuturesDraft => ({
  ...draft,
  type: hasLimit(draft) ? draft.type : 'limit',
  price: onTick(price, spec),
})

/** A percentage of the largest size, in whole steps rounded down. */
export function shareSize(
  draft: FuturesDraft,
  { share, most, spec }: { readonly share: number; readonly most: string; readonly spec: Contract },
): FuturesDraft {
  const part = fromUnits(BigInt(Math.round(share)), 2)
  const size = roundToGrid(formatDecimal(mul(decimal(most), part)), { step: spec.stepSize })
  return { ...draft, share, unit: 'base', size: amountOf(size) === undefined ? '' : size }
}

/**
 * The size in the base coin or in contracts, whole steps rounded down; `undefined` while it is not
 * known.
 */
export function baseSize(
  { size, unit }: Pick<FuturesDraft, 'size' | 'unit'>,
  {
    price,
    leverage,
    spec,
  }: { readonly price: string | undefined; readonly leverage: number; readonly spec: Contract },
): string | undefined {
  const given = amountOf(size)
  if (given === undefined || unit === 'base') return given
  const { contractValue, stepSize } = spec
  const factor = decimal(unit === 'margin' ? String(leverage) : '1')
  const value = formatDecimal(mul(decimal(given), factor))
  if (contractValue !== null && unit === 'value')
    return amountOf(sizeForValue({ value, price: contractValue, stepSize }))
  if (price === undefined) return undefined
  if (contractValue === null) return amountOf(sizeForValue({ value, price, stepSize }))
  // Margin of an inverse contract is coin: coin times price is worth so many contracts.
  const quote = formatDecimal(mul(decimal(value), decimal(price)))
  return amountOf(sizeForValue({ value: quote, price: contractValue, stepSize }))
}
