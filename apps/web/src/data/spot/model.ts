import { compare, decimal, div, formatDecimal, mul, ZERO } from '@x/decimal'
import type { ExitField, SpotHolding, SpotOrder as OrderTerms, TriggerBy } from '@x/trading'

/** Spot data as the wire has it (wire protocol, section 10). Amounts are decimal strings. */

export type Side = 'buy' | 'sell'

export interface SpotSymbol {
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly tickSize: string
  readonly stepSize: string
  readonly minNotional: string
  readonly pricePlace: number
  readonly quantityPlace: number
}

export interface SpotOrder {
  readonly orderId: string
  readonly clientOid: string
  readonly symbol: string
  readonly side: Side
  readonly orderType: string
  readonly price: string | null
  readonly size: string
  readonly sizeUnit: 'base' | 'quote'
  readonly filled: string
  readonly filledQuote: string
  readonly avgPrice: string | null
  readonly fee: string
  readonly feeAsset: string
  readonly status: string
  readonly createdAt: number
  /** When it changed last; of what is done, when it ended. */
  readonly updatedAt?: number
  /** Of paper orders: the season that they belong to. */
  readonly season?: number
  readonly timeInForce?: string
  /** What the order waits for; none for plain orders. */
  readonly triggers?: readonly OrderTrigger[]
  /** When a trigger was reached. */
  readonly firedAt?: number | null
  /** The entry that an exit belongs to. */
  readonly parentOrderId?: string | null
  readonly takeProfit?: AttachedExit | null
  readonly stopLoss?: AttachedExit | null
}

export interface OrderTrigger {
  readonly kind: 'stop' | 'take_profit' | 'stop_loss' | 'trailing'
  /** `null`: a trailing one before its activation. */
  readonly triggerPrice: string | null
  /** What it is measured against; the last price where nothing is said. */
  readonly triggerBy?: TriggerBy
  readonly direction: 'rises' | 'falls'
  /** `null`: at the market. */
  readonly price: string | null
  readonly callbackRate?: string
  readonly activationPrice?: string | null
}

export interface AttachedExit {
  readonly triggerPrice: string
  readonly price: string | null
}

export interface SpotFill {
  readonly fillId: string
  /** What both sides of the trade have in common. */
  readonly tradeId?: string
  readonly clientOid?: string
  readonly orderType?: string
  readonly orderId: string
  readonly symbol: string
  readonly side: Side
  readonly role: 'maker' | 'taker'
  readonly price: string
  readonly size: string
  readonly value: string
  readonly fee: string
  readonly feeAsset: string
  readonly createdAt: number
  /** Of paper fills. */
  readonly season?: number
  /** What a paper taker paid beyond the middle price, in quote (docs/adr/paper.md). */
  readonly spread?: string
  readonly impact?: string
  /** May be negative: the market moves in the trader's favour too. */
  readonly latency?: string
  readonly latencyMs?: number
}

export interface SpotAsset {
  readonly asset: string
  readonly available: string
  readonly held: string
}

/** What average buy prices are worked out from. */
export interface SpotPosition extends Omit<SpotHolding, 'marketPrice'> {
  readonly asset: string
  readonly symbol: string
  readonly available: string
  readonly held: string
  /** `null` before the first trade. */
  readonly marketPrice: string | null
  readonly avgBuyPrice: string | null
  readonly cost: string | null
}

/**
 * Whether real orders are taken; while a recording is played they are not, and only its pair moves.
 */
export interface MarketMode {
  readonly liveTrading: boolean
  readonly recordedSymbol: string | null
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

/** Which order gives way where two of one trader meet: the new one, the resting one, or both. */
export type SelfTradePrevention = 'taker' | 'maker' | 'both'

export interface PlaceOrder extends OrderTerms {
  readonly symbol: string
  readonly clientOid: string
  /** The gateway's default is `taker`. */
  readonly selfTradePrevention?: SelfTradePrevention
}

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
 * Something of it still waits for a trigger: stops, exits, trailing orders, and an oco whose limit
 * leg rests.
 */
export const isArmed = ({
  status,
  triggers = [],
  firedAt = null,
}: Pick<SpotOrder, 'status' | 'triggers' | 'firedAt'>): boolean =>
  isLiveStatus(status) && triggers.length > 0 && firedAt === null

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
