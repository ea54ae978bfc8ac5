import type { Side } from '../instruments/SymbolSpec.ts'

/**
 * An order of a house market maker or of generated flow; enters the live engine like any other,
 * from house accounts.
 */
export interface HouseCommand {
  readonly kind: 'place' | 'cancel'
  readonly symbol: string
  /** Unique per house order. */
  readonly houseOrderId: string
  readonly side?: Side
  readonly orderType?: 'limit' | 'market'
  readonly timeInForce?: 'gtc' | 'ioc'
  readonly ticks?: number
  readonly lots?: number
}

/** A house command as the journal keeps it: there are many of them, so names are left out. */
export type HouseRow =
  | readonly [symbol: string, houseOrderId: string]
  | readonly [
      symbol: string,
      houseOrderId: string,
      way: `${'b' | 's'}${'l' | 'm'}${'g' | 'i'}`,
      ticks: number,
      lots: number,
    ]

export function houseRow(command: HouseCommand): HouseRow {
  const { symbol, houseOrderId, side, orderType, timeInForce, ticks = 0, lots = 0 } = command
  if (command.kind === 'cancel') return [symbol, houseOrderId]
  return [
    symbol,
    houseOrderId,
    `${side === 'buy' ? 'b' : 's'}${orderType === 'market' ? 'm' : 'l'}${timeInForce === 'ioc' ? 'i' : 'g'}`,
    ticks,
    lots,
  ]
}
