import { parseDecimal } from '@x/decimal'
import { compared, fractionOf } from '../fraction.ts'
import type { Liquidation } from '../liquidation/solve.ts'
import type { PositionSide } from '../position/contract.ts'
import type { MarginMode } from '../position/positionFields.ts'
import { readCount, readPositive } from '../read.ts'

/** A trigger price p is valid when above < p <= upTo; `null` is no limit. */
export interface StopBounds {
  readonly above: string
  readonly upTo: string | null
}

/** Arguments of {@link stopBounds}; decimal strings. */
export interface StopBoundsInput {
  readonly marginMode: MarginMode
  readonly side: PositionSide
  readonly liquidation: Liquidation
  readonly tick: string
  /** Highest price the symbol accepts, default none. */
  readonly priceCap?: string
}

/** Where a stop-profit or stop-loss trigger may lie (trading 2, spec section 5). */
export function stopBounds({
  marginMode,
  side,
  liquidation,
  tick,
  priceCap,
}: StopBoundsInput): StopBounds {
  if (marginMode === 'fixed') {
    const price = liquidation.status === 'never' ? null : liquidation.price
    return side === 'long' ? { above: price ?? '0', upTo: null } : { above: '0', upTo: price }
  }
  if (liquidation.status === 'liquidating')
    return { above: liquidation.price, upTo: liquidation.price }
  const { falling, rising } =
    liquidation.status === 'at' ? liquidation : { falling: null, rising: null }
  return { above: falling ?? tick, upTo: rising ?? priceCap ?? null }
}

/** The price as given where it is valid, otherwise blank (spec section 5). */
export function blankOutOfBounds(price: string, { above, upTo }: StopBounds): string {
  const value = parseDecimal(price)
  if (value === null) return ''
  const exact = fractionOf(value)
  if (compared(exact, readCount({ above }, 'above')) <= 0) return ''
  return upTo !== null && compared(exact, readPositive({ upTo }, 'upTo')) > 0 ? '' : price
}
