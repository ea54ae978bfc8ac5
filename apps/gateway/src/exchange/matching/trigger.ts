/** The prices of a pair. */
export const priceKinds = ['last', 'mark'] as const
/** The prices of a contract, which has an index too. */
export const contractPriceKinds = [...priceKinds, 'index'] as const
export type PriceKind = (typeof priceKinds)[number]
export type ContractPriceKind = (typeof contractPriceKinds)[number]

/** A condition on the price that an order waits for, in integers. */
export interface Trigger<By extends ContractPriceKind = PriceKind> {
  readonly kind: 'stop' | 'take_profit' | 'stop_loss' | 'trailing'
  /** The price it is measured against. */
  readonly by: By
  /**
   * Reached by a price at or above it; otherwise by one at or below it. Of a trailing trigger: it
   * follows a fall and fires on the way up.
   */
  readonly rises: boolean
  /** In ticks; of a trailing trigger the price from which it trails, 0: at once. */
  readonly ticks: number
  /** Limit price of the order it lets go; 0: at the market. */
  readonly limit: number
  /**
   * The most a buy in lots may pay then, and so what it holds; 0 where the order holds what it
   * gives.
   */
  readonly bound: number
  /** How far the price may come back, in ten-thousandths; 0: it does not trail. */
  readonly callback: number
  /** The best price since it trails; 0: not yet. */
  readonly extreme: number
}

/** A callback counts in parts of this. */
export const WHOLE = 10_000

/**
 * What a price makes of a trigger: it fires, trails on from a new best price, or nothing. Every
 * product is exact.
 */
export function triggerStep(
  trigger: Trigger<ContractPriceKind>,
  price: number,
): 'fires' | 'trails' | 'waits' {
  const { rises, ticks, callback, extreme } = trigger
  if (callback === 0) return (rises ? price >= ticks : price <= ticks) ? 'fires' : 'waits'
  if (extreme === 0)
    return ticks === 0 || (rises ? price <= ticks : price >= ticks) ? 'trails' : 'waits'
  if (rises ? price < extreme : price > extreme) return 'trails'
  const cameBack = rises
    ? price * WHOLE >= extreme * (WHOLE + callback)
    : price * WHOLE <= extreme * (WHOLE - callback)
  return cameBack ? 'fires' : 'waits'
}

/**
 * Where it fires as things stand, on the tick; 0 for a trailing trigger that does not trail yet.
 */
export function firingTicks({
  rises,
  ticks,
  callback,
  extreme,
}: Trigger<ContractPriceKind>): number {
  if (callback === 0) return ticks
  return rises
    ? Math.ceil((extreme * (WHOLE + callback)) / WHOLE)
    : Math.floor((extreme * (WHOLE - callback)) / WHOLE)
}
