import type { Side, SpotInstrument } from '../instruments/Instrument.ts'
import type { SelfTradePrevention, TimeInForce } from '../matching/command.ts'
import type { PriceKind, Trigger } from '../matching/trigger.ts'
import type { Realm } from '../accounts/accounts.ts'
import { spotOwner } from '../accounts/owner.ts'
import { marginOwner } from './marginState.ts'

/** `waiting`: its trigger has not been reached and nothing of it is in the book. */
export type OrderStatus = 'waiting' | 'open' | 'partially_filled' | 'filled' | 'cancelled'
/** `tp_sl`: what take profit and stop loss of an entry become once there is something to give. */
export type SpotOrderType =
  | 'limit'
  | 'market'
  | 'stop_limit'
  | 'stop_market'
  | 'oco'
  | 'trailing'
  | 'tp_sl'
/** These are in no book before their trigger is reached. */
export const WAITING_TYPES: readonly string[] = ['stop_limit', 'stop_market', 'trailing']
export type SizeUnit = 'base' | 'quote'

/** Where an entry is to be left: a trigger, and a limit price or 0 for the market. */
export interface Exit {
  readonly ticks: number
  readonly limit: number
}

export interface Exits {
  readonly by: PriceKind
  readonly takeProfit?: Exit
  readonly stopLoss?: Exit
  /**
   * Each fill is covered as it comes (docs/adr/trading.md); absent: all of them when the entry
   * ends.
   */
  readonly byFill?: true
}

/** What the trader asked for, in integers. */
export interface OrderTerms {
  /** The pair's, which is the id of its instrument too. */
  readonly symbol: string
  readonly side: Side
  readonly orderType: SpotOrderType
  readonly timeInForce: TimeInForce
  readonly prevention: SelfTradePrevention
  /** The limit price; of an order at the market the protection price. */
  readonly ticks: number
  /** Size in lots; 0 when the order goes by `budget`. */
  readonly lots: number
  /** Amount of the quote asset in tick-lots; 0 when the order goes by `lots`. */
  readonly budget: number
  /**
   * What it waits for, whole or with its second leg; the first one reached counts. Absent: nothing.
   */
  readonly triggers?: readonly Trigger[]
  readonly exits?: Exits
  /** The margin account that it is for; absent: the spot account. */
  readonly account?: MarginMode
  /** What it borrows and repays of itself; absent: nothing. */
  readonly loan?: LoanMode
}

/** A list of orders: the first is placed at once, the second when the first is filled. */
export interface OrderList {
  /** The first order's; the second has the number after it. */
  readonly id: number
  readonly clientOid: string
  /** The names of both orders. */
  readonly names: readonly [string, string]
}

/** What is placed when an order is filled. */
export interface PendingTerms extends OrderTerms {
  readonly clientOid: string
  /** The name of the list. */
  readonly listOid: string
}

/** The cross account of a user, or the isolated one of the order's pair. */
export type MarginMode = 'cross' | 'isolated'
/**
 * `auto`: what the account lacks is borrowed with the fills; `repay`: what is received repays its
 * debt; `both`.
 */
export type LoanMode = 'auto' | 'repay' | 'both'

/**
 * One order of a user, by product. What knows what an order spends and receives takes a
 * `SpotOrder`; what an order of every product has, such as its id, owner and status, is read from
 * an `Order`.
 */
export type Order = SpotOrder

/**
 * An order for a pair. Absent fields keep the dumps of plain orders as they were before orders
 * could wait.
 */
export interface SpotOrder extends Omit<
  OrderTerms,
  'timeInForce' | 'ticks' | 'lots' | 'budget' | 'triggers'
> {
  /** Absent where orders are stored: they were all spot. */
  readonly product: 'spot'
  timeInForce: TimeInForce
  ticks: number
  lots: number
  budget: number
  triggers?: readonly Trigger[]
  /** It goes at the market when its trigger is reached, or did. */
  atMarket?: boolean
  /** When a trigger was reached. */
  firedAt?: number
  /** The entry that it leaves. */
  readonly parent?: number
  /** Whose funds it trades, where these are not the user's spot account: `lead:3`, `copy:7`. */
  readonly owner?: string
  readonly list?: OrderList
  /**
   * Of a second order of a list. `pending`: the first one is not filled, and nothing is kept back;
   * `ready`: it is, and the order is on its way to the market. Absent: it has got there.
   */
  phase?: 'pending' | 'ready'
  /**
   * Of an entry: its latest exit, and what of its proceeds exits have been given, in atoms as text.
   */
  exit?: number
  covered?: string
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
  /** In atoms of the received asset. */
  fee: bigint
  /** What is still kept back, in atoms of the given asset. */
  held: bigint
  /** What it reserves in the pool, in atoms of the given asset; absent: nothing. */
  line?: bigint
}

