import type { FuturesPosition } from '@x/api'
import {
  blankOutOfBounds,
  type Liquidation,
  marginModeOf,
  positionSideOf,
  stopBounds,
  stopDirection,
} from '@x/trading'
import { finishAmount } from '@x/decimal'

export type ExitName = 'takeProfit' | 'stopLoss'

type Judged = Pick<
  FuturesPosition,
  'positionSide' | 'marginMode' | 'liquidationPrice' | 'markPrice'
>

function liquidationOf({ liquidationPrice: price, positionSide }: Judged): Liquidation {
  if (price === null) return { status: 'never' }
  return positionSide === 1
    ? { status: 'at', when: 'falls', price, falling: price, rising: null }
    : { status: 'at', when: 'rises', price, falling: null, rising: price }
}

/** Whether the position would be liquidated before this trigger is reached (spec section 5). */
export function isBeyondBounds(
  position: Judged,
  { price, tick }: { readonly price: string; readonly tick: string },
): boolean {
  const bounds = stopBounds({
    marginMode: marginModeOf(position.marginMode),
    side: positionSideOf(position.positionSide),
    liquidation: liquidationOf(position),
    tick,
  })
  return blankOutOfBounds(price, bounds) === ''
}

/** Whether the trigger lies on the side of the mark where it would be reached at once. */
export function isWrongSide(
  position: Judged,
  { name, price }: { readonly name: ExitName; readonly price: string },
): boolean {
  const wanted = finishAmount(price)
  if (wanted === '' || Number(wanted) === 0 || position.markPrice === null) return false
  return (
    stopDirection({
      kind: name === 'takeProfit' ? 'take-profit' : 'stop-loss',
      side: positionSideOf(position.positionSide),
      price: wanted,
      reference: position.markPrice,
    }).status === 'wrong'
  )
}
