import type { Realm } from '../accounts/accounts.ts'
import type { PositionSide } from '../accounts/owner.ts'
import type { Side } from '../instruments/Instrument.ts'
import type { SelfTradePrevention, TimeInForce } from '../matching/command.ts'
import type { ContractPriceKind, Trigger } from '../matching/trigger.ts'
import type { OrderStatus } from './order.ts'

/** One position for both directions of a symbol, or one for each. */
export type PositionMode = 'one_way' | 'two_way'
/** Margin shared by all positions of an asset, or one position's own. */
export type MarginMode = 'cross' | 'isolated'

/** `tp_sl` and `liquidation` are made by the exchange. */
export type FuturesOrderType =
  | 'limit'
  | 'market'
  | 'stop_limit'
  | 'stop_market'
  | 'trailing'
  | 'tp_sl'
  | 'liquidation'

/** A condition on a price of a contract. */
export type FuturesTrigger = Trigger<ContractPriceKind>

/** A trigger, and a limit price; absent: at the market. */
export type PositionExit = Pick<FuturesTrigger, 'by' | 'ticks'> & { readonly limit?: number }

/** Take profit and stop loss that an entry brings for its position. */
export interface PositionExits {
  readonly takeProfit?: PositionExit
  readonly stopLoss?: PositionExit
}

/** What the trader asked for, in integers. */
export interface FuturesOrderTerms {
  /** The id of the contract: `usdt/BTCUSDT`. */
  readonly symbol: string
  readonly side: Side
  /** `net` in one-way mode; else the leg that the order opens or closes. */
  readonly positionSide: PositionSide
  readonly orderType: FuturesOrderType
  readonly timeInForce: TimeInForce
  readonly prevention: Exclude<SelfTradePrevention, 'none'>
  /** The limit price; of an order at the market the protection price. */
  readonly ticks: number
  /** 0 of an exit of the whole position. */
  readonly lots: number
  readonly reduceOnly: boolean
  /** An exit of the whole position, whatever its size is when the trigger is reached. */
  readonly closePosition?: true
  readonly triggers?: readonly FuturesTrigger[]
  readonly exits?: PositionExits
}

/** One futures order of a user. Absent fields are those of plain orders. */
export interface FuturesOrder extends Omit<
  FuturesOrderTerms,
  'timeInForce' | 'ticks' | 'lots' | 'triggers'
> {
  readonly product: 'futures'
  timeInForce: TimeInForce
  ticks: number
  lots: number
  triggers?: readonly FuturesTrigger[]
  /** It goes at the market once its trigger is reached, or did. */
  atMarket?: boolean
  firedAt?: number
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
  queueAhead: number
  updatedAt: number
  status: OrderStatus
  filledLots: number
  filledTickLots: bigint
  /** In atoms of the margin asset, as is the result of what it closed. */
  fee: bigint
  result: bigint
}

/** One user's side of a futures trade. */
export interface FuturesFill {
  readonly id: number
  readonly tradeId: number
  readonly order: FuturesOrder
  readonly ticks: number
  readonly lots: number
  /** How many of the lots closed; the others opened. */
  readonly closedLots: number
  /** The notional, the fee and the result of what was closed, in atoms of the margin asset. */
  readonly value: bigint
  readonly fee: bigint
  readonly result: bigint
  readonly role: 'maker' | 'taker'
  readonly at: number
}

/** A fill with what its order had become by the end of the command. */
export type DoneFuturesFill = FuturesFill & { readonly status: OrderStatus }

/** A trigger of it has yet to be reached. */
export const waitsForTrigger = (
  order: FuturesOrder,
): order is FuturesOrder & { triggers: readonly FuturesTrigger[] } =>
  order.triggers !== undefined && order.firedAt === undefined

export const openLots = ({ lots, filledLots }: Pick<FuturesOrder, 'lots' | 'filledLots'>): number =>
  lots - filledLots
