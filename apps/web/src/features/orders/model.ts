import { compare, decimal, div, formatDecimal, mul, ZERO } from '@x/decimal'

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
}

export interface SpotFill {
  readonly fillId: string
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
}

export interface SpotAsset {
  readonly asset: string
  readonly available: string
  readonly held: string
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

export interface PlaceOrder {
  readonly symbol: string
  readonly side: Side
  readonly orderType: 'limit' | 'market'
  readonly price?: string
  readonly size: string
  readonly sizeUnit?: 'base' | 'quote'
  readonly clientOid: string
}

/** An order that can still change. */
export const isOpenStatus = (status: string): boolean => status === 'open' || status === 'new' || status === 'partially_filled'

/** Percent of an order that is traded, one decimal; of a budget, how much of it is spent. A budget is done when its rest pays for no further step. */
export function filledPercent({ size, sizeUnit, filled, filledQuote, status }: Pick<SpotOrder, 'size' | 'sizeUnit' | 'filled' | 'filledQuote' | 'status'>): string {
  if (status === 'filled') return '100'
  const whole = decimal(size)
  if (compare(whole, ZERO) <= 0) return '0'
  const done = decimal(sizeUnit === 'quote' ? filledQuote : filled)
  return formatDecimal(div(mul(done, decimal('100')), whole, { scale: 1, mode: 'down' }))
}

export const specIndex = (symbols: readonly SpotSymbol[]): ReadonlyMap<string, SpotSymbol> => new Map(symbols.map((spec) => [spec.symbol, spec]))
