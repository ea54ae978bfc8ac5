import type { Side } from '../instruments/Instrument.ts'

/**
 * An order of a market maker or of generated flow; enters the live engine like any other,
 * from house accounts.
 */
export interface HouseAccountCommand {
  readonly kind: 'place' | 'cancel'
  readonly symbol: string
  /** Unique per house account order. */
  readonly orderName: string
  readonly side?: Side
  readonly orderType?: 'limit' | 'market'
  readonly timeInForce?: 'gtc' | 'ioc'
  readonly ticks?: number
  readonly lots?: number
}

/**
 * A house account command as the journal keeps it: there are many of them, so names are left out.
 */
export type HouseAccountRow =
  | readonly [symbol: string, orderName: string]
  | readonly [
      symbol: string,
      orderName: string,
      way: `${'b' | 's'}${'l' | 'm'}${'g' | 'i'}`,
      ticks: number,
      lots: number,
    ]

export function houseAccountRow(command: HouseAccountCommand): HouseAccountRow {
  const { symbol, orderName, side, orderType, timeInForce, ticks = 0, lots = 0 } = command
  if (command.kind === 'cancel') return [symbol, orderName]
  const sideLetter = side === 'buy' ? 'b' : 's'
  const typeLetter = orderType === 'market' ? 'm' : 'l'
  const timeLetter = timeInForce === 'ioc' ? 'i' : 'g'
  return [symbol, orderName, `${sideLetter}${typeLetter}${timeLetter}`, ticks, lots]
}
