import type {
  OrderTrigger as WireOrderTrigger,
  SelfTradePrevention as WireSelfTradePrevention,
  SpotFill as WireFill,
  SpotOrder as WireOrder,
  SpotSymbol,
} from '@x/api'
import { compare, decimal, div, formatDecimal, mul, ZERO } from '@x/decimal'
import type { ExitField } from '@x/trading'

/** Spot data as the contract has it. Amounts are decimal strings. */
export type {
  AttachedOrder as AttachedExit,
  SpotBalance as SpotAsset,
  MarketMode,
  Page,
  SpotPosition,
  Side,
  SpotSymbol,
} from '@x/api'

/** `T` of a gateway of an earlier version, which leaves the fields `K` out. */
type Without<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>

export type OrderTrigger = Omit<WireOrderTrigger, 'triggerBy'> & {
  /** The index is of contracts only. */
  readonly triggerBy?: WireOrderTrigger['triggerBy'] | 'index'
}

export type SpotOrder = Omit<
  Without<
    WireOrder,
    'timeInForce' | 'updatedAt' | 'firedAt' | 'parentOrderId' | 'takeProfit' | 'stopLoss'
  >,
  'triggers'
> & { readonly triggers?: readonly OrderTrigger[] }

export type SpotFill = Without<
  Omit<WireFill, 'filled' | 'avgPrice' | 'status'>,
  'tradeId' | 'clientOid' | 'orderType'
>

/** Which order gives way where two of one trader meet: the new one, the resting one, or both. */
export type SelfTradePrevention = Exclude<WireSelfTradePrevention, 'none'>

export type AmendField = 'price' | 'size' | TriggerField | 'stopPrice' | 'callbackRate' | ExitField
/** By which name the trigger of a leg is changed; the two of an exit have one each. */
export type TriggerField = 'triggerPrice' | 'takeProfitTriggerPrice' | 'stopLossTriggerPrice'
export type AmendTerms = Readonly<Partial<Record<AmendField, string>>>

/** An order that can still change. */
export const isLiveStatus = (status: string): boolean =>
  isBookStatus(status) || status === 'waiting'

/** In the book; a waiting order is not there before its trigger is reached. */
export const isBookStatus = (status: string): boolean =>
  status === 'open' || status === 'new' || status === 'partially_filled'

/**
 * Something of it still waits: stops, exits and trailing orders for their trigger, an oco whose
 * limit leg rests, and the second order of a list for the first one.
 */
export const isArmed = ({
  status,
  triggers = [],
  firedAt = null,
}: Pick<SpotOrder, 'status' | 'triggers' | 'firedAt'>): boolean =>
  status === 'waiting' || (isBookStatus(status) && triggers.length > 0 && firedAt === null)

/** Waits for a trigger and has nothing in the book, unlike an oco whose limit leg rests. */
export const isOnlyArmed = (order: Pick<SpotOrder, 'status' | 'triggers' | 'firedAt'>): boolean =>
  isArmed(order) && !isBookStatus(order.status)

/**
 * Percent of an order that is traded, one decimal; of a budget, how much of it is spent. A budget
 * is done when its rest pays for no further step.
 */
export function filledPercent({
  size,
  sizeUnit,
  filled,
  filledQuote,
  status,
}: Pick<SpotOrder, 'size' | 'sizeUnit' | 'filled' | 'filledQuote' | 'status'>): string {
  if (status === 'filled') return '100'
  const whole = decimal(size)
  if (compare(whole, ZERO) <= 0) return '0'
  const done = decimal(sizeUnit === 'quote' ? filledQuote : filled)
  return formatDecimal(div(mul(done, decimal('100')), whole, { scale: 1, mode: 'down' }))
}

export const indexSymbols = (symbols: readonly SpotSymbol[]): ReadonlyMap<string, SpotSymbol> =>
  new Map(symbols.map((spec) => [spec.symbol, spec]))

/** Each once, the newest first. */
export function latestFirst(orders: readonly SpotOrder[]): readonly SpotOrder[] {
  return [...new Map(orders.map((order) => [order.orderId, order])).values()].sort(
    (a, b) => b.createdAt - a.createdAt || Number(b.orderId) - Number(a.orderId),
  )
}

/**
 * A symbol as the wire has it: contracts are `usdt/BTCUSDT` in the app, apart from the pair of that
 * name.
 */
export const wireSymbol = ({ symbol }: Pick<SpotSymbol, 'symbol'>): string =>
  symbol.slice(symbol.indexOf('/') + 1)

/** What sizes are counted in: the base coin, unless contracts are counted. */
export const sizeUnitOf = (spec: Pick<SpotSymbol, 'base'> & { readonly sizeUnit?: string }) =>
  spec.sizeUnit ?? spec.base

/** How a symbol is named in a sentence: by its coins, a contract by its own name. */
export const pairName = ({
  base,
  quote,
  name,
}: Pick<SpotSymbol, 'base' | 'quote'> & { readonly name?: string }): string =>
  name ?? `${base}/${quote}`

/**
 * Decimals of an amount of quote (spec section 9, the scene of USDT): a price's own would write
 * 100,000.00000000 beside a tiny one.
 */
export const QUOTE_DIGITS = 2

/** A fee is a thousandth or less: of one step it has three digits more. */
const BELOW_STEP = 3
const OF_QUOTE = 4
const OF_UNKNOWN = 8

/**
 * Decimals that a fee is shown with, rounded up, in the order form and in every list.
 */
export function feeDigits(
  asset: string,
  spec: Pick<SpotSymbol, 'base' | 'quantityPlace'> | undefined,
): number {
  if (!spec) return OF_UNKNOWN
  return asset === spec.base ? spec.quantityPlace + BELOW_STEP : OF_QUOTE
}
