import type { Side, SymbolSpec } from '../../market/ports.ts'
import type { SelfTradePrevention, TimeInForce } from '../../matching/command.ts'
import type { Realm } from '../../server/route.ts'
import { ASSET_SCALES } from '../symbols.ts'

export type OrderStatus = 'open' | 'partially_filled' | 'filled' | 'cancelled'
export type SpotOrderType = 'limit' | 'market'
export type SizeUnit = 'base' | 'quote'

/** What the trader asked for, in integers. */
export interface OrderTerms {
  readonly symbol: string
  readonly side: Side
  readonly orderType: SpotOrderType
  readonly timeInForce: TimeInForce
  readonly prevention: SelfTradePrevention
  /** The limit price; of a market order the protection price. */
  readonly ticks: number
  /** Size in lots; 0 when the order goes by `budget`. */
  readonly lots: number
  /** Amount of the quote asset in tick-lots; 0 when the order goes by `lots`. */
  readonly budget: number
}

/** One order of a user. */
export interface Order extends OrderTerms {
  readonly id: number
  readonly realm: Realm
  readonly userId: string
  readonly clientOid: string
  readonly makerPpm: number
  readonly takerPpm: number
  readonly createdAt: number
  /** Paper season; 0 in the live realm. */
  readonly season: number
  /** Paper realm: displayed lots that stood before it when it came to rest. */
  readonly queueAhead: number
  updatedAt: number
  status: OrderStatus
  filledLots: number
  filledTickLots: bigint
  /** In atoms of the received asset. */
  fee: bigint
  /** What is still kept back, in atoms of the given asset. */
  held: bigint
}

/** One user's side of a trade. */
export interface Fill {
  readonly id: number
  readonly tradeId: number
  readonly order: Order
  readonly ticks: number
  readonly lots: number
  readonly quote: bigint
  readonly fee: bigint
  readonly role: 'maker' | 'taker'
  readonly at: number
  /** What the fill cost beyond the middle price, in quote atoms: paper realm, takers. */
  readonly frictions?: { readonly spread: bigint; readonly impact: bigint }
}

/** A fill with what its order had become by the end of the command. */
export type DoneFill = Fill & { readonly status: OrderStatus }

export interface SymbolUnits {
  readonly quotePerTickLot: bigint
  readonly basePerLot: bigint
}

/** How a pair's integers become atoms. Exact: an asset's scale is never smaller than what its pairs need. */
export function unitsOf(spec: SymbolSpec): SymbolUnits {
  return {
    quotePerTickLot: 10n ** BigInt(ASSET_SCALES[spec.quote]! - spec.pricePlace - spec.quantityPlace),
    basePerLot: 10n ** BigInt(ASSET_SCALES[spec.base]! - spec.quantityPlace),
  }
}

export const isOpen = (order: Order): boolean => order.status === 'open' || order.status === 'partially_filled'
export const leftLots = (order: Order): number => order.lots - order.filledLots
export const givenAsset = (order: Pick<OrderTerms, 'side'>, spec: SymbolSpec): string => (order.side === 'buy' ? spec.quote : spec.base)
export const receivedAsset = (order: Pick<OrderTerms, 'side'>, spec: SymbolSpec): string => (order.side === 'buy' ? spec.base : spec.quote)