/** All in quote atoms. */
export interface ExecutionCosts {
  /** From the middle price to the best price of the other side. */
  readonly spread: bigint
  /** From that best price to the price of the fill. */
  readonly impact: bigint
  /**
   * How far the best price moved while the order travelled, which may be in the trader's favour,
   * and how long that took.
   */
  readonly latency?: bigint
  readonly latencyMs?: number
}

/** One user's side of a trade. */
export interface Fill {
  readonly id: number
  readonly tradeId: number
  readonly order: SpotOrder
  readonly ticks: number
  readonly lots: number
  readonly quote: bigint
  readonly fee: bigint
  readonly role: 'maker' | 'taker'
  readonly at: number
  /** What the fill cost beyond the middle price, in quote atoms: paper realm, takers. */
  readonly frictions?: ExecutionCosts
}

/** A fill with what its order had become by the end of the command. */
export type DoneFill = Fill & { readonly status: OrderStatus }

export interface SymbolUnits {
  readonly quotePerTickLot: bigint
  readonly basePerLot: bigint
}

/**
 * How a pair's integers become atoms. Exact: an asset's scale is never smaller than what its pairs
 * need.
 */
export function unitsOf({
  baseScale,
  quoteScale,
  pricePlace,
  quantityPlace,
}: SpotInstrument): SymbolUnits {
  return {
    quotePerTickLot: 10n ** BigInt(quoteScale - pricePlace - quantityPlace),
    basePerLot: 10n ** BigInt(baseScale - quantityPlace),
  }
}

/** Price times size; most products are safe integers, which are multiplied faster as numbers. */
export function tickLots(ticks: number, lots: number): bigint {
  const product = ticks * lots
  return Number.isSafeInteger(product) ? BigInt(product) : BigInt(ticks) * BigInt(lots)
}

/** What so many lots cost at a price, in atoms of the quote asset. */
export const quoteAtoms = (
  { quotePerTickLot }: SymbolUnits,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
): bigint => tickLots(ticks, lots) * quotePerTickLot

/** The owner of the accounts that an order spends from and receives in. */
export function ownerOf({
  owner,
  userId,
  symbol,
  account,
}: Pick<SpotOrder, 'owner' | 'userId' | 'symbol' | 'account'>): string {
  if (owner !== undefined) return owner
  if (account === undefined) return spotOwner(userId)
  return marginOwner({ userId, ...(account === 'isolated' ? { symbol } : {}) })
}

/** Whether what its account lacks is borrowed. */
export const borrows = ({ loan }: Pick<SpotOrder, 'loan'>): boolean =>
  loan === 'auto' || loan === 'both'

export const isOpen = (order: Pick<Order, 'status'>): boolean =>
  order.status !== 'filled' && order.status !== 'cancelled'
/** A trigger of it has yet to be reached. */
export const isArmed = <T extends Pick<SpotOrder, 'triggers' | 'firedAt' | 'phase'>>(
  order: T,
): order is T & { triggers: readonly Trigger[] } =>
  order.triggers !== undefined && order.firedAt === undefined && order.phase === undefined

/** One trigger of an order, by its place. @throws RangeError where it has none there */
export function triggerOf(
  { id, triggers }: Pick<SpotOrder, 'id' | 'triggers'>,
  which: number,
): Trigger {
  const trigger = triggers?.[which]
  if (!trigger) throw new RangeError(`Order ${id} has no trigger ${which}.`)
  return trigger
}

export const goesAtMarket = (order: Pick<SpotOrder, 'orderType' | 'atMarket'>): boolean =>
  order.orderType === 'market' || order.atMarket === true
/** The most that a buy may pay per lot, by whichever leg. */
export const worstTicks = (
  order: Pick<SpotOrder, 'ticks' | 'triggers' | 'firedAt' | 'phase'>,
): number =>
  isArmed(order) ? Math.max(order.ticks, ...order.triggers.map(({ bound }) => bound)) : order.ticks
export const leftLots = (order: Pick<Order, 'lots' | 'filledLots'>): number =>
  order.lots - order.filledLots
/** The id of the instrument that the order is for. */
export const instrumentIdOf = (order: Order): string => order.symbol
export const spentAsset = (
  order: Pick<OrderTerms, 'side'>,
  { base, quote }: Pick<SpotInstrument, 'base' | 'quote'>,
): string => (order.side === 'buy' ? quote : base)
export const receivedAsset = (
  order: Pick<OrderTerms, 'side'>,
  { base, quote }: Pick<SpotInstrument, 'base' | 'quote'>,
): string => (order.side === 'buy' ? base : quote)
