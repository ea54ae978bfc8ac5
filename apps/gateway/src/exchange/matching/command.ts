/**
 * What the matching engine understands. All quantities are integers: prices in ticks, sizes in
 * lots, budgets in tick-lots (price times size).
 */

/** The account of an order in an engine without positions. */
export const NO_POSITION = 0

export const BUY = 0
export const SELL = 1
export type BookSide = typeof BUY | typeof SELL

export type TimeInForce = 'gtc' | 'ioc' | 'fok' | 'post_only'

/**
 * Who gives way when an order would trade with one of the same party: nobody (they trade), the
 * resting order, the incoming one, or both.
 */
export type SelfTradePrevention = 'none' | 'maker' | 'taker' | 'both'

export interface PlaceOrder {
  readonly kind: 'place'
  /** A safe integer above zero, never used before. */
  readonly orderId: number
  /**
   * Whose position its trades move and whose reduce-only orders it counts among. Only read in an
   * engine with positions.
   */
  readonly account: number
  /** Who holds the account; orders of one party fall under self-trade prevention. */
  readonly party: number
  /** A second one whose orders it does not trade with. */
  readonly alsoParty?: number
  readonly side: BookSide
  /** The limit price; of a market order the protection price, beyond which it does not trade. */
  readonly ticks: number
  /** The size; ignored when `budget` is above zero. */
  readonly lots: number
  /**
   * Spend (buy) or raise (sell) at most this many tick-lots, in whole lots; 0: the order goes by
   * `lots`. Never rests.
   */
  readonly budget: number
  readonly timeInForce: TimeInForce
  readonly prevention: SelfTradePrevention
  /**
   * It may make its account's position smaller and nothing else. Only in an engine with positions,
   * and never with a budget.
   */
  readonly reduceOnly?: boolean
}

export interface CancelOrder {
  readonly kind: 'cancel'
  readonly orderId: number
}

/**
 * Another price or size for a resting order. Its place in the queue is kept only when the price
 * stays and the size shrinks; a reduce-only order remains one.
 */
export interface AmendOrder {
  readonly kind: 'amend'
  readonly orderId: number
  readonly ticks: number
  /** What is to be left open. */
  readonly lots: number
  readonly timeInForce: 'gtc' | 'post_only'
  readonly prevention: SelfTradePrevention
}

export type EngineCommand = PlaceOrder | CancelOrder | AmendOrder

/** Largest price: it must fit 31 bits. */
export const MAX_TICKS = 2 ** 31 - 1
/** Largest size of one order: 8,192 of them on one level still add up exactly in a double. */
export const MAX_LOTS = 2 ** 40
/** Largest budget: every product and sum below it is exact. */
export const MAX_BUDGET = Number.MAX_SAFE_INTEGER

export const opposite = (side: BookSide): BookSide => (side === BUY ? SELL : BUY)
